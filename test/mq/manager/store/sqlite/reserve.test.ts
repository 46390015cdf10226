import fs, { existsSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { MessageStoreError } from '../../../../../src/mq/manager/store/message-store.ts'
import {
  establishReserve,
  releaseReserve,
  requiredUnusedBytes,
  reserveBytes,
  runWithReserve,
} from '../../../../../src/mq/manager/store/sqlite/reserve.ts'
import { folderFor } from '../../_support/folder.ts'
import { listsOpenFiles, openFilesBelow } from '../../_support/open-files.ts'
import { recordSyncs } from '../../_support/recorded-syncs.ts'

/** Gives every disk this free space in bytes until the test ends. The test must be serial. */
function setFreeBytes(t: ExecutionContext, freeBytes: number): void {
  const { statfsSync } = fs
  fs.statfsSync = (() => ({ bavail: freeBytes, bsize: 1 })) as never
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.statfsSync = statfsSync
    syncBuiltinESMExports()
  })
}

test('on a full disk the reserve is released once, and the work runs again', (t) => {
  const file = join(folderFor(t), 'reserve')
  t.true(establishReserve(file))
  let runs = 0
  const work = () => {
    runs += 1
    throw new MessageStoreError('full', 'the disk is full')
  }
  t.throws(() => runWithReserve(file, work))
  t.deepEqual([runs, existsSync(file)], [2, false])
  t.throws(() => runWithReserve(file, work))
  t.is(runs, 3)
})

test('another failure on a disk with space keeps the reserve', (t) => {
  const file = join(folderFor(t), 'reserve')
  t.true(establishReserve(file))
  let runs = 0
  const work = () => {
    runs += 1
    throw new MessageStoreError('failed', 'the disk is gone')
  }
  t.throws(() => runWithReserve(file, work), { message: 'the disk is gone' })
  t.deepEqual([runs, existsSync(file)], [1, true])
})

test('the reserve has 4 MiB, and a put needs twice its size and 256 KiB', (t) => {
  t.is(reserveBytes, 4_194_304)
  t.deepEqual([0, 1, 1000].map(requiredUnusedBytes), [262_144, 262_146, 264_144])
})

test.serial('the reserve is synced, belongs to its owner, and is not left open', async (t) => {
  const folder = folderFor(t)
  const file = join(folder, 'reserve')
  const syncs = await recordSyncs(t)
  t.true(establishReserve(file))
  t.deepEqual([statSync(file).size, statSync(file).mode & 0o777], [4_194_304, 0o600])
  if (listsOpenFiles) t.deepEqual(syncs.paths, [file])
  t.deepEqual(openFilesBelow(folder), [])
  t.true(establishReserve(file))
  t.true(syncs.paths.length <= 1, 'a complete reserve is not written again')
})

test.serial('a reserve whose write fails is removed, and nothing is left open', async (t) => {
  const folder = folderFor(t)
  const file = join(folder, 'reserve')
  const syncs = await recordSyncs(t)
  syncs.fault = new Error('no space left on device')
  t.false(establishReserve(file))
  t.false(existsSync(file))
  t.deepEqual(openFilesBelow(folder), [])
})

for (const [freeBytes, isEstablished] of [
  [2 * 4_194_304, true],
  [2 * 4_194_304 - 1, false],
] as const)
  test.serial(`with ${freeBytes} free bytes, the reserve is ${isEstablished ? 'made' : 'not made'}`, (t) => {
    const file = join(folderFor(t), 'reserve')
    setFreeBytes(t, freeBytes)
    t.is(establishReserve(file), isEstablished)
    t.is(existsSync(file), isEstablished)
    writeFileSync(file, Buffer.alloc(4_194_303))
    t.is(establishReserve(file), isEstablished, 'one byte is missing')
    writeFileSync(file, Buffer.alloc(4_194_304))
    t.true(establishReserve(file), 'a complete reserve needs no space')
  })

test('only a reserve with bytes frees space', (t) => {
  const file = join(folderFor(t), 'reserve')
  t.false(releaseReserve(file))
  writeFileSync(file, '')
  t.false(releaseReserve(file))
  writeFileSync(file, 'x')
  t.true(releaseReserve(file))
  t.false(existsSync(file))
})

for (const [title, error, freeBytes, isRetried] of [
  ['a full disk', new MessageStoreError('full', 'full'), 1e9, true],
  ['an error of the file system', new Error('ENOSPC'), 1e9, true],
  ['a failure with less than 64 KiB free', new MessageStoreError('failed', 'disk I/O error'), 65_535, true],
  ['a failure with 64 KiB free', new MessageStoreError('failed', 'disk I/O error'), 65_536, false],
  ['damage, however little is free,', new MessageStoreError('damaged', 'a page'), 0, false],
] as const)
  test.serial(`${title} ${isRetried ? 'releases' : 'keeps'} the reserve`, (t) => {
    const file = join(folderFor(t), 'reserve')
    writeFileSync(file, 'x')
    setFreeBytes(t, freeBytes)
    let runs = 0
    const work = () => {
      runs += 1
      if (runs === 1) throw error
      return 'done'
    }
    if (isRetried) t.is(runWithReserve(file, work), 'done')
    else
      t.is(
        t.throws(() => runWithReserve(file, work)),
        error,
      )
    t.deepEqual([runs, existsSync(file)], isRetried ? [2, false] : [1, true])
  })

test('work that succeeds runs once, with or without a reserve', (t) => {
  const file = join(folderFor(t), 'reserve')
  writeFileSync(file, 'x')
  let runs = 0
  for (const reserve of [file, undefined])
    t.is(
      runWithReserve(reserve, () => ++runs),
      runs,
    )
  t.deepEqual([runs, existsSync(file)], [2, true])
})
