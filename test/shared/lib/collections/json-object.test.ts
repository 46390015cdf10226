import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import {
  JsonLimitError,
  jsonLimits,
  parseForeignJson,
  parseJson,
  sliceMember,
} from '../../../../src/shared/lib/collections/json-object.ts'
import { createRandom } from '../../../_support/random.ts'

for (const [text, value] of [
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['{"a"', undefined],
  ['', undefined],
] as const)
  test(`the value of the text ${JSON.stringify(text)} is ${JSON.stringify(value)}`, (t) => {
    t.deepEqual(parseJson(text), value)
  })

const { depth, members, values, names } = jsonLimits
const nest = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

for (const [shape, text] of [
  ['lists in lists', nest(depth, '[', ']')],
  ['objects in lists', nest(depth / 2, '[{"a":', '}]').replace(':}', ':1}')],
  ['members with names of their own', `{${Array.from({ length: names }, (_, index) => `"${index}":0`)}}`],
  ['members with the same names', `[${Array(members / 8).fill('{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}')}]`],
  ['elements', `[${Array(values).fill('1')}]`],
  ['empty objects', `[${Array(values / 2).fill('{}')}]`],
  ['a string of separators', JSON.stringify(',[{"\\'.repeat(values))],
  ['a string with quotes and backslashes at its end', JSON.stringify(['\\"\\', ...Array(values - 1).fill('\\')])],
] as const)
  test(`parses the most ${shape}`, (t) => {
    t.true(isDeepStrictEqual(parseForeignJson(Buffer.from(text)), JSON.parse(text))) // `deepEqual` takes seconds
  })

for (const [shape, text, limit] of [
  ['lists in lists', nest(depth + 1, '[', ']'), `${depth} levels`],
  ['objects in objects', nest(9 * depth, '{"":', '}'), `${depth} levels`],
  ['elements', `{"list":[${Array(values + 1).fill('"x"')}]}`, `${values} members and elements`],
  [
    'names',
    `[${Array.from({ length: names + 500 }, (_, index) => `{"name ${index}":0}`)}]`,
    `${names} different names`,
  ],
  ['the same member', `{${Array(members + 1).fill('"a":1')}}`, `${members} members of objects`],
  ['empty lists', `[${Array(values).fill('[]')}]`, `${values} members`],
  ['bytes', ' '.repeat(jsonLimits.bytes + 1), `${jsonLimits.bytes} bytes`],
] as const)
  test(`does not parse more ${shape} than the limit, which the error names`, (t) => {
    const error = t.throws(() => parseForeignJson(Buffer.from(text)), { instanceOf: JsonLimitError })
    t.true(error.message.includes(limit), error.message)
  })

for (const [what, text] of [
  ['a table of values', 'a,b,c\n'.repeat(values)],
  ['a long name and a colon for each byte of it', `{"${'x'.repeat(1e6)}"${':'.repeat(1e6)}`],
  ['closed lists', `${']'.repeat(values)}${','.repeat(2 * values)}`],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
] as const)
  test(`${what}: no JSON, whatever its size`, (t) => {
    const error = t.throws(() => parseForeignJson(Buffer.from(text)))
    t.false(error instanceof JsonLimitError)
  })

test('the text of a member is found in random texts, whatever stands around it', (t) => {
  const random = createRandom(20_261_201)
  const names = ['data', 'date', '"data":', 'd\\', '{', 'ä']
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const build = (levels: number): unknown => {
    const kind = Math.floor(random() * (levels > 0 ? 6 : 4))
    if (kind < 4) return [pick(names), -1.5e3, null, `${pick(names)}\\" , } ]`][kind]
    const children = Array.from({ length: Math.floor(random() * 4) }, () => [pick(names), build(levels - 1)] as const)
    return kind === 4 ? children.map(([, child]) => child) : Object.fromEntries(children)
  }
  for (let round = 0; round < 2_000; round += 1) {
    const objects = [1, 2, 3].map(() => ({ a: build(4), ...(random() < 0.8 && { data: build(4) }), b: build(3) }))
    const text = Buffer.from(JSON.stringify(objects, undefined, pick(['', ' ', '\n\t'])))
    const found = sliceMember(text, 'data', 2).map((each) => each && JSON.parse(each))
    t.deepEqual(
      found,
      objects.map(({ data }) => data),
    )
  }
})
