import test, { type ExecutionContext } from 'ava'

import type { RegistrySettings, SecurityDefinition } from '../../../src/config/types/index.ts'
import { openConsumers } from '../../../src/consumers/index.ts'
import { RegistryUnavailableError, type UserRegistry } from '../../../src/registries/index.ts'
import { api, application, catalog, config, oauth, operation, place } from '../_support/documents.ts'
import { type Running, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const plan = {
  name: 'gold',
  title: 'Gold',
  approval: false,
  limits: [],
  apis: new Set(['customers:1.0.0']),
  place,
}
const product = { name: 'shop', title: 'Shop', version: '1.0.0', plans: new Map([['gold', plan]]), place }
const subscriptions = [{ product: 'shop', plan: 'gold', state: 'enabled' as const, place }]
const applications = [
  application('shop', { subscriptions }),
  application('stranger'),
  application('asleep', { state: 'disabled', subscriptions }),
]
const consumers = {
  ...openConsumers({ applications, products: [product] }),
  verifySecret: async (clientId: string, secret: string) => secret === `${clientId}-secret`,
}
const users: UserRegistry = {
  async authenticate(name, password) {
    if (name === 'outage') throw new RegistryUnavailableError('the registry does not answer')
    return name === 'alice' && password === 'wonderland' ? { name, credential: 'cn=alice' } : undefined
  },
  async close() {},
}

const definition = (key: string, type: string, settings: object): SecurityDefinition => ({
  key,
  type,
  settings,
  place,
})
const idInHeader = definition('id', 'apiKey', { in: 'header', name: 'X-IBM-Client-Id' })
const secretInHeader = definition('secret', 'apiKey', { in: 'header', name: 'X-IBM-Client-Secret' })
const idInQuery = definition('qid', 'apiKey', { in: 'query', name: 'client_id' })
const secretInQuery = definition('qsecret', 'apiKey', { in: 'query', name: 'client_secret' })
const basic = definition('basic', 'basic', { 'x-ibm-authentication-registry': 'users' })

interface Seen {
  url: string
  headers: Record<string, string>
}

let backend: Running
test.before(async () => {
  backend = await startBackend((request, response) =>
    response.end(JSON.stringify({ url: request.url, headers: request.headers })),
  )
})
test.after.always(() => backend.close())

async function protectedBy(t: ExecutionContext, ...alternatives: SecurityDefinition[][]) {
  const security = alternatives.map((all) => ({
    all: all.map((definition) => ({ definition, scopes: [] })),
    place,
  }))
  const registries = new Map([['users', { name: 'users' } as RegistrySettings]])
  const apis = [api(backend.url, { operations: [operation('GET', '/customers', { security })] })]
  const gateway = await startGateway(config(catalog(apis, { registries })), {
    consumers: () => consumers,
    registry: () => users,
  })
  t.teardown(() => gateway.close())
  return async (query = '', headers: Record<string, string> = {}) => {
    const answer = await fetch(gateway.url + path + query, { headers })
    const body = (await answer.json()) as Seen & { moreInformation?: string }
    return {
      status: answer.status,
      text: body.moreInformation,
      challenge: answer.headers.get('www-authenticate'),
      body,
    }
  }
}

const wrongKey = { status: 401, text: 'Invalid client id or secret.' }
const login = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

test('a client id in the header', async (t) => {
  const call = await protectedBy(t, [idInHeader])
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call(), wrongKey)
  t.like(await call('', { 'x-ibm-client-id': 'nobody' }), wrongKey)
  t.like(await call('?client_id=shop'), wrongKey)
  t.like(await call('?client_id=x', { 'x-ibm-client-id': 'shop' }), { status: 200 }, 'only the header counts')
  t.like(await call('', { 'x-ibm-client-id': 'stranger' }), { status: 403, text: 'Not registered to plan' })
  t.like(await call('', { 'x-ibm-client-id': 'asleep' }), {
    status: 403,
    text: 'The application is not enabled',
  })
})

