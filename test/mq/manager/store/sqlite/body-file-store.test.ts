import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openBodyFileStore, RemovalHold } from '../../../../../src/mq/manager/store/sqlite/body-file-store.ts'
import { folderFor } from '../../_support/folder.ts'
import { listsOpenFiles, openFilesBelow } from '../../_support/open-files.ts'
import { recordSyncs } from '../../_support/recorded-syncs.ts'

function open(t: ExecutionContext, removals?: RemovalHold) {
  const folder = join(folderFor(t), 'bodies')
  return { folder, bodies: openBodyFileStore(folder, new Set(), removals) }
}

test('a body is a file of its owner, whose name has the checksum', async (t) => {
  const { folder, bodies } = open(t)
  const name = await bodies.write(Buffer.from('large'))
  t.is(statSync(join(folder, name)).mode & 0o777, 0o600)
  t.regex(name, /^[0-9a-f-]{36}\.[0-9a-z]+$/)
  t.is((await bodies.read(name)).toString(), 'large')
})

test('a file that has changed or is missing is damage', async (t) => {
  const { folder, bodies } = open(t)
  const name = await bodies.write(Buffer.from('large'))
  writeFileSync(join(folder, name), 'other')
  const changed = await t.throwsAsync(bodies.read(name), { message: /is not what was written/ })
  t.is((changed as { kind?: string }).kind, 'damaged')
  rmSync(join(folder, name))
  const missing = await t.throwsAsync(bodies.read(name), { name: 'MessageStoreError' })
  t.is((missing as { kind?: string }).kind, 'damaged')
})

test('a file of an earlier layout, whose name has no checksum, is read', async (t) => {
  const { folder, bodies } = open(t)
  writeFileSync(join(folder, 'plain'), 'any')
  t.is((await bodies.read('plain')).toString(), 'any')
})

test('a body that cannot be written is reported by its path and leaves no file', async (t) => {
  const { folder, bodies } = open(t)
  rmSync(folder, { recursive: true })
  const error = await t.throwsAsync(bodies.write(Buffer.from('x')), { name: 'MessageStoreError' })
  t.true(error.message.startsWith(folder))
  t.false(existsSync(folder))
})

test('opening removes the files that no message names', async (t) => {
  const { folder, bodies } = open(t)
  const [kept, other] = [await bodies.write(Buffer.from('a')), await bodies.write(Buffer.from('b'))]
  openBodyFileStore(folder, new Set([kept]))
  t.deepEqual(readdirSync(folder), [kept])
  await t.notThrowsAsync(bodies.remove(other))
})

test('a removal waits while a backup holds it', async (t) => {
  const removals = new RemovalHold()
  const { folder, bodies } = open(t, removals)
  const name = await bodies.write(Buffer.from('x'))
  const release = removals.hold()
  const removing = bodies.remove(name)
  for (let count = 0; count < 3; count++) await bodies.write(Buffer.from('takes longer than a removal'))
  t.true(existsSync(join(folder, name)))
  release()
  await removing
  t.false(existsSync(join(folder, name)))
})

test.serial('a written body is synced, and then its name, and the file is closed', async (t) => {
  const { folder, bodies } = open(t)
  const syncs = await recordSyncs(t)
  const path = join(folder, await bodies.write(Buffer.from('large')))
  if (listsOpenFiles) t.deepEqual(syncs.paths, [path, folder])
  t.deepEqual(openFilesBelow(folder), [])
})

test.serial('a body whose write fails is removed, and a full disk is reported as such', async (t) => {
  const { folder, bodies } = open(t)
  const syncs = await recordSyncs(t)
  syncs.fault = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -constants.errno.ENOSPC })
  const error = await t.throwsAsync(bodies.write(Buffer.from('large')), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'full')
  t.deepEqual(readdirSync(folder), [])
  t.deepEqual(openFilesBelow(folder), [])
})

/** Returns whether removals may go on now. */
async function isFree(holds: RemovalHold): Promise<boolean> {
  return Promise.race([holds.waitUntilFree().then(() => true), setImmediate(false)])
}

test('removals wait until every hold has ended, whatever holds came before', async (t) => {
  const holds = new RemovalHold()
  t.true(await isFree(holds))
  for (let round = 0; round < 2; round += 1) {
    const releases = [holds.hold(), holds.hold()] as const
    const waiting = holds.waitUntilFree()
    releases[0]()
    releases[0]() // a hold ends once
    t.false(await isFree(holds))
    releases[1]()
    await waiting
    t.true(await isFree(holds))
  }
})

test('a removal that waits for one hold goes on after later holds have ended', async (t) => {
  const holds = new RemovalHold()
  holds.hold()() // an earlier backup
  const first = holds.hold()
  let isFree = false
  const waiting = holds.waitUntilFree().then(() => {
    isFree = true
  })
  await setImmediate()
  const second = holds.hold()
  first()
  await setImmediate()
  t.false(isFree)
  second()
  await Promise.race([waiting, setImmediate()])
  t.true(isFree)
})
