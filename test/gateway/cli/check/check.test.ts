import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkDocuments } from '../../../../src/gateway/cli/check/check.ts'
import { loadConfig } from '../../../../src/gateway/config/index.ts'
import { findCommand } from '../../../_support/product-package.ts'
import { changed, type Files, folderWith } from '../../config/_support/folder.ts'
import { tables } from '../../config/_support/tables.ts'

async function run(
  t: ExecutionContext,
  files: Files,
  {
    json = false,
    sandbox = false,
    advice = false,
    below = '',
    errors = [] as string[],
    warnings = [] as string[],
  } = {},
) {
  const folder = join(await folderWith(t, files), below)
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const load = () => loadConfig(folder, tables, {}, { sandbox })
  const checkEnvironment = async () => ({ errors, warnings })
  const status = await checkDocuments({ folder, load, advice, checkEnvironment, json, write })
  return { status, folder, text, lines: text.trimEnd().split('\n') }
}

const wellKnown = changed(
  'catalogs/sandbox/applications/app.yaml',
  'client_id: app-id',
  'client_id: app-id\n    well_known: true',
)

test('valid documents are one line and status 0', async (t) => {
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

test('prints everything as one JSON document', async (t) => {
  const { status, text } = await run(t, changed('providers/oauth.yaml', 'title', 'tittle'), { json: true })
  t.is(status, 1)
  t.like(JSON.parse(text), {
    valid: false,
    errors: 1,
    warnings: 0,
    problems: [{ line: 2, column: 1, severity: 'error' }],
  })
})

test('advice is printed with its location and does not change the status', async (t) => {
  const { status, lines } = await run(t, {}, { advice: true })
  t.is(status, 0)
  t.regex(
    lines[0] ?? '',
    /customers\.yaml:\d+:\d+ advice: calls of customers:1\.0\.0 are sent to backend\.example without TLS/,
  )
  t.regex(lines.join('\n'), /oauth\.yaml:1:1 advice: oauth supports the password grant.* RFC 9700 section 2\.4/)
  t.regex(lines.at(-1) ?? '', /^0 errors, 0 warnings: .*, \d recommendations?$/)
})

test('a folder that is not there is an error, not a crash', async (t) => {
  const { status, lines } = await run(t, {}, { below: 'nowhere' })
  t.is(status, 1)
  t.regex(lines[0] ?? '', /there is no such folder/)
})

test('warnings about the environment come first and leave the status at 0', async (t) => {
  const { status, lines } = await run(t, {}, { warnings: ['SLUICE_PROT is set'] })
  t.is(status, 0)
  t.is(lines[0], 'environment: warning: SLUICE_PROT is set')
  t.regex(lines[1] ?? '', /^0 errors, 1 warning: /)
})

test('an error of the environment is reported like one of a document, with status 1', async (t) => {
  const { status, lines } = await run(t, {}, { errors: ['SLUICE_TLS_KEY names key.pem'] })
  t.is(status, 1)
  t.deepEqual(lines, [
    'environment: SLUICE_TLS_KEY names key.pem',
    '1 error, 0 warnings: the documents are valid, but with this environment the gateway would not start or clients would not connect',
  ])
  const { text } = await run(t, {}, { errors: ['SLUICE_TLS_KEY names key.pem'], json: true })
  t.like(JSON.parse(text), { valid: false, errors: 1, environmentErrors: ['SLUICE_TLS_KEY names key.pem'] })
})

test('the command checks the files of SLUICE_TLS_*', async (t) => {
  const folder = await folderWith(t, {})
  const run = spawnSync(process.execPath, [await findCommand('sluice'), 'check', folder], {
    encoding: 'utf8',
    env: { ...process.env, SLUICE_TLS_CERTIFICATE: join(folder, 'none.pem'), SLUICE_TLS_KEY: join(folder, 'key.pem') },
  })
  t.is(run.status, 1, run.stderr)
  t.regex(run.stdout, /^environment: SLUICE_TLS_CERTIFICATE names \S+none\.pem, which cannot be read/m)
})

test('warnings of what a document does less are a list after the others', async (t) => {
  const files = changed('apis/customers.yaml', '  assembly:', '  no-such-member: true\n  assembly:')
  const { lines, status, folder } = await run(t, { ...wellKnown, ...files })
  t.is(status, 0)
  t.regex(lines[0] ?? '', /:4:5 warning: the credential "default" is well known/)
  t.deepEqual(lines.slice(1, 4), [
    'does what it says: 5 of 6 documents',
    'does less:',
    `${folder}/apis/customers.yaml:17:3 warning: x-ibm-configuration.no-such-member is not known here, and has no effect`,
  ])
})
