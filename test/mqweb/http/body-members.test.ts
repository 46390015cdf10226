import test from 'ava'

import { RestError } from '../../../src/mqweb/errors/rest-error.ts'
import {
  readBooleanMember,
  readChoiceMember,
  readIntegerMember,
  readTextMember,
} from '../../../src/mqweb/http/body-members.ts'

const range = { min: 1, max: 10 }

for (const value of [1, 10, undefined, null]) {
  test(`${value} is a whole number from 1 to 10, or missing`, (t) => {
    t.is(readIntegerMember({ count: value }, 'count', range), value ?? undefined)
  })
}

for (const value of [0, 11, 1.5, '5', true, {}]) {
  test(`${JSON.stringify(value)} is not a whole number from 1 to 10`, (t) => {
    t.throws(() => readIntegerMember({ count: value }, 'count', range), { instanceOf: RestError })
  })
}

test('a text has at most the maximum length, and is empty when it is missing', (t) => {
  t.is(readTextMember({}, 'name', { most: 3 }), '')
  t.is(readTextMember({ name: 'abc' }, 'name', { most: 3 }), 'abc')
  t.throws(() => readTextMember({ name: 'abcd' }, 'name', { most: 3 }), { instanceOf: RestError })
  t.throws(() => readTextMember({ name: 1 }, 'name'), { instanceOf: RestError })
  t.throws(() => readTextMember({ name: '' }, 'name', { required: true }), { instanceOf: RestError })
})

test('a choice is the first word when it is missing and not required', (t) => {
  t.is(readChoiceMember({}, 'mode', ['a', 'b']), 'a')
  t.is(readChoiceMember({ mode: 'b' }, 'mode', ['a', 'b']), 'b')
  t.throws(() => readChoiceMember({ mode: 'c' }, 'mode', ['a', 'b']), { instanceOf: RestError })
  t.throws(() => readChoiceMember({}, 'mode', ['a', 'b'], { required: true }), { instanceOf: RestError })
})

test('a boolean is false when it is missing', (t) => {
  t.false(readBooleanMember({}, 'force'))
  t.true(readBooleanMember({ force: true }, 'force'))
  t.throws(() => readBooleanMember({ force: 'true' }, 'force'), { instanceOf: RestError })
})
