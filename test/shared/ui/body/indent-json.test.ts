import test from 'ava'
import { indentJson } from '../../../../src/shared/ui/body/indent-json.ts'

test('members stand in lines of their own, as JSON.stringify would put them', (t) => {
  const value = { a: [1, { b: 'x, {y}: "z"' }], c: {}, d: [], e: null, 'f:g': ['[', '\\'] }
  t.is(indentJson(JSON.stringify(value)), JSON.stringify(value, undefined, 2))
  t.is(indentJson('{ "c" : { } , "d":[\n] }'), JSON.stringify({ c: {}, d: [] }, undefined, 2))
})

test('numbers that no double holds stay as they were written', (t) => {
  t.is(indentJson('[12345678901234567890,1.10]'), '[\n  12345678901234567890,\n  1.10\n]')
})

for (const text of ['', '{', '{"a":}', 'hello', '{} x']) {
  test(`${JSON.stringify(text)} is no JSON`, (t) => {
    t.is(indentJson(text), undefined)
  })
}

test('a megabyte of brackets is indented quickly', (t) => {
  t.timeout(5_000)
  const text = `${'['.repeat(3_000)}${']'.repeat(3_000)}`
  t.truthy(indentJson(text))
  t.truthy(indentJson(`[${'"\\\\",'.repeat(200_000)}0]`))
})
