import test from 'ava'

import { isBusyError } from '../../../src/storage/contract/state-store-error.ts'

for (const [title, errcode, isBusy] of [
  ['SQLITE_BUSY', 5, true],
  ['SQLITE_LOCKED', 6, true],
  ['SQLITE_BUSY_RECOVERY', 261, true],
  ['SQLITE_LOCKED_SHAREDCACHE', 262, true],
  ['SQLITE_READONLY', 8, false],
  ['SQLITE_CORRUPT', 11, false],
] as const)
  test(`${title} ${isBusy ? 'is' : 'is not'} a lock of another connection`, (t) => {
    t.is(isBusyError(Object.assign(new Error(title), { errcode })), isBusy)
  })

test('an error without a result code is not a lock', (t) => {
  t.false(isBusyError(new Error('other')))
  t.false(isBusyError({ errcode: 5 }))
})
