import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { BackupError, backUpData, restoreData, verifyBackup } from '../../../src/sandbox/backup/index.ts'
import { openSqliteStore } from '../../../src/shared/storage/index.ts'

const now = Date.UTC(2026, 0, 31, 12)

interface Bench {
  /** A folder for everything of the test. */
  folder: string
  data: string
  backup: string
}

/** A data folder with a database in use, files, and files that are not backed up. */
async function openBench(t: ExecutionContext): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-backup-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const data = join(folder, 'data')
  const files = {
    'audit.jsonl': '{"at":"now"}\n',
    'layout.json': '{"layout":1}\n',
    'mqweb/mqwebuser.xml': '<server/>\n',
    'mqweb/logs/messages.log': 'a log\n',
    '.x.0a0a0a.part': 'half a file',
    'portal-files/current/page.js.br': 'a page',
    'portal-files/current/page.js.br.6260.tmp': 'half a page',
    'mqweb/console-files/current/page.js': 'a page',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(data, path)), { recursive: true })
    await writeFile(join(data, path), text)
  }
  const store = await openSqliteStore({ file: join(data, 'gateway.sqlite'), clock: Date.now })
  await store.save('note', 'a', { text: 'kept' })
  t.teardown(() => store.close())
  return { folder, data, backup: join(folder, 'backup') }
}

function backUp({ data, backup }: Bench) {
  return backUpData({ dataFolder: data, target: backup, backUpQueueManagers: async () => {}, now })
}

function restore({ folder, backup }: Bench, options: { replace?: boolean; dataFolder?: string } = {}) {
  return restoreData({ backup, dataFolder: join(folder, 'restored'), replace: false, now, ...options })
}

test('a backup has the files and databases of a folder in use, and no logs, files of pages or temporary files', async (t) => {
  const bench = await openBench(t)
  const manifest = await backUp(bench)
  t.deepEqual(
    manifest.files.map(({ path }) => path),
    ['audit.jsonl', 'gateway.sqlite', 'layout.json', 'mqweb/mqwebuser.xml'],
  )
  t.deepEqual(await verifyBackup(bench.backup), manifest)
})

test('only its owner can read a backup and what is restored from it', async (t) => {
  const bench = await openBench(t)
  await backUp(bench)
  await restore(bench)
  for (const folder of [bench.backup, join(bench.folder, 'restored')])
    for (const path of await readdir(folder, { recursive: true })) {
      const found = await stat(join(folder, path))
      t.is(found.mode & 0o077, 0, path)
    }
})

test('a restored folder has what was committed before the backup', async (t) => {
  const bench = await openBench(t)
  await backUp(bench)
  await restore(bench)
  const restored = join(bench.folder, 'restored')
  t.is(await readFile(join(restored, 'audit.jsonl'), 'utf8'), '{"at":"now"}\n')
  const store = await openSqliteStore({ file: join(restored, 'gateway.sqlite'), clock: Date.now })
  t.teardown(() => store.close())
  t.like(await store.find('note', 'a'), { value: { text: 'kept' } })
})

test('a folder with data is refused, and with replace its data is moved aside', async (t) => {
  const bench = await openBench(t)
  await backUp(bench)
  await restore(bench)
  const dataFolder = join(bench.folder, 'restored')
  await writeFile(join(dataFolder, 'audit.jsonl'), 'newer\n')
  await t.throwsAsync(restore(bench), { instanceOf: BackupError, message: /has data .* or use --replace/ })
  t.is(await readFile(join(dataFolder, 'audit.jsonl'), 'utf8'), 'newer\n')

  const { replaced = '' } = await restore(bench, { replace: true })
  t.is(await readFile(join(replaced, 'audit.jsonl'), 'utf8'), 'newer\n')
  t.is(await readFile(join(dataFolder, 'audit.jsonl'), 'utf8'), '{"at":"now"}\n')
})

test('a folder that a process uses is refused, also with replace', async (t) => {
  const bench = await openBench(t)
  await backUp(bench)
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(join(bench.data, 'gateway.sock'), resolve))
  t.teardown(() => server.close())
  await t.throwsAsync(restore(bench, { dataFolder: bench.data, replace: true }), {
    instanceOf: BackupError,
    message: /is in use: a gateway runs over it: stop it first/,
  })
})

for (const [title, damage, message] of [
  [
    'a changed byte',
    (folder: string) => writeFile(join(folder, 'audit.jsonl'), '{"at":"not"}\n'),
    /audit\.jsonl is damaged/,
  ],
  ['a missing file', (folder: string) => rm(join(folder, 'layout.json')), /layout\.json cannot be read/],
  ['an added file', (folder: string) => writeFile(join(folder, 'evil'), ''), /evil is not part of the backup/],
  ['no manifest', (folder: string) => rm(join(folder, 'backup.json')), /is no backup: it has no backup\.json/],
  [
    'half a manifest',
    (folder: string) => writeFile(join(folder, 'backup.json'), '{"format"'),
    /backup\.json is damaged/,
  ],
] as const) {
  test(`a backup with ${title} is refused, and nothing is restored`, async (t) => {
    const bench = await openBench(t)
    await backUp(bench)
    await damage(bench.backup)
    await t.throwsAsync(verifyBackup(bench.backup), { instanceOf: BackupError, message })
    await t.throwsAsync(restore(bench), { instanceOf: BackupError, message })
    t.false((await readdir(bench.folder)).includes('restored'))
  })
}

for (const [title, change, message] of [
  ['a path outside of it', { path: '../evil' }, /the path "\.\.\/evil" is not inside a folder/],
  ['an absolute path', { path: '/etc/passwd' }, /is not inside a folder/],
] as const) {
  test(`a manifest with ${title} is refused`, async (t) => {
    const bench = await openBench(t)
    await backUp(bench)
    const file = join(bench.backup, 'backup.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    Object.assign(manifest.files[0], change)
    await writeFile(file, JSON.stringify(manifest))
    await t.throwsAsync(restore(bench), { instanceOf: BackupError, message })
  })
}

for (const [title, change, message] of [
  ['format', { format: 99 }, /has backup format 99/],
  ['layout', { dataLayout: 99 }, /has layout 99/],
] as const) {
  test(`a backup of a newer ${title} is refused`, async (t) => {
    const bench = await openBench(t)
    await backUp(bench)
    const file = join(bench.backup, 'backup.json')
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...change }))
    await t.throwsAsync(restore(bench), { message })
  })
}

test('the target must be empty and outside of the data folder', async (t) => {
  const bench = await openBench(t)
  await t.throwsAsync(backUp({ ...bench, backup: join(bench.data, 'b') }), { message: /is inside the data folder/ })
  await backUp(bench)
  await t.throwsAsync(backUp(bench), { instanceOf: BackupError, message: /is not empty/ })
})

test('a backup that fails leaves nothing behind', async (t) => {
  const bench = await openBench(t)
  await symlink(join(bench.folder, 'nowhere'), join(bench.data, 'dangling'))
  await t.throwsAsync(backUp(bench), { code: 'ENOENT' })
  t.deepEqual(await readdir(bench.folder), ['data'])
})

test('the copy of a database is a single file that is complete', async (t) => {
  const bench = await openBench(t)
  await backUp(bench)
  const copy = new DatabaseSync(join(bench.backup, 'gateway.sqlite'), { readOnly: true })
  t.teardown(() => copy.close())
  t.like(copy.prepare('SELECT count(*) AS entries FROM entry').get(), { entries: 1 })
  t.like(copy.prepare('PRAGMA journal_mode').get(), { journal_mode: 'delete' })
})
