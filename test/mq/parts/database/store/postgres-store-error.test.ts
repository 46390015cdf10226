import test from 'ava'
import { MessageStoreError } from '../../../../../src/mq/manager/store/message-store.ts'
import { toPostgresStoreError } from '../../../../../src/mq/parts/database/store/postgres-store-error.ts'
import { PostgresError } from '../../../../../src/shared/lib/postgres/postgres-error.ts'

for (const code of ['full', 'busy', 'unavailable', 'closed', 'refused', 'failed'] as const)
  test(`an error of the database with the code ${code} is ${code === 'full' ? 'a full disk' : 'a failure'}`, (t) => {
    const cause = new PostgresError(code, 'the text')
    const error = toPostgresStoreError(cause)
    t.true(error instanceof MessageStoreError)
    t.like(error as MessageStoreError, { kind: code === 'full' ? 'full' : 'failed', message: 'the text', cause })
  })

test('other errors stay as they are', (t) => {
  for (const error of [new Error('any'), new MessageStoreError('damaged', 'any'), 'text'])
    t.is(toPostgresStoreError(error), error)
})
