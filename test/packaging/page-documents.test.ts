/**
 * YAML that pages print is what the loader reads: each block fits the schema of a kind of document, alone or as part of a valid one.
 * Not checked: values that are only right together, and the blocks of `foreign`.
 */
import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import test from 'ava'
import { parse, parseAllDocuments } from 'yaml'
import { buildEditorSchemas } from '../../src/gateway/config/index.ts'
import { typeTables } from '../gateway/_support/tables.ts'
import { valid } from '../gateway/config/_support/folder.ts'

const schemas = buildEditorSchemas(typeTables)
const ajv = new Ajv({ strict: false, formats: { 'web-address': true } })
addFormats.default(ajv)
const checks = Object.fromEntries(
  Object.entries(schemas).map(([kind, schema]) => [kind, ajv.compile(schema as object)]),
)

const registry = { name: 'users', endpoint: { endpoint: 'ldaps://directory.example' } }
const search = { search_dn_base: 'dc=example', search_dn_filter_prefix: '(uid=', search_dn_filter_suffix: ')' }

/** Valid documents, of which a block of a page may be a part. */
const wholes: readonly (readonly [kind: string, document: Members])[] = [
  ['user-registry', parse(valid['providers/users.yaml'])],
  ['user-registry', { ...registry, registry_type: 'ldap', configuration: search }],
  ['user-registry', { name: 'users', registry_type: 'lur' }],
  ['oauth-provider', parse(valid['providers/oauth.yaml'])],
  ['catalog', parse(valid['catalogs/sandbox/catalog.yaml'])],
  ['product', parse(valid['catalogs/sandbox/products/shop.yaml'])],
  ['application', parse(valid['catalogs/sandbox/applications/app.yaml'])],
  ['api', parse(valid['apis/customers.yaml'])],
]

/** Where a block with such a member stands in a document of a kind, apart from its top. */
const places: readonly (readonly [member: RegExp, kind: string, place: (block: Members) => Members])[] = [
  [/^assembly$/, 'api', (block) => ({ 'x-ibm-configuration': block })],
  [/^\//, 'api', (paths) => ({ paths })],
  [/(-limits|-ceiling|^apis)$/, 'product', (gold) => ({ plans: { gold } })],
]

type Members = Record<string, unknown>

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function merge(whole: Members, part: Members): Members {
  const merged = { ...whole }
  for (const [name, value] of Object.entries(part))
    merged[name] = isMembers(value) && isMembers(merged[name]) ? merge(merged[name], value) : value
  return merged
}

/** Returns whether a block is a document, a part of one, or policies of an assembly. */
function isValid(block: unknown): boolean {
  if (Array.isArray(block)) return isPart({ 'x-ibm-configuration': { assembly: { execute: block } } }, ['api'])
  if (!isMembers(block)) return false
  if ('openapi' in block || 'swagger' in block) return checks.api?.(block) === true
  if ('name' in block && Object.values(checks).some((check) => check(block))) return true
  const placed = places.filter(([member]) => Object.keys(block).some((name) => member.test(name)))
  if (placed.some(([, kind, place]) => isPart(place(block), [kind]))) return true
  return isPart(block, Object.keys(checks))
}

function isPart(part: Members, kinds: readonly string[]): boolean {
  return wholes.some(([kind, document]) => kinds.includes(kind) && checks[kind]?.(merge(document, part)))
}

const blocks = ['README.md', ...globSync('docs/**/*.md')].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^( *)```yaml.*\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) => {
    const text = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { place: `${page}: ${text.split('\n', 1)}`, text }
  }),
)

/** Blocks of other programs, of tests, and of a policy of your own, with their first line. */
const foreign = [
  'docs/guides/from-other-gateways.md: _format_version: "3.0"',
  'docs/guides/pipelines.md: # .github/workflows/gateway.yml',
  'docs/guides/pipelines.md: # .gitlab-ci.yml',
  'docs/operation.md: scrape_configs:',
  'docs/policies.md: - office-hours: { from: 9 }', // its file alone makes its name known
  'docs/tests.md: upstreams:',
]

test('every block of YAML in a page is a document that Sluice reads, or a part of one', (t) => {
  t.true(blocks.length > 40)
  const wrong = blocks.filter(
    ({ text }) =>
      !parseAllDocuments(text).every((document) => document.errors.length === 0 && isValid(document.toJS())),
  )
  t.deepEqual(wrong.map(({ place }) => place).toSorted(), foreign)
})

test('a member that does not exist is found, and a policy', (t) => {
  t.false(isValid(parse('native_provider: { acces_token: { ttl: 1 } }')))
  t.false(isValid(parse('- invok: { target-url: https://a.example }')))
  t.true(isValid(parse('- invoke: { target-url: https://a.example }')))
})
