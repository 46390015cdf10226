import { globSync } from 'node:fs'
import test from 'ava'
import { documentKinds } from '../../../../src/gateway/config/documents/index.ts'
import wordings from '../../../../src/mq/parts/console/pages/wording/wordings.json' with { type: 'json' }
import de from '../../../../src/shared/ui/languages/de.json' with { type: 'json' }
import { type MessagePart, parseMessage } from '../../../../src/shared/ui/text/message-format.ts'
import { listPageFiles, readPageTexts } from '../../../_support/page-texts.ts'
import { typeTables } from '../../../gateway/_support/tables.ts'

/** The folders whose pages exist in German. */
const translated = ['src/shared/ui', ...globSync('src/*/parts/*/{pages,kit}')]
  .flatMap(listPageFiles)
  .filter((file) => !/^src\/shared\/ui\/(text|languages)\//.test(file))
const { uses, computed, untranslated } = readPageTexts(translated)

/** Names that are the same in every language. */
const names = new Set(['API', 'DPoP', 'LDAP', 'OpenID Connect', 'SSL', 'TLS', 'URL'])

/** The texts of the forms of documents, which the server sends in English and the portal translates. */
const served = documentKinds.flatMap(({ id, form: { groups, words = [] } }) =>
  [...groups, ...groups.flatMap(({ fields }) => fields), ...words]
    .flatMap((each) => [each.title, each.help, ...('values' in each ? Object.values(each.values ?? {}) : [])])
    .flatMap((text) => (text === undefined || names.has(text) ? [] : [{ place: `the form of ${id}`, id: text }])),
)

/** The texts for the attributes of objects, which are data: the label, the group and the help. */
for (const [kind, attributes] of Object.entries(wordings))
  for (const text of Object.values(attributes).flatMap((row) => row.slice(0, 3)))
    if (text !== '' && !names.has(text)) served.push({ place: `the attributes of ${kind}`, id: text })

/** The descriptions of members, which the forms show as help. Those of APIs are for editors. */
for (const { id, schema } of documentKinds.filter((each) => each.id !== 'api'))
  for (const text of listDescriptions(schema(typeTables))) served.push({ place: `the schema of ${id}`, id: text })

function listDescriptions(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description, ...inner } = schema as { description?: unknown }
  return [...(typeof description === 'string' ? [description] : []), ...Object.values(inner).flatMap(listDescriptions)]
}

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
  ...['there is no wallet here', 'a field is outside of a form'],
  'a RequestDraftsProvider is missing around this component',
  '.dialog__body :is(input, select, textarea):not([type="hidden"]):not(:disabled)',
])

const readEnglish = (id: string) => id.replace(/\|[^|]*$/, '')

test('every text has a German translation', (t) => {
  t.true(uses.length > 0)
  t.true(served.length > 0)
  t.deepEqual(
    [...uses, ...served].filter(({ id }) => !(id in de)).map(({ id, place }) => `${place} ${id}`),
    [],
  )
})

test('every German translation is used', (t) => {
  const used = new Set([...uses, ...served].map(({ id }) => id))
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
