/** Bodies whose checks would cost more than their size: their results are right, and no thread that others need makes them. */
import { randomInt } from 'node:crypto'
import test from 'ava'
import type { ContractSchema } from '../../../../../src/gateway/config/types/index.ts'
import { checkJsonBody } from '../../../../../src/gateway/parts/validation/contract/body.ts'
import { CheckBudgetError } from '../../../../../src/gateway/parts/validation/contract/check-budget.ts'
import {
  openSchemaChecks,
  type SchemaCheck,
} from '../../../../../src/gateway/parts/validation/contract/schema-checks.ts'
import { multiplesAreExact } from './_multiples.ts'
import { agreesWithLibrary } from './_random-schemas.ts'

const location = { file: 'apis/shop.yaml', line: 1, column: 1 }

/** Returns the check of the first of some schemas, which refer to each other by `#/$defs/INDEX`. */
function check(...schemas: unknown[]): SchemaCheck {
  return openSchemaChecks({ schemas: schemas.map((schema): ContractSchema => ({ schema, location })) }, true)(0)
}

const ref = (index: number) => ({ $ref: `contract#/$defs/${index}` })
const nested = (depth: number, member: string, leaf: unknown): unknown =>
  depth === 0 ? leaf : { [member]: [nested(depth - 1, member, leaf)] }

/** Recursive schemas that try several branches at each level. */
const recursive: Readonly<Record<string, { schemas: unknown[]; member: string }>> = {
  'oneOf of two groups': {
    member: 'of',
    schemas: [
      { oneOf: [ref(1), ref(2), { type: 'string' }] },
      { type: 'object', required: ['of'], properties: { of: { type: 'array', items: ref(0) }, all: {} } },
      { type: 'object', required: ['of'], properties: { of: { type: 'array', items: ref(0) }, any: {} } },
    ],
  },
  'anyOf that fails late': {
    member: 'in',
    schemas: [
      { anyOf: [{ allOf: [ref(1), { required: ['x'] }] }, { allOf: [ref(1), { required: ['y'] }] }] },
      { properties: { in: { items: ref(0) } } },
    ],
  },
  'allOf of twins': {
    member: 'to',
    schemas: [{ allOf: [ref(1), ref(1)] }, { properties: { to: { items: ref(0) } }, type: ['object', 'integer'] }],
  },
  'if and else': {
    member: 'or',
    schemas: [
      { if: { allOf: [ref(1), { required: ['z'] }] }, else: ref(1) },
      { properties: { or: { items: ref(0) } } },
    ],
  },
  'not in not': {
    member: 'no',
    schemas: [{ not: { not: { allOf: [ref(1), ref(1)] } } }, { properties: { no: { items: ref(0) } } }],
  },
}

for (const [title, { schemas, member }] of Object.entries(recursive))
  test.serial(`${title}: a shallow body is checked here, a deep one leaves the thread of the worker`, async (t) => {
    const checkValue = check(...schemas)
    const shallow = checkJsonBody(Buffer.from(JSON.stringify(nested(3, member, 1))), checkValue)
    t.false(shallow instanceof Promise)
    const deep = nested(60, member, 1)
    t.throws(() => checkValue.withinBudget(deep, 'body'), { instanceOf: CheckBudgetError })
    t.is(checkValue(deep, 'body'), 'body takes too long to check')
    const violation = await checkJsonBody(Buffer.from(JSON.stringify(deep)), checkValue)
    t.regex(violation?.text ?? '', /^body cannot be checked within \d+ ms of processor time and \d+ MiB/)
    t.is(violation?.location, location)
  })

test.serial('a body behind one that never ends is checked, and bodies of other contracts take turns', async (t) => {
  const { schemas, member } = recursive['oneOf of two groups'] as (typeof recursive)[string]
  const endless = check(...schemas)
  const large = check({ type: 'array', items: { type: 'integer' } })
  const hostile = Buffer.from(JSON.stringify(nested(60, member, 1)))
  const body = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index)))
  const order: string[] = []
  const note = async (name: string, result: ReturnType<typeof checkJsonBody>) => {
    const violation = await result
    order.push(name)
    return violation
  }
  const results = await Promise.all([
    note('endless', checkJsonBody(hostile, endless)),
    note('endless', checkJsonBody(hostile, endless)),
    note('large', checkJsonBody(body, large)),
  ])
  t.deepEqual(order, ['endless', 'large', 'endless'])
  t.is(results[2], undefined)
})

test.serial('more bodies than may wait are rejected at once', async (t) => {
  const checkValue = check({ items: { type: 'string' } })
  const body = Buffer.from(JSON.stringify(Array(20_000).fill('text')))
  const results = await Promise.all(Array.from({ length: 80 }, () => checkJsonBody(body, checkValue)))
  t.true(results.some((each) => each?.text.includes('too many large bodies wait')))
  t.is(results[0], undefined)
})

test.serial('a large body is checked as a small one is', async (t) => {
  const checkValue = check({ type: 'array', items: { type: 'object', required: ['id'] } })
  const filler = Array.from({ length: 9_000 }, (_, id) => ({ id }))
  for (const last of [{ id: 1 }, {}, 'text']) {
    const small = await checkJsonBody(Buffer.from(JSON.stringify([last])), checkValue)
    const large = await checkJsonBody(Buffer.from(JSON.stringify([...filler, last])), checkValue)
    t.is(large?.text, small?.text.replace('[0]', '[9000]'))
  }
  t.is((await checkJsonBody(Buffer.from(`[${'1,'.repeat(40_000)}`), checkValue))?.text, 'body is not well-formed JSON')
  t.is((await checkJsonBody(Buffer.from('['.repeat(40_000)), checkValue))?.text, 'body is not well-formed JSON')
})

multiplesAreExact(test, check, 11) // test/long/multiples.test.ts has them all

test('multiples at the ends of what a number can be', (t) => {
  const says = (multipleOf: number, value: number) => check({ multipleOf })(value, 'n') === undefined
  t.true(says(1e-300, 1e300))
  t.true(says(0.5, 4503599627370495.5))
  t.true(says(7, 0))
  t.false(says(0.3, 1e21 + 1e5))
  t.is(check({ multipleOf: 0.01 })(1.005, 'n'), 'n must be multiple of 0.01')
})

test('objects and arrays are compared by their members, in any order', (t) => {
  const unique = check({ uniqueItems: true })
  t.is(
    unique(
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      'list',
    ),
    'list must NOT have duplicate items (items ## 0 and 1 are identical)',
  )
  t.is(unique([1, '1', [1], { a: 1 }, { a: '1' }, null, true, 'true', [], {}, '[]'], 'list'), undefined)
  const listed = check({ enum: [{ a: { b: [1, { c: null }] } }, [1, 2], 'x', 5] })
  t.is(listed({ a: { b: [1, { c: null }] } }, 'v'), undefined)
  t.is(listed([1, 2], 'v'), undefined)
  t.regex(listed([2, 1], 'v') ?? '', /^v must be one of \{"a"/)
  t.regex(listed('[1,2]', 'v') ?? '', /^v must be one of/)
  t.is(check({ const: { p: [1] } })({ p: [1] }, 'v'), undefined)
  t.regex(check({ const: { p: [1] } })({ p: [2] }, 'v') ?? '', /^v must be \{"p"/)
})

agreesWithLibrary(test, check, { seed: randomInt(2 ** 31), rounds: 15 }) // test/long/multiples.test.ts has ten times as many
