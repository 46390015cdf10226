import { join } from 'node:path'

import test, { type ExecutionContext } from 'ava'

import { checkDocuments } from '../../../src/cli/check/check.ts'
import { loadConfig } from '../../../src/config/index.ts'
import { changed, type Files, folderWith } from '../../config/_support/folder.ts'
import { tables } from '../../config/_support/tables.ts'

async function run(
  t: ExecutionContext,
  files: Files,
  { json = false, sandbox = false, advice = false, below = '', settingWarnings = [] as string[] } = {},
) {
  const folder = join(await folderWith(t, files), below)
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const load = () => loadConfig(folder, tables, {}, { sandbox })
  const status = await checkDocuments({ folder, load, advice, settingWarnings, json, write })
  return { status, folder, text, lines: text.trimEnd().split('\n') }
}

const wellKnown = changed(
  'catalogs/sandbox/applications/app.yaml',
  'client_id: app-id',
  'client_id: app-id\n    well_known: true',
)

test('right documents are one line and status 0', async (t) => {
  const { status, lines } = await run(t, {})
  t.is(status, 0)
  t.is(lines.length, 1)
  t.regex(lines[0] ?? '', /^0 errors, 0 warnings: 1 catalog with 1 API, revision [0-9a-f]{12}$/)
})

test('each problem is a line that a terminal can open, and status 1', async (t) => {
  const { status, folder, lines } = await run(t, changed('providers/oauth.yaml', 'title', 'tittle'))
  t.is(status, 1)
  t.deepEqual(lines, [
    `${folder}/providers/oauth.yaml:2:1 tittle is not known - did you mean "title"?`,
    '1 error, 0 warnings: this configuration would not be started',
  ])
})

test('warnings alone leave the status at 0', async (t) => {
  const { status, lines } = await run(t, wellKnown)
  t.is(status, 0)
  t.regex(lines[0] ?? '', /:4:5 warning: the credential "default" is well known/)
  t.regex(lines[1] ?? '', /^0 errors, 1 warning: /)
})

test('in the sandbox a well-known secret is no warning', async (t) => {
  t.is((await run(t, wellKnown, { sandbox: true })).lines.length, 1)
})

test('as JSON: one document with everything in it', async (t) => {
  const { status, text } = await run(t, changed('providers/oauth.yaml', 'title', 'tittle'), { json: true })
  t.is(status, 1)
  t.like(JSON.parse(text), {
    valid: false,
    errors: 1,
    warnings: 0,
    problems: [{ line: 2, column: 1, severity: 'error' }],
  })
})

test('advice is told with its place and changes no status', async (t) => {
  const { status, lines } = await run(t, {}, { advice: true })
  t.is(status, 0)
  t.regex(
    lines[0] ?? '',
    /customers\.yaml:\d+:\d+ advice: calls of customers:1\.0\.0 travel in the clear to backend\.example/,
  )
  t.regex(lines.join('\n'), /oauth\.yaml:1:1 advice: oauth has the password grant.* RFC 9700 section 2\.4/)
  t.regex(lines.at(-1) ?? '', /^0 errors, 0 warnings: .*, \d to think about$/)
})

test('a folder that is not there is an error, not a crash', async (t) => {
  const { status, lines } = await run(t, {}, { below: 'nowhere' })
  t.is(status, 1)
  t.regex(lines[0] ?? '', /there is no such folder/)
})

test('what is odd about the environment is told first, and counts as a warning', async (t) => {
  const { status, lines } = await run(t, {}, { settingWarnings: ['SLUICE_PROT is set'] })
  t.is(status, 0)
  t.is(lines[0], 'environment: warning: SLUICE_PROT is set')
  t.regex(lines[1] ?? '', /^0 errors, 1 warning: /)
})
