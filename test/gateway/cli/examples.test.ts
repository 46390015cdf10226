/** Every shipped document and every example of the documentation, against the schemas that editors use. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import test from 'ava'
import { buildEditorSchemas } from '../../../src/gateway/config/index.ts'
import { parseYaml } from '../../../src/gateway/config/text/yaml.ts'
import { typeTables } from '../_support/tables.ts'

type Json = Record<string, unknown>

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true })
addFormats.default(ajv)
for (const [kind, schema] of Object.entries(buildEditorSchemas(typeTables))) ajv.addSchema(schema, kind)

/** The first complaints of an editor about a document; none when it underlines nothing. */
function complaints(kind: string, document: unknown): string[] {
  if (ajv.validate(kind, document)) return []
  return (ajv.errors ?? []).slice(-8).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The text as editors see it: references are not resolved. Throws when it is not YAML. */
function parse(text: string): unknown {
  const { value, problems: faults } = parseYaml(text, (each) => ({ text: each }))
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'))
  return value
}

function kindOf(document: Json): string | undefined {
  if ('swagger' in document || 'openapi' in document) return 'api'
  if ('registry_type' in document) return 'user-registry'
  if (document.provider_type === 'third_party') return 'third-party-oauth-provider'
  if ('provider_type' in document) return 'oauth-provider'
  if (document.type === 'tls_client_profile') return 'tls-client-profile'
  if ('product' in document) return 'product'
  if ('credentials' in document) return 'application'
  return 'org' in document ? 'catalog' : undefined
}

function apiWith(execute: unknown): Json {
  const info = { title: 'Example', version: '1.0.0' }
  return { swagger: '2.0', info, 'x-ibm-configuration': { assembly: { execute } } }
}

/** The configuration of Prometheus, its rules, and tests of documents, which have no schema for editors. */
function isForeign(example: Json): boolean {
  return 'scrape_configs' in example || 'groups' in example || 'tests' in example
}

/** Examples that show a part of a document, by their page: the whole that the part belongs to. */
const wholes: Record<string, (part: Json) => Json> = {
  'policies.md': apiWith,
  'apis.md': (members) => ({ ...apiWith([]), ...members }),
  'products.md': (part) => ({
    product: '1.0.0',
    info: { name: 'example', version: '1.0.0' },
    plans: 'plans' in part ? part.plans : { example: part },
  }),
  'applications.md': (members) => ({ name: 'a', credentials: [{ client_id: 'a' }], ...members }),
  'oauth-providers.md': ({ native_provider: members }) => ({
    name: 'a',
    provider_type: 'native',
    grants: ['password'],
    scopes: { a: 'A' },
    native_provider: {
      clients: ['confidential'],
      user_registry: 'users',
      api: { basePath: '/a' },
      ...(members as Json),
    },
  }),
  'registries-ldap.md': ({ configuration }) => ({
    name: 'staff',
    registry_type: 'ldap',
    endpoint: { endpoint: 'ldaps://directory.example.com' },
    configuration: { authentication_method: 'search_dn', ...(configuration as Json) },
  }),
  'portal.md': (members) => {
    if ('info' in members) return { ...apiWith([]), ...members }
    const product = { product: '1.0.0', info: { name: 'customer', version: '1.0.0' }, plans: { default: {} } }
    return 'visibility' in members ? { ...product, ...members } : { name: 'sandbox', org: 'acme', ...members }
  },
}

for (const root of ['providers', 'catalogs', 'apis']) {
  test(`the documents in ${root}/ fit their schemas`, async (t) => {
    const files = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ya?ml$/.test(name))
    t.true(files.length > 0)
    for (const file of files) {
      const document = parse(await readFile(join(root, file), 'utf8')) as Json
      t.deepEqual(complaints(kindOf(document) ?? '', document), [], file)
    }
  })
}

test('every example in docs/ is YAML and fits the schema of its kind', async (t) => {
  let count = 0
  for (const page of await readdir('docs')) {
    if (!page.endsWith('.md')) continue
    const text = await readFile(join('docs', page), 'utf8')
    for (const [, example = ''] of text.matchAll(/```ya?ml\n(.*?)```/gs)) {
      const value = parse(example)
      if (value === null || isForeign(value as Json)) continue // comments only, or the file of another tool
      const whole = (kindOf(value as Json) ? value : wholes[page]?.(value as Json)) as Json | undefined
      t.truthy(whole, `${page} has an example of an unknown kind:\n${example}`)
      t.deepEqual(complaints(kindOf(whole as Json) ?? '', whole), [], `${page}\n${example}`)
      count += 1
    }
  }
  t.true(count >= 18)
})

const step = (settings: unknown) => apiWith([settings])
for (const [title, document] of [
  ['an unknown policy', step({ invok: { 'target-url': 'http://a' } })],
  ['an unknown policy within a policy', step({ if: { condition: 'true', execute: [{ invok: {} }] } })],
  ['an unknown member of a policy', step({ throw: { name: 'a', mesage: 'b' } })],
  ['a wrong value', step({ invoke: { 'target-url': 'http://a', timeout: 'soon' } })],
] as const) {
  test(`an editor underlines ${title}`, (t) => {
    t.not(complaints('api', document).length, 0)
  })
}

for (const [title, document] of [
  ['a version, title and description of a policy', step({ throw: { name: 'a', ...remarks() } })],
  ['a reference where a number is wanted', step({ invoke: { 'target-url': 'http://a', timeout: '$env{S}' } })],
  ['a reference where one of several words is wanted', step({ invoke: { 'target-url': 'a', verb: '$env{V}' } })],
  ['a reference within a name', { ...apiWith([]), info: { title: 'a', version: '1', 'x-ibm-name': 'a-$env{B}' } }],
  ['steps at any depth', step({ if: { condition: 'a', execute: [{ switch: { case: [{ otherwise: [] }] } }] } })],
] as const) {
  test(`an editor accepts ${title}`, (t) => {
    t.deepEqual(complaints('api', document), [])
  })
}

function remarks() {
  return { version: '2.0.0', title: 'a title', description: 'what it is for' }
}
