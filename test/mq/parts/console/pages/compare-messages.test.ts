import test from 'ava'
import type { MessageDetails } from '../../../../../src/mq/parts/console/contract/messages.ts'
import { compareBodies, listDifferences } from '../../../../../src/mq/parts/console/pages/messages/compare-messages.ts'

function message(body: string | Buffer, some: Partial<MessageDetails> = {}): MessageDetails {
  return {
    messageId: '41'.repeat(24),
    format: 'MQSTR',
    length: body.length,
    persistence: 'persistent',
    priority: 4,
    putAt: '2026-01-02T03:04:05.000Z',
    userId: 'app',
    applicationName: 'orders',
    backoutCount: 0,
    headers: [],
    ccsid: 1208,
    properties: [],
    body: Buffer.from(body).toString('base64'),
    truncated: false,
    ...some,
  }
}

const changed = (first: MessageDetails, second: MessageDetails) =>
  compareBodies(first, second)
    .parts.filter(({ kind }) => kind !== 'same')
    .map(({ base, theirs }) => [base.trim(), theirs.trim()])

test('lists the facts that differ, and no others', (t) => {
  const first = message('a', { priority: 4, properties: [{ name: 'color', type: 'string', value: 'red' }] })
  const second = message('a', {
    priority: 7,
    headers: [{ name: 'MQRFH2', length: 0, fields: [{ name: 'Folder', value: 'usr' }] }],
    properties: [{ name: 'color', type: 'string', value: 'blue' }],
  })
  t.deepEqual(
    listDifferences(first, second).map((each) => [each.name, each.first, each.second]),
    [
      ['Priority', '4', '7'],
      ['Folder', undefined, 'usr'],
      ['color (string)', 'red', 'blue'],
    ],
  )
  t.deepEqual(listDifferences(first, first), [])
})

test('of several fields with one name, each is compared with its own', (t) => {
  const of = (...values: string[]) =>
    message('a', { headers: [{ name: 'PCF', length: 0, fields: values.map((value) => ({ name: 'Q', value })) }] })
  t.like(listDifferences(of('A', 'B'), of('A', 'C')), { length: 1, 0: { name: 'Q 2', first: 'B', second: 'C' } })
})

test('JSON is indented before its lines are compared', (t) => {
  const [first, second] = [message('{"a":1,"b":2}'), message('{ "a": 1, "b": 3 }')]
  t.is(compareBodies(first, second).format, 'json')
  t.deepEqual(changed(first, second), [['"b": 2', '"b": 3']])
})

test('a JSON body and another text are compared as texts, bytes as a hex dump', (t) => {
  t.is(compareBodies(message('{"a":1}'), message('a')).format, 'text')
  const bytes = message(Buffer.from([0, 1, 254, 255]))
  t.is(compareBodies(bytes, message('a')).format, 'hex')
  t.deepEqual(changed(bytes, bytes), [])
})

test('a last line is the same whether another follows or not, and empty bodies have no lines', (t) => {
  t.deepEqual(changed(message('a'), message('a\nb')), [['', 'b']])
  t.deepEqual(compareBodies(message(''), message('')).parts, [])
})

test('of long bodies, the beginning is compared', (t) => {
  const long = message('line\n'.repeat(50_000))
  const { isPartial, parts } = compareBodies(long, long)
  t.true(isPartial)
  t.is(parts.length, 1)
  t.false(compareBodies(message('a'), message('b')).isPartial)
})
