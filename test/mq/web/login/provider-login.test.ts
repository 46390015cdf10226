/** Users of the console who sign in at an OpenID Connect provider: `<openidConnectClient>` of `mqwebuser.xml`. */
import test, { type ExecutionContext } from 'ava'
import { runOpenidProvider } from '../../../shared/registries/_support/openid-provider.ts'
import { openServer, type Reply } from '../_support/server.ts'

const base = '/ibmmq/console/api/v1'
const json = { 'content-type': 'application/json' }

const registry = `<basicRegistry realm="local"><user name="Anna" password="secret"/></basicRegistry>`

function xml(issuer: string, { more = '', bindings = '', client = '' } = {}): string {
  return `<server>${more}
  <enterpriseApplication id="com.ibm.mq.console"><application-bnd>${bindings}</application-bnd></enterpriseApplication>
  <openidConnectClient id="corporate" displayName="Example" clientId="gateway" clientSecret="{xor}LGw8LDor"
    discoveryEndpointUrl="${issuer}/.well-known/openid-configuration" userIdentifier="preferred_username"
    groupIdentifier="groups" tokenEndpointAuthMethod="basic" ${client}/>
</server>`
}

const role = (name: string, holder: string) => `<security-role name="${name}">${holder}</security-role>`

async function open(t: ExecutionContext, options: Parameters<typeof xml>[1] = {}) {
  const partner = await runOpenidProvider(t)
  partner.forged.claims = { groups: ['mq-admins', 'staff'] }
  partner.forged.metadata = { end_session_endpoint: `${partner.issuer}/end` }
  const server = await openServer(t, { xml: xml(partner.issuer, options), console: true })
  const call = (method: string, path: string, cookie = '', body?: object) =>
    server.call(method, `${base}${path}`, {
      headers: { ...(cookie && { cookie }), ...(body && json) },
      ...(body && { body: JSON.stringify(body) }),
    })

  async function leave(changes: Record<string, string> = {}) {
    const reply = await call('POST', '/login/provider')
    const url = new URL(reply.json.url)
    return { url, cookie: cookieOf(reply), query: partner.signIn(url.href, changes).search }
  }

  async function signIn(): Promise<string> {
    const { cookie, query } = await leave()
    const reply = await call('PUT', '/login/provider', cookie, { query })
    t.is(reply.status, 204, reply.text)
    return cookieOf(reply)
  }

  return { partner, server, call, leave, signIn }
}

function cookieOf({ headers }: Reply): string {
  return String([headers['set-cookie']].flat()[0]).split(';', 1)[0] as string
}

test('a user signs in at the provider, and groups of the claims have the roles', async (t) => {
  const { server, call, leave, signIn } = await open(t, {
    bindings: role('MQWebAdmin', '<group name="MQ-Admins"/>') + role('MQWebUser', '<group name="others"/>'),
  })
  t.deepEqual((await call('GET', '/login/provider')).json, { passwords: false, provider: 'Example' })
  const { url } = await leave()
  t.is(url.searchParams.get('redirect_uri'), `https://127.0.0.1:${server.web.port}/ibmmq/console/`)
  t.is(url.searchParams.get('code_challenge_method'), 'S256')

  const cookie = await signIn()
  t.like((await call('GET', '/login', cookie)).json, { name: 'Anna', roles: ['MQWebAdmin'] })
  t.is((await call('GET', '/qmgr', cookie)).status, 200)
})

test('beside a registry, only bindings with the realm of the provider are for its users', async (t) => {
  const { server, call, signIn } = await open(t, {
    more: registry,
    bindings:
      role('MQWebAdmin', '<user name="Anna"/><group name="mq-admins"/>') +
      role('MQWebAdminRO', '<group name="staff" realm="corporate"/>'),
  })
  t.like((await call('GET', '/login/provider')).json, { passwords: true, provider: 'Example' })
  t.deepEqual((await call('GET', '/login', await signIn())).json.roles, ['MQWebAdminRO'])
  const local = await server.call('GET', `${base}/login`, { user: 'Anna:secret' })
  t.deepEqual(local.json.roles, ['MQWebAdmin'])
})

test('logging out ends the session here, and names the page that ends it there', async (t) => {
  const { partner, server, call, signIn } = await open(t, { client: 'redirectToRPHostAndPort="https://mq.example"' })
  const cookie = await signIn()
  const { status, json } = await call('DELETE', '/login', cookie)
  t.is(status, 200)
  const url = new URL(json.url)
  t.is(url.origin + url.pathname, `${partner.issuer}/end`)
  t.is(url.searchParams.get('post_logout_redirect_uri'), 'https://mq.example/ibmmq/console/')
  t.is((await call('GET', '/login', cookie)).status, 401)

  const other = await signIn()
  await server.configure(xml(partner.issuer, { client: 'realmName="other"' }))
  t.is((await call('GET', '/login', other)).status, 401, 'sessions of another realm end')
})

for (const [title, changes, reason] of [
  ['a user who cancelled', { error: 'access_denied' }, /responded with access_denied/],
  ['another state', { state: 'other' }, /not valid/],
  ['the response of another provider: mix-up', { iss: 'https://evil.example' }, /not valid/],
] as [string, Record<string, string>, RegExp][]) {
  test(`rejects ${title}`, async (t) => {
    const { call, leave } = await open(t)
    const { cookie, query } = await leave(changes)
    const reply = await call('PUT', '/login/provider', cookie, { query })
    t.is(reply.status, 403)
    t.is(reply.json.error[0].msgId, 'MQWB0115E')
    t.regex(reply.json.error[0].message, reason)
  })
}

test('a response serves only the browser that began', async (t) => {
  const { call, leave } = await open(t)
  const { query } = await leave()
  const reply = await call('PUT', '/login/provider', '', { query })
  t.is(reply.status, 403)
  t.regex(reply.json.error[0].message, /did not begin in this browser/)
})

test('while the provider is down, or its groups are none, the answer is 503', async (t) => {
  const { partner, call, leave } = await open(t)
  partner.forged.claims = { groups: { a: 1 } }
  const { cookie, query } = await leave()
  t.is((await call('PUT', '/login/provider', cookie, { query })).status, 503)
  partner.forged.status = 502
  const { status, headers } = await call('PUT', '/login/provider', cookie, { query })
  t.like({ status, retry: headers['retry-after'] }, { status: 503, retry: '5' })
})

test('a server without a provider has passwords alone', async (t) => {
  const { call } = await openServer(t, { console: true })
  t.deepEqual((await call('GET', `${base}/login/provider`)).json, { passwords: true })
  t.is((await call('POST', `${base}/login/provider`)).status, 404)
})