test('a client id and its secret', async (t) => {
  const call = await protectedBy(t, [secretInHeader, idInHeader])
  const keys = (id: string, secret: string) => ({ 'x-ibm-client-id': id, 'x-ibm-client-secret': secret })
  t.like(await call('', keys('shop', 'shop-secret')), { status: 200 })
  t.like(await call('', keys('shop', 'guess')), wrongKey)
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), wrongKey)
  t.like(await call('', keys('stranger', 'guess')), wrongKey, 'no word about subscriptions without a proof')
  t.like(await call('', keys('stranger', 'stranger-secret')), { status: 403 })
})

test('keys do not reach the backend; the rest of the query stays as it was written', async (t) => {
  const inHeader = await protectedBy(t, [idInHeader, secretInHeader])
  const { body } = await inHeader('', { 'x-ibm-client-id': 'shop', 'x-ibm-client-secret': 'shop-secret' })
  t.is(body.headers['x-ibm-client-id'], undefined)
  t.is(body.headers['x-ibm-client-secret'], undefined)

  const inQuery = await protectedBy(t, [idInQuery, secretInQuery])
  const seen = await inQuery('?a=%7e&client_id=shop&b=1+2&client_secret=shop-secret&c')
  t.is(seen.status, 200)
  t.is(seen.body.url, '/customerdb/v1/customers?a=%7e&b=1+2&c')
})

test('several values in one place count for none', async (t) => {
  const call = await protectedBy(t, [idInQuery])
  t.like(await call('?client_id=shop&client_id=shop'), wrongKey)
  t.like(await call('?client_id=shop'), { status: 200 })
})

test('client ids in header and query: a wrong one decides, two right ones are too many', async (t) => {
  const call = await protectedBy(t, [idInHeader], [idInQuery])
  t.like(await call('?client_id=shop'), { status: 200 })
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call('?client_id=nobody', { 'x-ibm-client-id': 'shop' }), wrongKey)
  t.like(await call('?client_id=shop', { 'x-ibm-client-id': 'shop' }), {
    status: 403,
    text: 'Multiple Client-ids found',
  })
})

test('a document that splits id and secret over two places is refused', async (t) => {
  await t.throwsAsync(() => protectedBy(t, [idInHeader, secretInQuery]), {
    message: /must both be in the header or both in the query/,
  })
})

test('user name and password', async (t) => {
  const call = await protectedBy(t, [basic])
  const challenge = 'Basic realm="acme/sandbox", charset="UTF-8"'
  const allowed = await call('', { authorization: login('alice', 'wonderland') })
  t.is(allowed.status, 200)
  t.is(allowed.body.headers.authorization, undefined)
  t.like(await call(), { status: 401, challenge })
  t.like(await call('', { authorization: login('alice', 'guess') }), { status: 401, challenge })
  t.like(await call('', { authorization: 'Basic !' }), { status: 401, challenge })
  t.like(await call('', { authorization: login('outage', 'x') }), { status: 503, challenge: null })
})

test('alternatives: any one will do, and the answer is about the one that was tried', async (t) => {
  const call = await protectedBy(t, [oauth], [idInHeader], [basic])
  t.like(await call('', { 'x-ibm-client-id': 'shop' }), { status: 200 })
  t.like(await call('', { authorization: login('alice', 'wonderland') }), { status: 200 })
  t.like(await call('', { authorization: login('alice', 'guess'), 'x-ibm-client-id': 'shop' }), {
    status: 200,
  })
  t.like(await call('', { 'x-ibm-client-id': 'nobody' }), { ...wrongKey, challenge: null })
  t.like(await call('', { authorization: 'Bearer old' }), {
    status: 401,
    challenge:
      'Bearer realm="acme/sandbox", error="invalid_token", error_description="The access token is invalid, expired or revoked"',
  })
  t.like(await call('', { authorization: login('alice', 'guess') }), {
    status: 401,
    challenge: 'Basic realm="acme/sandbox", charset="UTF-8"',
  })
  t.like(await call(), {
    status: 401,
    challenge: 'Bearer realm="acme/sandbox", Basic realm="acme/sandbox", charset="UTF-8"',
  })
})

test('an empty alternative lets everyone in', async (t) => {
  const call = await protectedBy(t, [idInHeader], [])
  t.like(await call(), { status: 200 })
})
