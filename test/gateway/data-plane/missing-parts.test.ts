/** A gateway without parts says which documents need one. */
import test from 'ava'
import { nameSecret } from '../../../src/gateway/config/index.ts'
import type { PolicyStep } from '../../../src/gateway/config/types/index.ts'
import { findGatewayProblems } from '../../../src/gateway/data-plane/index.ts'
import { openSecrets } from '../../../src/gateway/runtime/documents/open-secrets.ts'
import { openTables } from '../../../src/gateway/runtime/documents/open-tables.ts'
import { gatewayParts, typeTables } from '../_support/tables.ts'
import { api, catalog, config, provider, step } from './_support/documents.ts'

const core = await openTables([])
const withoutTransform = await openTables(gatewayParts.filter(({ name }) => name !== 'transform'))

const withSteps = (...execute: PolicyStep[]) =>
  config(catalog([api('http://127.0.0.1:1', { assembly: { execute, catch: [], finally: [] } })]))

const messages = (documents: ReturnType<typeof config>, tables = core) =>
  findGatewayProblems(documents, tables).map(({ message }) => message)

test('a gateway without parts serves documents that need none', (t) => {
  t.deepEqual(messages(config(catalog([api('http://127.0.0.1:1')]))), [])
})

test('a condition in JavaScript and validation of XML need a part', (t) => {
  const condition = step('if', { condition: '$count(request.body.items) > 3' }, [[]])
  t.deepEqual(messages(withSteps(condition), typeTables), [])
  t.regex(messages(withSteps(condition)).join(), /this gateway has no part that runs scripts/)
  const xml = step('validate', { 'validate-against': 'url', 'xml-schema': '<schema/>' })
  t.deepEqual(messages(withSteps(xml), withoutTransform), ['this gateway has no part that validates XML'])
})

test('the assembly of a provider needs a part', (t) => {
  const assembly = { properties: new Map(), execute: [], catch: [], finally: [] }
  const providers = new Map([['oauth', { ...provider, name: 'oauth', assembly }]])
  const documents = config(catalog([api('http://127.0.0.1:1')], { providers }))
  t.deepEqual(messages(documents), ['this gateway has no part that runs the assembly of the provider "oauth"'])
})

test('every policy of a part is missing without it', (t) => {
  const names = (tables: typeof core) => tables.policies.map(({ policy }) => policy)
  const added = names(typeTables).filter((each) => !names(core).includes(each))
  const expected =
    'activity-log client-security external-authorization extract gatewayscript html-page javascript json-to-xml jwt-generate jwt-validate log map mcp parse redact throw user-security validate xml-to-json xslt'
  t.is(added.join(' '), expected)
})

test('a secret of a vault is an error that names the missing part, once', async (t) => {
  const environment: Record<string, string | undefined> = {}
  const secrets = await openSecrets([], environment)
  t.true(await secrets.fetchMissing(['shop/database#password']))
  t.false(await secrets.fetchMissing(['shop/database#password']))
  t.is(environment[nameSecret('shop/database#password', 'error')], 'this gateway has no part that reads a vault')
  await secrets.close()
  t.true(gatewayParts.some(({ openSecrets }) => openSecrets))
})
