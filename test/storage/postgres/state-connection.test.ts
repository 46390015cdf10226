import test from 'ava'

import { PostgresError } from '../../../src/lib/postgres/postgres-error.ts'
import { StateStoreError } from '../../../src/storage/index.ts'
import { toStateStoreError } from '../../../src/storage/postgres/state-connection.ts'

test('an error of PostgreSQL is an error of the store, with its code and cause', (t) => {
  const cause = new Error('cause')
  const error = toStateStoreError(new PostgresError('full', 'the disk is full', { cause }))
  t.true(error instanceof StateStoreError)
  t.like(error, { code: 'full', message: 'the disk is full', cause })
})

test('every other error stays as it is', (t) => {
  const error = new TypeError('wrong')
  t.is(toStateStoreError(error), error)
})
