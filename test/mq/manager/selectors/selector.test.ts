import test from 'ava'
import { compileSelector } from '../../../../src/mq/manager/selectors/index.ts'
import { compileLike } from '../../../../src/mq/manager/selectors/like.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import { createRandom } from '../../../_support/random.ts'

const message: Parameters<ReturnType<typeof compileSelector>>[0] = {
  persistent: true,
  messageId: undefined,
  correlationId: Buffer.alloc(24, 1),
  descriptor: {
    format: 'MQSTR',
    priority: 7,
    putAt: 1000,
    userId: 'u',
    applicationName: 'a',
    ccsid: 1208,
    backoutCount: 1,
    group: { id: 'orders', sequence: 2 },
    properties: {
      colour: { type: 'string', value: "it's red" },
      count: { type: 'integer', value: 3 },
      big: { type: 'long', value: '9007199254740993' },
      price: { type: 'double', value: 1.5 },
      fresh: { type: 'boolean', value: true },
    },
  },
}

for (const [text, expected] of [
  ["colour = 'it''s red'", true],
  ["colour <> 'blue'", true],
  ["COLOUR = 'it''s red'", false], // names have a case, words have none
  ["JMSXGroupID = 'orders' AND JMSXGroupSeq = 2", true],
  ["JMSXGroupID <> 'orders'", false],
  ["JMSXUserID = 'u' AND JMSXAppID = 'a' AND JMSXDeliveryCount = 2", true],
  ['count = 3', true],
  ['count = 3.0', true],
  ["count = '3'", false],
  ["count <> '3'", false],
  ['count > 2 and count <= 3', true],
  ['big = 9007199254740993', false], // the literal is a number of 53 bits
  ['big > 9007199254740992', true],
  ['price * 2 + 1 = 4', true],
  ['1 + 2 * 3 = 7 AND (1 + 2) * 3 = 9', true],
  ['7 - 2 - 1 = 4 AND 8 / 2 / 2 = 2', true],
  ['-count = -3', true],
  ['fresh', true],
  ['NOT fresh', false],
  ['fresh = TRUE', true],
  ['count BETWEEN 1 AND 3', true],
  ['count NOT BETWEEN 4 AND 5', true],
  ["colour IN ('a', 'it''s red')", true],
  ["colour NOT IN ('a')", true],
  ["colour LIKE 'it%d'", true],
  ["colour LIKE 'it_s%'", true],
  ["colour NOT LIKE '%blue%'", true],
  ["colour LIKE 'it!%' ESCAPE '!'", false],
  ['colour IS NOT NULL', true],
  ['nothing IS NULL', true],
  ['nothing = 1', false],
  ['NOT nothing = 1', false],
  ['nothing = 1 OR fresh', true],
  ['nothing > 1 AND fresh', false],
  ['constructor IS NULL', true],
  ['JMSPriority >= 7', true],
  ["JMSDeliveryMode = 'PERSISTENT'", true],
  [`JMSCorrelationID = 'ID:${'01'.repeat(24)}'`, true],
  ['JMSMessageID IS NULL', true],
  ['JMSTimestamp < 1001', true],
  ['true or nothing = 1 and false', true],
] as const) {
  test(`${text} is ${expected}`, (t) => {
    t.is(compileSelector(text)(message), expected)
  })
}

for (const [text, complaint] of [
  ['', /a value is wanted at character 1, not the end/],
  ['a =', /a value is wanted at character 4/],
  ['a = 1 b', /the end is wanted at character 7, not "b"/],
  ['a NOT 1', /BETWEEN, IN or LIKE is wanted/],
  ["a = 'open", /"'" at character 5 belongs to no selector/],
  ['a LIKE 5', /a text in quotes is wanted/],
  ["a LIKE 'x' ESCAPE 'ab'", /ESCAPE takes one character/],
  ['a IN ()', /a text in quotes is wanted/],
  ['(a = 1', /\) is wanted/],
  ['a ; b', /";" at character 3 belongs to no selector/],
  ['('.repeat(1900), /nested deeper than 100/],
  ['NOT '.repeat(1900), /nested deeper than 100/],
  [`${'1 + '.repeat(5000)}1 = 1`, /more than 2000 words/],
  [`${'-'.repeat(1900)}1 = 1`, /nested deeper than 100/],
  [`${"a LIKE '%' OR ".repeat(100)}a LIKE '%'`, /more than 100 times LIKE/],
] as const) {
  test(`no selector: ${text.slice(0, 30)}`, (t) => {
    t.throws(() => compileSelector(text), { instanceOf: MqError, message: complaint })
  })
}

test('the longest chain of operators is computed', (t) => {
  t.true(compileSelector(`${'1 + '.repeat(990)}1 = 991`)(message))
})

test('LIKE does not lose itself in a hostile pattern', (t) => {
  t.false(compileLike(`${'%a'.repeat(2000)}b`, undefined)('a'.repeat(5000)))
})

test('a long pattern of LIKE costs a small part of the product of both lengths', (t) => {
  const text = 'a'.repeat(40_000)
  const measure = (pattern: string, count: number): number => {
    const matches = compileLike(pattern, undefined)
    const times = Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage()
      for (let done = 0; done < count; done++) matches(text)
      return process.threadCpuUsage(before).user
    })
    return Math.min(...times)
  }
  // Less than 1,000 matches of a short one, of which 200 are longer than a tick of a coarse clock.
  t.true(measure(`%${'a'.repeat(20_000)}b%`, 1) < 5 * measure('%b%', 200))
})

test('LIKE matches what an expression of ECMA-262 matches, around the 32 characters of a step', (t) => {
  const random = createRandom(1)
  for (let round = 0; round < 2_000; round++) {
    const length = Math.floor(random() * 70)
    const characters = Array.from({ length }, () => ['a', 'b', 'é', '😀'][Math.floor(random() * 4)] ?? '')
    const signs = characters.map((each) => (random() < 0.8 ? each : random() < 0.7 ? '_' : '%'))
    const [pattern, text] = [signs.join(''), characters.filter(() => random() < 0.99).join('')]
    const expression = signs.map((sign) => ({ '%': '.*', _: '.' })[sign] ?? sign).join('')
    t.is(compileLike(pattern, undefined)(text), new RegExp(`^${expression}$`, 'su').test(text), `${pattern} ${text}`)
  }
})
