import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  diffRevisions,
  logRevisions,
  rollBack,
  showRevision,
} from '../../../../../src/gateway/parts/administration/config/config-verbs.ts'
import { keepRevision, readDocumentTexts } from '../../../../../src/gateway/runtime/revisions/index.ts'
import { folderWith, valid } from '../../../config/_support/folder.ts'

const users = 'providers/users.yaml'
const changed = valid[users].replace('title: Users', 'title: Others')

/** A folder whose documents were used twice: as they are, and with another title and one document more. */
async function open(t: ExecutionContext) {
  const folder = await folderWith(t)
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-config-verbs-'))
  t.teardown(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
  const read = () => readDocumentTexts(folder)
  await keepRevision({ dataFolder, folder, revision: 'aaaa1111', texts: await read(), changes: [] })
  await writeFile(join(folder, users), changed)
  await writeFile(join(folder, 'providers/more.yaml'), valid[users].replace('name: users', 'name: more'))
  const changes = ['catalog acme/sandbox: title: changed']
  await keepRevision({ dataFolder, folder, revision: 'aabb2222', texts: await read(), changes })
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const deps = { folder, dataFolder, json: false, write, isDryRun: false, isForced: false }
  return { ...deps, deps, read: () => readFile(join(folder, users), 'utf8'), printed: () => output }
}

test('log lists the revisions with their changes, the newest first', async (t) => {
  const { deps, printed } = await open(t)
  await logRevisions(deps)
  t.regex(printed(), /^\S+Z {2}aabb2222\n {4}catalog acme\/sandbox: title: changed\n\S+Z {2}aaaa1111\n$/)
})

test('log says when nothing was used yet', async (t) => {
  const { deps, printed } = await open(t)
  await logRevisions({ ...deps, dataFolder: join(deps.dataFolder, 'other') })
  t.regex(printed(), /^no gateway has used documents over .*other yet\n$/)
})

test('show prints the documents of a revision, and the text of one', async (t) => {
  const { deps, printed } = await open(t)
  await showRevision('aaaa', users, deps)
  t.is(printed(), valid[users])
  await t.throwsAsync(showRevision('aaaa', 'apis/none.yaml', deps), { message: /has no document apis\/none\.yaml/ })
})

test('a revision is found by the time at which it was in use', async (t) => {
  const { deps, printed } = await open(t)
  await showRevision('2999-01-01T00:00', users, deps)
  t.is(printed(), changed)
  await t.throwsAsync(showRevision('2001-01-01T00:00Z', users, deps), {
    message: /no revision is kept that was in use/,
  })
  await t.throwsAsync(showRevision('2001-99-01', users, deps), { message: /is not a time/ })
})

test('an ambiguous or unknown revision is an error that says what to do', async (t) => {
  const { deps } = await open(t)
  await t.throwsAsync(showRevision('aa', users, deps), { message: '2 revisions begin with "aa": write more of it' })
  await t.throwsAsync(showRevision('x', users, deps), { message: /"sluice config log" lists them/ })
})

test('diff compares two revisions, and one with the files on disk', async (t) => {
  const { deps, printed } = await open(t)
  await diffRevisions('aaaa', 'aabb', deps)
  t.regex(printed(), /-title: Users\n\+title: Others/)
  await diffRevisions('aabb', undefined, deps)
  t.regex(printed(), /the documents are the same\n$/)
})

test('rollback writes the documents of the revision, and removes those that it did not have', async (t) => {
  const { deps, read, printed, folder } = await open(t)
  await rollBack('aaaa', { ...deps, isDryRun: true })
  t.is(await read(), changed)
  await rollBack('aaaa', deps)
  t.is(await read(), valid[users])
  t.regex(printed(), /went back to aaaa1111 of /)
  await t.throwsAsync(readFile(join(folder, 'providers/more.yaml')), { code: 'ENOENT' })
})

test('rollback refuses to lose files that were never used, unless it is forced', async (t) => {
  const { deps, read, folder } = await open(t)
  await writeFile(join(folder, users), `${changed}# unsaved\n`)
  await t.throwsAsync(rollBack('aaaa', deps), { message: /no revision that a gateway has used.*--force/ })
  t.regex(await read(), /unsaved/)
  await rollBack('aaaa', { ...deps, isForced: true })
  t.is(await read(), valid[users])
})
