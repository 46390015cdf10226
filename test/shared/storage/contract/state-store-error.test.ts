import test from 'ava'
import {
  findStoreRetryAfter,
  isBusyError,
  restoreStoreError,
  StateStoreError,
  serializeStoreError,
} from '../../../../src/shared/storage/contract/state-store-error.ts'

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

for (const [errcode, code, text] of [
  [5, 'busy', 'another process kept it locked too long'],
  [262, 'busy', 'another process kept it locked too long'],
  [8, 'failed', 'it is read-only; check its permissions and those of its folder'],
  [266, 'failed', 'the disk could not be read or written'],
  [11, 'damaged', 'it is damaged; restore it from a backup, or move it away to start with an empty one'],
  [13, 'full', 'the disk is full; writing works again when there is room'],
  [14, 'failed', 'it could not be opened; check that its folder exists and is writable'],
  [26, 'damaged', 'it is not a SQLite database and was not changed'],
  [1, 'failed', 'no such table'],
] as const)
  test(`result code ${errcode} of SQLite is ${code}, with a text that names the file`, (t) => {
    const cause = Object.assign(new Error('no such table'), { errcode })
    t.deepEqual(serializeStoreError(cause, 'x.db'), { code, message: `state file x.db: ${text}` })
  })

test('errors of the file system name the file, and those of the caller stay as they are', (t) => {
  const cause = Object.assign(new Error('EACCES: permission denied'), { syscall: 'open' })
  t.deepEqual(serializeStoreError(cause, 'x.db'), {
    code: 'failed',
    message: 'state file x.db: EACCES: permission denied',
  })
  t.deepEqual(serializeStoreError(new StateStoreError('closed', 'it is closed'), 'x.db'), {
    code: 'closed',
    message: 'it is closed',
  })
  t.deepEqual(serializeStoreError(new TypeError('no counter'), 'x.db'), { code: undefined, message: 'no counter' })
  t.deepEqual(serializeStoreError('text', 'x.db'), { code: undefined, message: 'text' })
})

test('a serialized error is restored with its code, and without one as an error of the caller', (t) => {
  const cause = new Error('cause')
  const restored = restoreStoreError({ code: 'full', message: 'full' }, { cause })
  t.true(restored instanceof StateStoreError)
  t.like(restored, { code: 'full', message: 'full', cause })
  const wrong = restoreStoreError({ code: undefined, message: 'no counter' })
  t.true(wrong instanceof TypeError)
  t.is(wrong.message, 'no counter')
})

for (const code of ['full', 'busy', 'unavailable', 'closed', 'failed'] as const)
  test(`an operation that failed as ${code} may be repeated after some seconds`, (t) => {
    t.is(findStoreRetryAfter(new StateStoreError(code, 'why')), 5)
  })

for (const error of [
  new StateStoreError('damaged', 'why'),
  new StateStoreError('refused', 'why'),
  new Error('a defect'),
])
  test(`${error.name} ${'code' in error ? error.code : ''} stays until somebody has acted`, (t) => {
    t.is(findStoreRetryAfter(error), undefined)
  })
