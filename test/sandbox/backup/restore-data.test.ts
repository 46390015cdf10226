import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type RestoreDataOptions, restoreData } from '../../../src/sandbox/backup/restore-data.ts'

const now = Date.UTC(2026, 0, 31, 12)

async function writeFiles(folder: string, texts: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]),
  )
  return Object.fromEntries(texts)
}

const listed = (path: string, text: string) => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  isDatabase: false,
})

const saved = { 'audit.jsonl': 'saved', 'mqweb/users.xml': '<saved/>' }

/** A backup of `saved`, and a data folder with these files; without them there is no data folder. */
async function open(t: ExecutionContext, texts?: Record<string, string>, changes: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-restore-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const [backup, dataFolder] = [join(folder, 'backup'), join(folder, 'below', 'data')]
  const files = Object.entries(saved).map(([path, text]) => listed(path, text))
  const manifest = { format: 1, dataLayout: 1, version: '1.2.3', files, ...changes }
  await writeFiles(backup, { ...saved, 'backup.json': JSON.stringify(manifest) })
  if (texts) {
    await mkdir(dataFolder, { recursive: true })
    await writeFiles(dataFolder, texts)
  }
  const restore = (options: Partial<RestoreDataOptions> = {}) =>
    restoreData({ backup, dataFolder, replace: false, now, ...options })
  return { folder, backup, dataFolder, restore, manifest }
}

for (const [title, texts] of [
  ['a missing folder', undefined],
  ['an empty folder', {}],
  [
    'a folder with an unfinished restore',
    { '.restoring/audit.jsonl': 'half', '.restoring/other': 'of another backup' },
  ],
] as const)
  test(`a backup is restored into ${title}, and nothing else is left there`, async (t) => {
    const { dataFolder, restore, manifest } = await open(t, texts)
    t.deepEqual(await restore(), { manifest, replaced: undefined } as never)
    t.deepEqual(await readFiles(dataFolder), saved)
    t.deepEqual((await readdir(dataFolder)).sort(), ['audit.jsonl', 'mqweb'])
  })

test('only the owner can enter the folders', async (t) => {
  const { dataFolder, restore } = await open(t)
  await restore()
  const { replaced = '' } = await restore({ replace: true })
  for (const folder of [dataFolder, join(dataFolder, 'mqweb'), replaced])
    t.is((await stat(folder)).mode & 0o777, 0o700, folder)
})

test('a folder with data is refused as it was, and its first five files are named', async (t) => {
  const texts = Object.fromEntries([...'abcdef'].map((name) => [name, name]))
  const { dataFolder, restore } = await open(t, texts)
  const refused = await t.throwsAsync(restore(), { name: 'BackupError' })
  t.regex(String(refused?.message), /^\S+ has data \((\w, ){4}\w\): .* or use --replace, which moves the data aside$/)
  t.deepEqual(await readFiles(dataFolder), texts)
  const { restore: restoreOverOne } = await open(t, { a: 'a' })
  await t.throwsAsync(restoreOverOne(), { name: 'BackupError', message: /has data \(a\): / })
})

test('with replace, all data is moved aside into a folder with the time, which later restores leave alone', async (t) => {
  const texts = { 'mqweb/users.xml': 'before', 'mqweb/log': 'before' }
  const { dataFolder, restore } = await open(t, texts)
  const { replaced = '' } = await restore({ replace: true })
  t.is(replaced, join(dataFolder, '.replaced-2026-01-31T120000.000Z'))
  t.deepEqual(await readFiles(replaced), texts)
  const beside = (found: Record<string, string>) =>
    Object.fromEntries(Object.entries(found).filter(([path]) => !path.startsWith('.replaced-')))
  t.deepEqual(beside(await readFiles(dataFolder)), saved)

  const again = await restore({ replace: true, now: now + 1 })
  t.deepEqual(await readFiles(String(again.replaced)), saved)
  t.deepEqual(await readFiles(replaced), texts)
})

test('a folder with nothing but data that was moved aside is empty', async (t) => {
  const { dataFolder, restore } = await open(t, { '.replaced-before/audit.jsonl': 'old' })
  t.is((await restore()).replaced, undefined)
  t.deepEqual(await readFiles(dataFolder), { ...saved, '.replaced-before/audit.jsonl': 'old' })
})

for (const [name, reason] of [
  ['gateway.sock', 'a gateway runs over it: stop it first'],
  ['control.sock', 'queue managers or their web server run over it: end them first (endmqm, endmqweb)'],
] as const)
  test(`a folder with a process that listens at ${name} is refused as it was, also with replace`, async (t) => {
    const { dataFolder, restore } = await open(t, { 'audit.jsonl': 'in use' })
    const ended: Promise<unknown>[] = []
    const server = createServer((socket) => {
      ended.push(new Promise((resolve) => socket.resume().once('close', resolve)))
    })
    await new Promise<void>((resolve) => server.listen(join(dataFolder, name), resolve))
    t.teardown(() => server.close())
    await t.throwsAsync(restore({ replace: true }), {
      name: 'BackupError',
      message: `${dataFolder} is in use: ${reason}`,
    })
    await Promise.all(ended) // a connection that stays open would keep the command running
    t.deepEqual(await readFiles(dataFolder), { 'audit.jsonl': 'in use' })
  })

test('a damaged backup and one of a newer layout are refused before the folder is made', async (t) => {
  const damaged = await open(t)
  await writeFile(join(damaged.backup, 'audit.jsonl'), 'other')
  await t.throwsAsync(damaged.restore(), { message: /audit\.jsonl is damaged/ })
  const newer = await open(t, undefined, { dataLayout: 99, version: '9.9.9' })
  await t.throwsAsync(newer.restore(), {
    name: 'DataLayoutError',
    message: /^the backup \S+ has layout 99, which Sluice 9\.9\.9 wrote/,
  })
  for (const { folder } of [damaged, newer]) t.deepEqual(await readdir(folder), ['backup'])
})

test('a copy that fails leaves the folder as it was', async (t) => {
  const twice = [listed('audit.jsonl', 'saved'), listed('audit.jsonl', 'saved'), listed('mqweb/users.xml', '<saved/>')]
  const { dataFolder, restore } = await open(t, { 'audit.jsonl': 'before' }, { files: twice })
  await t.throwsAsync(restore({ replace: true }), { code: 'EEXIST' })
  t.deepEqual(await readdir(dataFolder), ['audit.jsonl'])
  t.deepEqual(await readFiles(dataFolder), { 'audit.jsonl': 'before' })
})

test('a file that changes while it is copied is noticed, and the folder stays as it was', async (t) => {
  const files = [listed('audit.jsonl', 'saved'), listed('mqweb/users.xml', '<saved/>'), listed('z', 'at first')]
  const { backup, dataFolder, restore } = await open(t, { '.restoring/audit.jsonl': 'at first' }, { files })
  // This file is verified as that of an earlier restore, and read again as that of this one.
  await symlink(join(dataFolder, '.restoring', 'audit.jsonl'), join(backup, 'z'))
  await t.throwsAsync(restore(), { name: 'BackupError', message: /\.restoring\/z is damaged/ })
  t.deepEqual(await readdir(dataFolder), [])
})
