/** The parts of the key of a kept response: a test for each, so that none can be dropped. */
import test, { type ExecutionContext } from 'ava'
import { type CallOfUser, describeUser } from '../../../../src/gateway/data-plane/policies/invoke/describe-user.ts'
import { accessToken, api, catalog, config, operation, step } from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

interface Parts {
  client?: string
  token?: Parameters<typeof accessToken>[1] | null
  user?: string | undefined
  set?: string[]
  headers?: string[]
}

const usual = { issuer: 'https://login.example', subject: 'eve', scopes: new Set(['read', 'write']) }

function digest({ client = 'shop', token = usual, user, set = ['x-user'], headers = [] }: Parts = {}) {
  const call: CallOfUser = {
    caller: { client: { clientId: client }, token: token ? accessToken(client, token) : undefined, user },
    message: { headersSetByPolicies: new Set(set) },
  }
  return describeUser(call, { headers: ['x-user', 'eve', 'x-trace', '1', ...headers] })
}

for (const [title, parts] of [
  ['client', { client: 'kiosk' }],
  ['issuer of the token', { token: { ...usual, issuer: 'https://other.example' } }],
  ['subject of the token', { token: { ...usual, subject: 'mallory' } }],
  ['scopes of the token', { token: { ...usual, scopes: new Set(['read']) } }],
  ['absence of a token', { token: null }],
  ['user of a registry', { user: 'eve' }],
  ['fact that a policy has set a header', { set: [] }],
  ['second header that a policy has set', { set: ['x-user', 'x-trace'] }],
  ['credential to the upstream', { headers: ['authorization', 'Basic ZXZlOjE='] }],
] as [string, Parts][]) {
  test(`the ${title} separates responses`, (t) => t.not(digest(parts), digest()))
}

test('two users of Basic, who have neither client nor token, share nothing', (t) => {
  const digests = ['eve', 'mallory', 'Eve', ''].map((user) => digest({ client: '', token: null, user }))
  t.is(new Set(digests).size, digests.length)
})

test('what does not tell users apart separates no responses', (t) => {
  t.is(digest({ token: { ...usual, id: 'other', scopes: new Set(['write', 'read']) } }), digest())
  t.is(digest({ headers: ['accept', 'text/html'] }), digest())
})

/** Two catalogs whose APIs call the same two backends. Each backend counts its responses. */
async function startCatalogs(t: ExecutionContext) {
  const backends = await Promise.all(
    ['a', 'b'].map((name) => {
      let count = 0
      return startBackend((request, response) => {
        request.resume()
        response.setHeader('cache-control', 'max-age=60')
        count += 1
        response.end(`${name}${count}`)
      })
    }),
  )
  const execute = [step('invoke', { 'target-url': '$(upstream)/same$(request.search)', 'cache-response': 'protocol' })]
  const operations = ['GET', 'POST'].map((method) => operation(method, '/same'))
  const publish = (name: string, { url }: { url: string }) =>
    api(url, {
      name,
      reference: `${name}:1.0.0`,
      basePath: `/${name}`,
      operations,
      assembly: { execute, catch: [], finally: [] },
    })
  const [a, b] = backends as [(typeof backends)[0], (typeof backends)[0]]
  const other = catalog([publish('api', a)], { name: 'other', path: '/acme/other' })
  const gateway = await startGateway(config(catalog([publish('api', a), publish('twin', a), publish('far', b)]), other))
  t.teardown(async () => {
    await gateway.close()
    for (const each of backends) await each.close()
  })
  return async (path: string, method = 'GET') => (await fetch(`${gateway.url}/acme/${path}`, { method })).text()
}

test('the upstream and its path with the query separate responses', async (t) => {
  const call = await startCatalogs(t)
  t.deepEqual([await call('sandbox/api/same'), await call('sandbox/far/same')], ['a1', 'b1'])
  t.is(await call('sandbox/api/same?x'), 'a2')
  t.is(await call('sandbox/api/same'), 'a1')
})

test('APIs and catalogs share no responses of one upstream, and invalidate none of each other', async (t) => {
  const call = await startCatalogs(t)
  const ask = async () => {
    const texts: string[] = []
    for (const path of ['sandbox/api/same', 'sandbox/twin/same', 'other/api/same']) texts.push(await call(path))
    return texts
  }
  t.deepEqual(await ask(), ['a1', 'a2', 'a3'])
  t.is(await call('sandbox/twin/same', 'POST'), 'a4')
  t.deepEqual(await ask(), ['a1', 'a5', 'a3'])
  t.is(await call('other/api/same', 'POST'), 'a6')
  t.deepEqual(await ask(), ['a1', 'a5', 'a7'])
})
