import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openPathAccess } from '../../../../../../src/mq/parts/file-transfer/engine/files/path-access.ts'
import type { IncomingRecord } from '../../../../../../src/mq/parts/file-transfer/engine/receiving/incoming-items.ts'
import { TargetFolders } from '../../../../../../src/mq/parts/file-transfer/engine/receiving/target-folders.ts'
import type { ItemOpening } from '../../../../../../src/mq/parts/file-transfer/engine/types/frame.ts'

/** A transfer to an agent whose sandbox is `data`, without `data/closed`. */
async function open(t: ExecutionContext, records: (data: string) => IncomingRecord[] = () => []) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sluice-targets-')))
  t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 10 }))
  const [data, workFolder] = [join(root, 'data'), join(root, 'work')]
  await mkdir(data)
  const access = await openPathAccess({ sandboxRoot: `${data}:!${data}/closed`, transferRoot: data })
  const checks: string[] = []
  const paths = {
    ...access,
    check: async (path: string) => {
      checks.push(path)
      await access.check(path)
    },
  }
  /** What is in the journal, and which folders exist when it is committed. */
  const journal: { record: unknown; exists: boolean }[] = []
  const disk: { failure: Error | undefined } = { failure: undefined }
  const appended: { folder: string }[] = []
  const connection = {
    beginUnitOfWork: () => ({
      async commit() {
        if (disk.failure) throw disk.failure
        for (const record of appended.splice(0)) journal.push({ record, exists: existsSync(record.folder) })
      },
      async backout() {
        appended.length = 0
      },
    }),
  }
  const state = { append: async (_unit: object, record: { folder: string }) => void appended.push(record) }
  const folders = new TargetFolders('ABC', state as never, records(data), { paths, connection, workFolder } as never)
  const prepare = (target: string, item = 0, type: ItemOpening['type'] = 'file') =>
    folders.prepare(item, { type, target } as ItemOpening)
  const list = async () => (await readdir(root, { recursive: true })).sort()
  return { root, data, workFolder, folders, prepare, list, journal, checks, disk }
}

test('a staged file is beside its target, in a hidden folder of the transfer', async (t) => {
  const { data, prepare, list } = await open(t)
  t.deepEqual(await prepare('in/a.txt', 7), { target: `${data}/in/a.txt`, staged: `${data}/in/.mft-abc/7` })
  t.deepEqual(await prepare(`${data}/b.txt`, 8), { target: `${data}/b.txt`, staged: `${data}/.mft-abc/8` })
  t.deepEqual(await list(), ['data', 'data/.mft-abc', 'data/in', 'data/in/.mft-abc'])
})

test('a staged file for a queue is in the folder of the agent, whatever the queue is called', async (t) => {
  const { workFolder, prepare, checks } = await open(t)
  t.deepEqual(await prepare('/etc/QUEUE', 3, 'queue'), { target: undefined, staged: `${workFolder}/.mft-abc/3` })
  t.deepEqual(checks, [])
})

test('a staging folder is in the journal before it is made, and is recorded and made once', async (t) => {
  const { data, prepare, journal, folders, list } = await open(t)
  for (const name of ['a', 'b', 'c']) await prepare(name)
  t.deepEqual(journal, [{ record: { kind: 'staging', folder: `${data}/.mft-abc` }, exists: false }])
  await writeFile(join(data, '.mft-abc', '0'), 'left')
  await folders.removeStaging()
  t.deepEqual(await list(), ['data'])
})

test('a staging folder that cannot be recorded is not made, and is tried again with the next item', async (t) => {
  const { prepare, list, disk, journal } = await open(t)
  disk.failure = new Error('the queue manager ends')
  await t.throwsAsync(prepare('a'), { message: 'the queue manager ends' })
  t.deepEqual(await list(), ['data'])
  disk.failure = undefined
  await prepare('a')
  t.is(journal.length, 1)
  t.deepEqual(await list(), ['data', 'data/.mft-abc'])
})

test('a transfer that continues removes the staging folders of its journal, and records them not again', async (t) => {
  const { data, prepare, list, folders, journal } = await open(t, (folder) => [
    { kind: 'opened', source: 'S', sourceQmgr: 'QM1', totalBytes: 0 },
    { kind: 'staging', folder: `${folder}/.mft-abc` },
  ])
  await mkdir(join(data, '.mft-abc'))
  await prepare('a')
  t.deepEqual(journal, [])
  await folders.removeStaging()
  t.deepEqual(await list(), ['data'])
})

test('a staging folder that was recorded and not made before a kill is made', async (t) => {
  const { prepare, list, journal } = await open(t, (folder) => [{ kind: 'staging', folder: `${folder}/.mft-abc` }])
  await prepare('a')
  t.deepEqual(await list(), ['data', 'data/.mft-abc'])
  t.deepEqual(journal, [])
})

test('a folder is checked once for all its files', async (t) => {
  const { data, prepare, checks } = await open(t)
  for (const name of ['in/a', 'in/b', `${data}/in/../in/c`]) await prepare(name)
  t.deepEqual(checks, [`${data}/in/a`, `${data}/in`])
  await prepare('out/a')
  t.deepEqual(checks.slice(2), [`${data}/out/a`, `${data}/out`])
})

for (const [title, target] of [
  ['outside of the sandbox', '/etc/passwd'],
  ['above the sandbox', '../a.txt'],
  ['beside the sandbox, with a name that begins like it', '../data-secret/a.txt'],
  ['behind a link', 'link/a.txt'],
  ['in an excluded folder', 'closed/a.txt'],
  ['in a folder below an excluded one', 'closed/in/a.txt'],
  ['that is the sandbox itself', '.'],
  ['that is the sandbox itself, from a folder that was checked', 'in/..'],
  ['that is the folder around the sandbox', '..'],
] as const)
  test(`a target ${title} is refused, and nothing is written`, async (t) => {
    const { root, data, prepare, list, journal } = await open(t)
    await prepare('in/first.txt')
    await prepare('first.txt')
    await symlink(root, join(data, 'link'))
    const [files, { length }] = [await list(), journal]
    await t.throwsAsync(prepare(target), { name: 'PathAccessError', message: /outside of the folders/ })
    t.deepEqual(await list(), files)
    t.is(journal.length, length)
  })

test('a folder that was refused is refused again', async (t) => {
  const { prepare } = await open(t)
  for (let attempt = 0; attempt < 2; attempt += 1)
    await t.throwsAsync(prepare('closed/a.txt'), { name: 'PathAccessError' })
})
