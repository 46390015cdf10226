import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { backUpStore } from '../../../../../src/mq/manager/store/sqlite/back-up-store.ts'
import { RemovalHold } from '../../../../../src/mq/manager/store/sqlite/body-file-store.ts'
import { createSqliteStore, openSqliteStore } from '../../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'
import { add, message } from '../conformance.ts'

const created = 1_700_000_000_000

/** An open store with messages 1 to 20, of which the last one has a body file, and an empty folder for its backup. */
async function open(t: ExecutionContext) {
  const [home, folder] = [folderFor(t), folderFor(t)]
  const file = join(home, 'messages.db')
  const removals = new RemovalHold()
  const store = await createSqliteStore(file, { created, removals })
  t.teardown(() => store.close())
  const bodyFile = await store.bodies.write(Buffer.from('large'))
  for (let sequence = 1; sequence < 20; sequence++) await store.commit([add(7, message(sequence), 'x'.repeat(900))])
  await store.commit([add(7, message(20, { bodyFile }), '')])
  const backUp = (isOpen: boolean) => backUpStore({ file, folder, removals, isOpen })
  return { home, folder, file, store, removals, bodyFile, backUp }
}

/** The same after a crash: its log has everything, and no process has it open. */
async function crashed(t: ExecutionContext) {
  const { home, file, bodyFile } = await open(t)
  const [copied, folder] = [folderFor(t), folderFor(t)]
  for (const name of ['messages.db', 'messages.db-wal']) copyFileSync(join(home, name), join(copied, name))
  mkdirSync(join(copied, 'bodies'))
  copyFileSync(join(file, '..', 'bodies', bodyFile), join(copied, 'bodies', bodyFile))
  const removals = new RemovalHold()
  const copy = join(copied, 'messages.db')
  const backUp = (isOpen: boolean) => backUpStore({ file: copy, folder, removals, isOpen })
  return { file: copy, folder, removals, bodyFile, backUp }
}

function overwrite(file: string, offset: number, length: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, offset, offset + length)
  writeFileSync(file, bytes)
}

test('a copy is one file without a log, and the bodies that it names, in a folder of its owner', async (t) => {
  const { folder, store, bodyFile, backUp } = await open(t)
  await store.bodies.write(Buffer.from('without a message'))
  await backUp(true)
  t.deepEqual(readdirSync(folder).sort(), ['bodies', 'messages.db'])
  t.deepEqual(readdirSync(join(folder, 'bodies')), [bodyFile])
  t.is(statSync(join(folder, 'bodies')).mode & 0o777, 0o700)
  const copy = new DatabaseSync(join(folder, 'messages.db'), { readOnly: true })
  t.teardown(() => copy.close())
  t.deepEqual({ ...copy.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'delete' })

  const restored = await openSqliteStore(join(folder, 'messages.db'), { created })
  t.teardown(() => restored.close())
  t.is(restored.messages.takeLaneSnapshots().get(7)?.get(0)?.sequences.length, 20)
  t.is((await restored.bodies.read(bodyFile)).toString(), 'large')
})

test('only its owner can read the files of a store and of its copy', async (t) => {
  const { home, folder, bodyFile, backUp } = await open(t)
  await backUp(true)
  for (const place of [home, folder])
    for (const name of ['messages.db', 'messages.db-wal', join('bodies', bodyFile)]) {
      const found = statSync(join(place, name), { throwIfNoEntry: false })
      if (place === home || !name.endsWith('-wal')) t.is((found?.mode ?? 0) & 0o777, 0o600, name)
    }
})

test('a backup leaves no file open and no log behind, and holds no removals afterwards', async (t) => {
  const { home, folder, file, store, bodyFile, removals, backUp } = await open(t)
  await backUp(true)
  t.deepEqual(openFilesBelow(folder), [])
  await removals.waitUntilFree()
  await store.bodies.remove(bodyFile)
  await store.close()
  t.false(existsSync(`${file}-wal`), 'the last connection removes the log')
  t.deepEqual(openFilesBelow(home), [])
})

test('the log of a store that is not open is checked before SQLite drops its damaged end', async (t) => {
  const { file, folder, removals, backUp } = await crashed(t)
  overwrite(`${file}-wal`, 32 + 100, 200)
  const log = readFileSync(`${file}-wal`)
  const error = await t.throwsAsync(backUp(false), {
    name: 'MessageStoreError',
    message: /frame 1 of the log is damaged/,
  })
  t.is((error as { kind?: string }).kind, 'damaged')
  t.deepEqual(readFileSync(`${file}-wal`), log)
  t.deepEqual(readdirSync(folder), [])
  await removals.waitUntilFree()
})

test('the log of an open store is not checked, because its last frames may be incomplete at that moment', async (t) => {
  const { file, folder, backUp } = await crashed(t)
  overwrite(`${file}-wal`, statSync(`${file}-wal`).size / 2, 200)
  await backUp(true)
  t.true(existsSync(join(folder, 'messages.db')))
})

test('a store whose log is sound is copied with what the log has', async (t) => {
  const { folder, backUp } = await crashed(t)
  await backUp(false)
  const restored = await openSqliteStore(join(folder, 'messages.db'), { created })
  t.teardown(() => restored.close())
  t.is(restored.messages.find(7, 20)?.sequence, 20)
})

test('a damaged page is reported with the name of the store', async (t) => {
  const { file, store, backUp } = await open(t)
  await store.close()
  overwrite(file, statSync(file).size - 4096, 4096) // a page that only the check of the whole file reads
  const error = await t.throwsAsync(backUp(false), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'damaged')
})

test('a body file that is missing is reported as damage of the store', async (t) => {
  const { file, home, bodyFile, backUp } = await open(t)
  rmSync(join(home, 'bodies', bodyFile))
  const error = await t.throwsAsync(backUp(true), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'damaged')
  t.true(error.message.startsWith(file) && error.message.includes(bodyFile))
})
