import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import test from 'ava'
import { parse } from 'yaml'
import { buildEditorSchemas } from '../../../../src/gateway/config/index.ts'
import { valid } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const schemas = buildEditorSchemas(tables)

/** Compiles each schema once. */
const ajv = new Ajv({ strict: false, formats: { 'web-address': true } })
addFormats.default(ajv)

function fits(name: string, document: unknown): boolean {
  return ajv.compile(schemas[name] as object)(document)
}

test('there is a schema for each kind of document', (t) => {
  const kinds = [
    'user-registry',
    'third-party-oauth-provider',
    'oauth-provider',
    'tls-client-profile',
    'catalog',
    'product',
    'application',
    'api',
  ]
  t.deepEqual(Object.keys(schemas), kinds)
})

for (const [name, file] of [
  ['user-registry', 'providers/users.yaml'],
  ['oauth-provider', 'providers/oauth.yaml'],
  ['catalog', 'catalogs/sandbox/catalog.yaml'],
  ['product', 'catalogs/sandbox/products/shop.yaml'],
  ['application', 'catalogs/sandbox/applications/app.yaml'],
  ['api', 'apis/customers.yaml'],
] as const) {
  test(`a valid ${name} fits its schema, members with defaults left out`, (t) => {
    t.true(fits(name, parse(valid[file])))
  })

  test(`a ${name} with an unknown member does not fit`, (t) => {
    t.false(fits(name, { ...parse(valid[file]), unheard: 1 }))
  })
}

test('a reference is valid in place of a number, other text is not', (t) => {
  const registry = (timeout: unknown) => ({
    name: 'users',
    registry_type: 'authurl',
    endpoint: { endpoint: 'https://a.example', timeout },
  })
  t.true(fits('user-registry', registry('$env{SECONDS}')))
  t.false(fits('user-registry', registry('soon')))
})

test('an assembly holds the policies of the tables only', (t) => {
  const text = valid['apis/customers.yaml']
  t.false(fits('api', parse(text.replace('- invoke:', '- invok:'))))
})

for (const [name, page] of [
  ['user-registry', 'user-registries'],
  ['oauth-provider', 'oauth-providers'],
  ['tls-client-profile', 'tls-profiles'],
  ['catalog', 'catalogs'],
  ['product', 'products'],
  ['application', 'applications'],
  ['api', 'apis'],
] as const) {
  test(`the example of docs/${page}.md fits the schema of a ${name}`, async (t) => {
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(await readFile(`docs/${page}.md`, 'utf8')) ?? []
    t.true(fits(name, parse(example)))
  })
}
