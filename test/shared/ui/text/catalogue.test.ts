import { globSync } from 'node:fs'
import test from 'ava'
import { type MessagePart, parseMessage } from '../../../../src/shared/ui/text/message-format.ts'
import { listPageFiles, readPageTexts } from '../../../_support/page-texts.ts'

/** The files whose texts go through `t`. */
const translated = ['src/shared/ui', ...globSync('src/*/parts/*/{pages,kit}')]
  .flatMap(listPageFiles)
  .filter((file) => !/^src\/shared\/ui\/text\//.test(file))
const { uses, computed, untranslated } = readPageTexts(translated)

/** Literals that read like text and that no user sees: errors of programmers, names of values. */
const notForUsers = new Set([
  ...[
    'Refused',
    'signed in',
    'Authorization',
    'signed out',
    'ascending',
    'descending',
    'none',
    'qmgr',
    'manager {}',
    'an {}',
  ],
  ...['there is no theme here', 'there is no layout here', 'there is no session here'],
  ...['There is no table of attributes for {}.', '{} is no list of objects'],
  ...[
    'brand/logo',
    'brand/picture',
    'portal-callback {}',
    '#/configuration',
    '{} ms',
    'ms',
    'references to {}',
    'document {}',
  ],
  ...['draft of {}', 'home of {}', 'path {}', 'applications of {}', 'first steps of {}', 'file', 'name'],
  ...['ldaps://host:636 or ldap://host:389', 'key_rotation.after_days', 'error', 'active', 'product', 'lazy'],
  ...[
    'execute',
    'catch',
    'finally',
    'client id',
    'client secret',
    'noopener noreferrer',
    'Bearer {}',
    'Basic {}',
    'there is no portal here',
  ],
  ...['Key', 'Pair', 'Escape', 'value of {}'], // of the editor: nodes of its tree, a key, an id
  ...['2px solid var(--cds-focus)', '1px solid var(--cds-border-strong-01)', '0.25rem 0.25rem auto auto'],
  ...['0.875rem var(--text-font)', '1px solid var(--cds-border-interactive)', '0 2px 6px rgb(0 0 0 / 30%)'],
  ...['underline wavy', 'there is no wallet here'],
  'a RequestDraftsProvider is missing around this component',
  '.dialog__body :is(input, select, textarea):not([type="hidden"]):not(:disabled)',
])

const readEnglish = (id: string) => id.replace(/\|[^|]*$/, '')

test('a call passes the values of its text', (t) => {
  const faults = uses.filter(({ id, place, values }) => {
    const named = readNames(readEnglish(id))
    // A call with a choice of texts passes the values of all of them.
    const choices = uses.filter((each) => each.place === place).flatMap((each) => readNames(readEnglish(each.id)))
    return values && !(named.every((name) => values.includes(name)) && values.every((value) => choices.includes(value)))
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
      typeof part === 'string' || part.name === '#' ? [] : [part.name, ...Object.values(part.branches).flatMap(list)],
    )
  return [...new Set(list(parseMessage(message)))].sort()
}
