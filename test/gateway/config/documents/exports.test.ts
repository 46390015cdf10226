import test from 'ava'
import { loadConfig } from '../../../../src/gateway/config/index.ts'
import { typeTables } from '../../_support/tables.ts'
import { type Files, folderWith, loadValid, problemsOf, valid } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const catalog = valid['catalogs/sandbox/catalog.yaml']

/** A provider as a management server exports it. */
function exported(native: string): Files {
  return {
    'providers/exported.yaml': `type: oauth_provider
api_version: 2.0.0
name: exported
provider_type: native
gateway_version: "6000"
grants: [access_code, implicit, application, password, jwt]
scopes: { sample_scope_1: Sample }
native_provider:
  clients: [confidential]
  native_provider_5000: {}
${native.replaceAll(/^/gm, '  ')}
`,
    'catalogs/sandbox/catalog.yaml': catalog.replace('oauth_providers: [oauth]', 'oauth_providers: [oauth, exported]'),
  }
}

const generated = `api:
  basePath: /
  x-ibm-configuration:
    type: oauth
    assembly:
      execute:
        - set-variable: { title: x-ibm-oauth-oidc-auto-generated-set-variable, actions: [] }
        - switch:
            case:
              - condition: ($operationPath() = '/oauth2/token')
                execute:
                  - user-security: { title: user-security-auto-generated-password, user-registry: users }
                  - oauth: { title: oauth-auto-generated-3 }`

test('an exported provider takes its registry from the generated assembly', async (t) => {
  const { catalogs } = await loadValid(t, exported(generated))
  const provider = catalogs[0]?.providers.get('exported')
  t.is(provider?.registry, 'users')
  t.is(provider?.basePath, '')
  t.deepEqual([...(provider?.grants ?? [])], ['access_code', 'application', 'password'])
})

test('grants that are refused are warnings', async (t) => {
  const lines = await problemsOf(t, exported(generated))
  const place = 'providers/exported.yaml:6'
  t.true(
    lines.some((line) => line.startsWith(`${place}:23 warning: grants[1] "implicit" is refused`)),
    lines.join('\n'),
  )
  t.true(
    lines.some((line) => line.startsWith(`${place}:56 warning: grants[4] "jwt" is refused`)),
    lines.join('\n'),
  )
})

test('without a registry, the grants that ask for a user are refused', async (t) => {
  const { catalogs } = await loadValid(t, exported('api: { basePath: /exported }'))
  t.deepEqual([...(catalogs[0]?.providers.get('exported')?.grants ?? [])], ['application'])
})

test('a step of their own in the assembly of a provider is kept for its tokens', async (t) => {
  const own = generated.replace('x-ibm-oauth-oidc-auto-generated-set-variable', 'our own')
  const { config } = await loadConfig(
    await folderWith(t, exported(own)),
    { ...tables, policies: typeTables.policies },
    {},
  )
  const assembly = config?.catalogs[0]?.providers.get('exported')?.assembly
  t.deepEqual(
    assembly?.execute.map(({ policy }) => policy),
    ['set-variable'],
  )
})

test('a TLS profile that only the management server knows is a warning', async (t) => {
  const url = 'https://m.example/api/orgs/acme/tls-client-profiles/3f1d/1.0.0'
  const files = { 'providers/users.yaml': `${valid['providers/users.yaml']}  tls_client_profile_url: ${url}\n` }
  const lines = await problemsOf(t, files)
  t.true(
    lines.some((line) => / warning: endpoint\.tls_client_profile_url .* CAs of the system$/.test(line)),
    lines.join('\n'),
  )
  await loadValid(t, files)
})

test('an exported local registry keeps its users in the store', async (t) => {
  const local =
    'name: users\nregistry_type: lur\nintegration_url: https://m.example/lur\nshadow: false\nonboarding: active\n'
  const { catalogs } = await loadValid(t, { 'providers/users.yaml': local })
  t.like(catalogs[0]?.registries.get('users')?.settings, { users: 'store' })
})

test('the units of version 5 are accepted in limits', async (t) => {
  const shop = valid['catalogs/sandbox/products/shop.yaml']
  for (const [text, seconds] of [
    ['1/sec', 1],
    ['100/min', 60],
    ['5/2hr', 7200],
  ] as const) {
    const { catalogs } = await loadValid(t, {
      'catalogs/sandbox/products/shop.yaml': shop.replace(/value: [^,}\s]+/, `value: ${text}`),
    })
    const [plan] = catalogs[0]?.products[0]?.plans.values() ?? []
    t.is(plan?.limits[0]?.intervalSeconds, seconds)
  }
})
