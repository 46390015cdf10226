import test, { type ExecutionContext } from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { typeTables } from '../../_support/tables.ts'
import { changed, type Files, folderWith, load, valid } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const loadWithPolicies = async (t: ExecutionContext, files: Files) =>
  loadConfig(await folderWith(t, files), { ...tables, policies: typeTables.policies }, {})

const withSteps = (steps: string) =>
  changed('apis/customers.yaml', '    execute:\n', `    execute:\n${steps.replaceAll(/^/gm, '      ')}\n`)

test('the URL that checks users becomes a registry of the catalog, one for each URL', async (t) => {
  const step = (url: string) =>
    `- user-security: { extract-identity-method: basic, user-auth-method: auth-url, auth-url: '${url}' }`
  const steps = [step('https://auth.example/one'), step('https://auth.example/two'), step('https://auth.example/one')]
  const { config } = await loadWithPolicies(t, withSteps(steps.join('\n')))
  const catalogs = config?.catalogs ?? []
  const names = [1, 2].map((each) => `customers.user-security-${each}.authentication-url`)
  t.deepEqual([...(catalogs[0]?.registries.keys() ?? [])], ['users', ...names])
  const policies = catalogs[0]?.apis[0]?.assembly.execute.slice(0, 3).map(({ settings }) => settings)
  t.deepEqual(
    policies?.map((each) => (each as Record<string, unknown>)['user-registry']),
    [names[0], names[1], names[0]],
  )
})

test('a URL whose host is not fixed is an error of a strict document', async (t) => {
  const step = "- user-security: { user-auth-method: auth-url, auth-url: 'https://$(api.endpoint.address):9443/check' }"
  const problems = (await loadWithPolicies(t, withSteps(step))).problems.map(renderProblem)
  t.true(problems[0]?.includes('auth-url of user-security must be an http or https URL with a fixed host'), problems[0])
})

test('an export whose assembly names an unknown registry loads without the grants that ask it', async (t) => {
  const provider = `name: oauth
provider_type: native
grants: [password, application]
scopes: { customer: Customers, orders: Orders }
native_provider:
  native_provider_5000: {}
  revocation: { enabled: false, client_revocation_path: /oauth2/revoke, resource_owner_revocation_path: /oauth2/issued }
  api: { x-ibm-configuration: { assembly: { execute: [{ user-security: { user-registry: gone } }, { oauth: {} }] } } }
`
  const { config, problems } = await load(t, {
    'providers/oauth.yaml': provider,
    ...changed('apis/customers.yaml', 'flow: password', 'flow: application'),
  })
  t.is(problems.length, 1, problems.map(renderProblem).join('\n'))
  t.deepEqual([...(config?.catalogs[0]?.providers.get('oauth')?.grants ?? [])], ['application'])
  t.true(problems[0]?.message.includes('names no user registry: "gone"'), problems[0]?.message)
})

test('two operations with one id are a warning unless the document is strict', async (t) => {
  const twice = (text: string) => text.replace('    get:', '    put: { operationId: list, responses: {} }\n    get:')
  const strict = twice(valid['apis/customers.yaml'])
  const [error] = (await load(t, { 'apis/customers.yaml': strict })).problems
  const [warning] = (await load(t, { 'apis/customers.yaml': strict.replace('x-sluice: { strict: true }', '') }))
    .problems
  t.deepEqual([error?.severity, warning?.severity], ['error', 'warning'])
  t.true(warning?.message.includes('policies that name it mean both'), warning?.message)
})
