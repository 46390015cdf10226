import test from 'ava'

import de from '../../../src/ui/languages/de.json' with { type: 'json' }
import { type MessagePart, parseMessage } from '../../../src/ui/text/message-format.ts'
import { listPageFiles, readPageTexts } from '../../_support/page-texts.ts'

/** The folders whose pages exist in German. */
const translated = ['src/ui', 'src/console/app']
  .flatMap(listPageFiles)
  .filter((file) => !/^src\/ui\/(text|languages)\//.test(file))
const { uses, computed, untranslated } = readPageTexts(translated)
const others = readPageTexts(listPageFiles('src/portal/app')).uses

/** Literals that read like text and that no user sees: errors of programmers, names of values. */
const notForUsers = new Set([
  ...['Refused', 'signed in', 'signed out', 'ascending', 'descending', 'none', 'qmgr', 'manager {}', 'an {}'],
  ...['there is no theme here', 'there is no layout here', 'there is no session here'],
  ...['There is no table of attributes for {}.', '{} is no list of objects'],
  '.dialog__body :is(input, select, textarea):not([type="hidden"]):not(:disabled)',
])

const readEnglish = (id: string) => id.replace(/\|[^|]*$/, '')

test('every text has a German translation', (t) => {
  t.true(uses.length > 0)
  t.deepEqual(
    uses.filter(({ id }) => !(id in de)).map(({ id, place }) => `${place} ${id}`),
    [],
  )
})

test('every German translation is used', (t) => {
  const used = new Set([...uses, ...others].map(({ id }) => id))
  t.deepEqual(
    Object.keys(de).filter((id) => !used.has(id)),
    [],
  )
})

test('a translation has the values of its text', (t) => {
  const faults = Object.entries(de).filter(
    ([id, german]) => readNames(readEnglish(id)).join() !== readNames(german).join(),
  )
  t.deepEqual(faults, [])
})

test('a call passes the values of its text', (t) => {
  const faults = uses.filter(({ id, place, values }) => {
    const named = readNames(readEnglish(id))
    // A call with a choice of texts passes the values of all of them.
    const choices = uses
      .filter((each) => each.place === place)
      .flatMap((each) => readNames(readEnglish(each.id)))
    return (
      values &&
      !(named.every((name) => values.includes(name)) && values.every((value) => choices.includes(value)))
    )
  })
  t.deepEqual(faults, [])
})

test('the text of each call is a literal', (t) => {
  t.deepEqual(computed, [])
})

test('no text goes around the catalogue', (t) => {
  const texts = untranslated.filter(({ text }) => !notForUsers.has(text))
  t.deepEqual(
    texts.map(({ place, text }) => `${place} ${text}`),
    [],
  )
})

/** Returns the sorted names of the values in a message. */
function readNames(message: string): readonly string[] {
  const list = (parts: readonly MessagePart[]): string[] =>
    parts.flatMap((part) =>
      typeof part === 'string' || part.name === '#'
        ? []
        : [part.name, ...Object.values(part.branches).flatMap(list)],
    )
  return [...new Set(list(parseMessage(message)))].sort()
}
