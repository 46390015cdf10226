import test, { type ExecutionContext } from 'ava'
import type { ProviderSettings } from '../../../../../src/gateway/config/types/index.ts'
import { type Files, load, loadValid, problemsOf, valid } from '../../_support/folder.ts'

const place = 'apis/sign-in.yaml'

/** An API of version 5 that is a provider, which the product publishes beside the API that it protects. */
function providerApi(members: string): Files {
  return {
    [place]: `swagger: "2.0"
info: { title: Sign-in, version: 1.0.0, x-ibm-name: sign-in }
basePath: /sign-in
paths:
  /oauth2/authorize: { get: { responses: {} } }
  /oauth2/token: { post: { responses: {} } }
  /oauth2/introspect: { post: { responses: {} } }
  /oauth2/issued: { get: { responses: {} } }
x-ibm-configuration:
  oauth2:
${members.replaceAll(/^/gm, '    ')}
`,
    'catalogs/sandbox/products/shop.yaml': valid['catalogs/sandbox/products/shop.yaml'].replace(
      'apis:\n',
      'apis:\n  sign-in: { name: "sign-in:1.0.0" }\n',
    ),
  }
}

const usual = `client-type: public
scopes: { weather: Weather }
grants: [password, accessCode, implicit]
identity-extraction: { type: redirect, redirect-url: https://login.example }
authentication:
  x-ibm-authentication-url: { url: "https://auth.example/check", tls-profile: "" }
access-token: { ttl: 600 }
refresh-token: { count: 3, ttl: 7200 }
revocation: { type: gateway }
metadata: { metadata-url: { url: "", tls-profile: "" } }`

async function loadProvider(t: ExecutionContext, members: string): Promise<ProviderSettings> {
  const config = await loadValid(t, providerApi(members))
  const provider = config.catalogs[0]?.providers.get('sign-in')
  if (!provider) throw new Error('there is no such provider')
  return provider
}

test('an API with oauth2 settings is a provider of the catalogs that publish it', async (t) => {
  const provider = await loadProvider(t, usual)
  t.is(provider.basePath, '/sign-in')
  t.deepEqual([...provider.grants], ['password', 'access_code'])
  t.deepEqual([...provider.clientTypes], ['public', 'confidential'], 'applications may send a secret')
  t.deepEqual([...provider.scopes], [['weather', 'Weather']])
  t.is(provider.accessToken.ttl, 600)
  t.like(provider.refreshToken, { enabled: true, count: 3, ttl: 7200 })
  t.like(provider.introspection, { enabled: true, path: '/oauth2/introspect' })
  t.like(provider.revocation, { owner: { enabled: true, path: '/oauth2/issued' }, application: { enabled: false } })
})

test('a path below the usual one is an endpoint too', async (t) => {
  const files = providerApi(usual)
  const text = String(files[place]).replace('/oauth2/token:', '/oauth2/token/ldap:')
  const { catalogs } = await loadValid(t, { ...files, [place]: text })
  t.is(catalogs[0]?.providers.get('sign-in')?.tokenPath, '/oauth2/token/ldap')
})

test('a subscription to the API opens the provider', async (t) => {
  t.is((await loadProvider(t, usual)).api, 'sign-in:1.0.0')
})

test('the endpoints of a provider are no open operations', async (t) => {
  const lines = await problemsOf(t, providerApi(usual))
  t.deepEqual(
    lines.filter((line) => /open to everyone|needs no authentication/.test(line)),
    [],
  )
})

test('the pages for sign-in and consent replace what the authorization endpoint of version 5 does', async (t) => {
  const warned = async (grant: string) => {
    const members = `scopes: { a: A }
grants: [${grant}]
identity-extraction: { type: basic }
authorization: { type: authenticated }
authentication:
  x-ibm-authentication-url: { url: "https://auth.example" }`
    const lines = await problemsOf(t, providerApi(members))
    return ['identity-extraction', 'authorization'].map((member) =>
      lines.some((line) => line.includes(`${member}.type has no effect`)),
    )
  }
  t.deepEqual(await warned('accessCode'), [true, true])
  t.deepEqual(await warned('password'), [false, false])
})

test('its authentication URL is a registry of the catalog', async (t) => {
  const { catalogs } = await loadValid(t, providerApi(usual))
  const [catalog] = catalogs
  const registry = catalog?.registries.get(catalog.providers.get('sign-in')?.registry ?? '')
  t.is(registry?.type, 'authurl')
})

for (const [title, authentication] of [
  ['that the catalog does not enable', 'authentication: { x-ibm-authentication-registry: corporate-ldap }'],
  ['without a name', 'authentication: {}'],
])
  test(`with a registry ${title}, the grants that ask it are refused, with a warning`, async (t) => {
    const members = `scopes: { a: A }\ngrants: [password, accessCode, application]\n${authentication}`
    const provider = await loadProvider(t, members)
    t.deepEqual([...provider.grants], ['application'])
    t.is(provider.registry, undefined)
    const lines = await problemsOf(t, providerApi(members))
    const warning =
      / warning: x-ibm-configuration\.oauth2\.authentication\.x-ibm-authentication-registry .* are refused$/
    t.true(
      lines.some((line) => warning.test(line)),
      lines.join('\n'),
    )
  })

test('no call is routed to the API itself', async (t) => {
  const { catalogs } = await loadValid(t, providerApi(usual))
  t.is(catalogs[0]?.apis.find(({ name }) => name === 'sign-in')?.enforced, false)
})

test('what a client or a user notices is a warning', async (t) => {
  const lines = await problemsOf(t, providerApi(usual))
  for (const part of [
    'client-type public opens',
    'identity-extraction.type has no effect',
    'grants has "implicit", which is refused',
  ]) {
    t.true(
      lines.some((line) => line.includes(` warning: x-ibm-configuration.oauth2.${part}`)),
      lines.join('\n'),
    )
  }
})

test('a service that decides about tokens is a warning, and without it no token is issued', async (t) => {
  for (const member of [
    'revocation: { url: "https://revoke.example" }',
    'scope-validators: { application: { url: "https://scope.example" } }',
  ]) {
    const { config, problems } = await load(t, providerApi(`scopes: { a: A }\ngrants: [application]\n${member}`))
    const [step] = config?.catalogs[0]?.providers.get('sign-in')?.assembly?.execute ?? []
    t.is(step?.policy, member.split(/[: ]/, 1)[0] === 'revocation' ? 'revocation' : 'scope-validators.application')
    t.true(
      problems.some(
        ({ severity, message }) => severity === 'warning' && /url is not asked.* status 500$/.test(message),
      ),
      JSON.stringify(problems),
    )
  }
})

test('metadata of another service is a warning: tokens get that of the registry', async (t) => {
  const member = 'metadata: { metadata-url: { url: "https://metadata.example" } }'
  const lines = await problemsOf(t, providerApi(`scopes: { a: A }\ngrants: [application]\n${member}`))
  t.true(
    lines.some((line) => line.includes(' warning: x-ibm-configuration.oauth2.metadata.metadata-url.url has no effect')),
    lines.join('\n'),
  )
})

test('an API of the type oauth without settings only describes a provider', async (t) => {
  const files = providerApi('')
  const text = String(files[place]).replace(/ {2}oauth2:\n[\s\S]*$/, '  type: oauth\n')
  const lines = await problemsOf(t, { ...files, [place]: text })
  t.true(lines.some((line) => line.includes('warning: x-ibm-configuration.type is oauth: the API only describes')))
})
