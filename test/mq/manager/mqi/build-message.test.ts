import test from 'ava'
import { buildMessage, buildMessageSummary, serializeProperties } from '../../../../src/mq/manager/mqi/build-message.ts'
import type { MessageProperty } from '../../../../src/mq/manager/types/message.ts'
import { queuedMessage } from '../queues/queued-messages.ts'

for (const [expiresAt, expiry] of [
  [undefined, undefined],
  [1001, 1],
  [1000, 0],
  [500, 0],
] as const)
  test(`a message that expires at ${expiresAt} has ${expiry} ms left at 1000`, (t) => {
    t.is(buildMessageSummary(queuedMessage(1, { expiresAt }), 1000).expiry, expiry)
  })

test('a message without a correlation id and properties has zeros and none', (t) => {
  const message = buildMessage(queuedMessage(1), Buffer.from('x'), 1000)
  t.deepEqual(message.correlationId, Buffer.alloc(24))
  t.deepEqual(message.properties, {})
  t.deepEqual(message.body, Buffer.from('x'))
})

for (const [property, stored] of [
  [{ type: 'long', value: 9_007_199_254_740_993n }, '9007199254740993'],
  [{ type: 'long', value: 7 }, 7],
  [{ type: 'string', value: '12' }, '12'],
  [{ type: 'boolean', value: false }, false],
] as readonly (readonly [MessageProperty, unknown])[])
  test(`a ${property.type} property ${property.value} is stored as JSON and read again`, (t) => {
    const properties = serializeProperties({ p: property })
    t.deepEqual(properties, { p: { type: property.type, value: stored } } as never)
    const { descriptor } = queuedMessage(1)
    const entry = queuedMessage(1, { descriptor: { ...descriptor, properties } })
    t.deepEqual(buildMessage(entry, Buffer.alloc(0), 0).properties, { p: property })
  })
