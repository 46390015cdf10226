import test from 'ava'
import type { AttributeDefinition } from '../../../../../src/mq/parts/console/contract/objects.ts'
import { buildAttributeRow } from '../../../../../src/mq/parts/console/pages/attributes/attribute-rows.ts'
import {
  buildCommandParameters,
  findAttributeError,
  renderAttributeText,
} from '../../../../../src/mq/parts/console/pages/attributes/attribute-text.ts'
import { findRowErrors } from '../../../../../src/shared/ui/forms/form-rows.ts'

const depth: AttributeDefinition = {
  keyword: 'MAXDEPTH',
  access: 'set',
  takes: 'an integer from 0 to 9',
  form: 'number',
  least: 0,
  most: 9,
}
const expiry: AttributeDefinition = { ...depth, keyword: 'EXPIRY', words: ['UNLIMITED'] }
const note: AttributeDefinition = { keyword: 'DESCR', access: 'set', takes: 'text', form: 'text', most: 5 }
const names: AttributeDefinition = { keyword: 'NAMES', access: 'set', takes: 'a list', form: 'list' }

for (const [attribute, text, right] of [
  [depth, '9', true],
  [depth, '10', false],
  [depth, '-1', false],
  [depth, '1.5', false],
  [depth, '', false],
  [depth, 'UNLIMITED', false],
  [expiry, 'unlimited', true],
  [note, 'fives', true],
  [note, 'sixsix', false],
  [names, 'anything\nat all', true],
] as const) {
  test(`"${text}" ${right ? 'can' : 'cannot'} be ${attribute.keyword}`, (t) => {
    t.is(findAttributeError(attribute, text) === undefined, right)
  })
}

/** Returns the value that a command gets for the text of a field. */
function parseAttributeText(attribute: AttributeDefinition, text: string) {
  return Object.values(buildCommandParameters([attribute], { [attribute.keyword]: text }))[0]
}

test('texts become values: numbers, lists, texts as they stand', (t) => {
  t.is(parseAttributeText(depth, ' 7 '), 7)
  t.is(parseAttributeText(expiry, 'UNLIMITED'), 'UNLIMITED')
  t.is(parseAttributeText(note, '7'), '7')
  t.deepEqual(parseAttributeText(names, 'A\n\n B \n'), ['A', 'B'])
  t.is(renderAttributeText(['A', 'B']), 'A\nB')
})

function listRows(changes: Record<string, string>, required: string[]) {
  return [depth, note].map((each) =>
    buildAttributeRow('queue', each, changes[each.keyword], required.includes(each.keyword)),
  )
}

test('a command contains only the changed attributes', (t) => {
  t.deepEqual(buildCommandParameters([depth, note, names], { MAXDEPTH: '3', NAMES: 'A' }), {
    maxdepth: 3,
    names: ['A'],
  })
  const faulty = (changes: Record<string, string>, required: string[] = []) =>
    findRowErrors('attribute', {}, listRows(changes, required))
      .filter(({ wrong, missing }) => wrong !== undefined || missing !== undefined)
      .map(({ id }) => id)
  t.deepEqual(faulty({ MAXDEPTH: '3' }), [])
  t.deepEqual(faulty({ MAXDEPTH: '3', DESCR: 'too long' }), ['attribute-DESCR'])
  t.deepEqual(faulty({ MAXDEPTH: '3' }, ['DESCR']), ['attribute-DESCR'])
})
