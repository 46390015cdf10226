import test from 'ava'
import { parseJson } from '../../../../src/shared/lib/collections/json-object.ts'

for (const [text, value] of [
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['{"a"', undefined],
  ['', undefined],
] as const)
  test(`the value of the text ${JSON.stringify(text)} is ${JSON.stringify(value)}`, (t) => {
    t.deepEqual(parseJson(text), value)
  })
