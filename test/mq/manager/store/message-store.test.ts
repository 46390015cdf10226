import test from 'ava'
import { MessageStoreError, throwAsMqError, toMqError } from '../../../../src/mq/manager/store/message-store.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'

for (const [kind, reasonCode, text] of [
  ['damaged', 2101, 'the reason'],
  ['full', 2192, 'no room on the disk: the reason'],
  ['lost', 2009, 'the reason'],
  ['failed', 2102, 'the reason'],
] as const)
  test(`an error of the store of the kind ${kind} has reason code ${reasonCode}`, (t) => {
    const cause = new MessageStoreError(kind, 'the reason')
    const error = toMqError(cause)
    t.true(error instanceof MqError)
    t.like(error as MqError, { reasonCode, cause })
    t.true((error as MqError).message.includes(text))
    t.throws(() => throwAsMqError(cause), { instanceOf: MqError })
  })

test('other errors stay as they are', (t) => {
  const error = new Error('other')
  t.is(toMqError(error), error)
  t.is(
    t.throws(() => throwAsMqError(error)),
    error,
  )
})
