import test from 'ava'
import { TransferLimits } from '../../../../../src/mq/parts/amqp/links/transfer-limits.ts'
import type { LinkEndpoint } from '../../../../../src/mq/parts/amqp/protocol/link-endpoint.ts'

const link = () => ({}) as LinkEndpoint
const maxBytes = 1_000_000
const open = () => new TransferLimits(() => maxBytes)

test('a message in many parts may have the maximum size and its properties, and no byte more', (t) => {
  const limits = open()
  const one = link()
  limits.add(one, maxBytes)
  limits.add(one, 65_536)
  t.throws(() => limits.add(one, 1), { message: /more than the 1000000 bytes of MAXMSGL/ })
})

test('a message that is complete does not count towards the next one of its link', (t) => {
  const limits = open()
  const one = link()
  for (let count = 0; count < 100; count += 1) {
    limits.add(one, maxBytes)
    limits.forget(one)
  }
  t.notThrows(() => limits.add(one, maxBytes))
})

test('incomplete messages of all links together have 16 MiB besides one message', (t) => {
  const limits = open()
  const links = Array.from({ length: 17 }, link)
  for (const each of links) limits.add(each, maxBytes)
  const last = link()
  t.throws(() => limits.add(last, maxBytes), { message: /too many messages are incomplete/ })
  limits.forget(last)
  for (const each of links) limits.forget(each)
  t.notThrows(() => limits.add(link(), maxBytes))
})
