import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

import { MessageStoreError } from '../../../../src/qm/store/message-store.ts'
import { establishReserve, runWithReserve } from '../../../../src/qm/store/sqlite/reserve.ts'
import { folderFor } from '../../_support/folder.ts'

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
