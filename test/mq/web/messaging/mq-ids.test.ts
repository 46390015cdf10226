import test from 'ava'
import { restV1, restV3 } from '../../../../src/mq/web/context/rest-dialect.ts'
import { parseCorrelationId, parseMqId, renderMqId } from '../../../../src/mq/web/messaging/mq-ids.ts'

const digits = '414d5120514d31202020202020202020a1b2c3d4e5f60718'

test('writes an id as 48 lower-case digits, and with ID: before them in v3', (t) => {
  const id = Buffer.from(digits, 'hex')
  t.is(renderMqId(id, restV1), digits)
  t.is(renderMqId(id, restV3), `ID:${digits}`)
})

test('reads what it writes, in either case', (t) => {
  t.deepEqual(parseMqId(digits.toUpperCase(), restV1), Buffer.from(digits, 'hex'))
  t.deepEqual(parseMqId(`ID:${digits}`, restV3), Buffer.from(digits, 'hex'))
})

for (const [title, text, version] of [
  ['a digit short', digits.slice(1), restV1],
  ['a digit long', `${digits}0`, restV1],
  ['no digit', `${digits.slice(1)}g`, restV1],
  ['with the prefix of v3 in v1', `ID:${digits}`, restV1],
  ['without the prefix in v3', digits, restV3],
] as const) {
  test(`does not read an id that is ${title}`, (t) => {
    t.is(parseMqId(text, version), undefined)
  })
}

test('takes any text as a correlation id in v3, and keeps it', (t) => {
  const parsed = parseCorrelationId('order 7', restV3)
  t.deepEqual(parsed?.properties, { JMSCorrelationID: { type: 'string', value: 'order 7' } })
  t.is(parsed?.correlationId?.length, 24)
  t.is(parsed?.correlationId?.toString('latin1').replace(/\0+$/, ''), 'order 7')
})

test('distinguishes long texts with the same beginning', (t) => {
  const common = 'x'.repeat(24)
  const [one, other] = ['a', 'b'].map((end) => parseCorrelationId(common + end, restV3))
  t.is(one?.correlationId?.length, 24)
  t.notDeepEqual(one?.correlationId, other?.correlationId)
})

test('takes no text as a correlation id before v3, and no half id in v3', (t) => {
  t.is(parseCorrelationId('order 7', restV1), undefined)
  t.is(parseCorrelationId('ID:12', restV3), undefined)
  t.is(parseCorrelationId('', restV3), undefined)
  t.is(parseCorrelationId('\ud800', restV3), undefined, 'half of a surrogate pair has no bytes')
})
