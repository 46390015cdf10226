import test, { type ExecutionContext } from 'ava'
import type { RegistrySettings, SecurityDefinition } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { GatewayDeps } from '../../../../src/gateway/data-plane/index.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openAttemptLimits } from '../../../../src/shared/security/index.ts'
import { openMemoryStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import {
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const subscriptions = [goldSubscription]
const consumers = {
  ...openConsumers({ applications: [application('shop', { subscriptions })], products: [shopProduct] }),
  findSecretExpiry: () => undefined,
  verifySecret: async (clientId: string, secret: string) => secret === `${clientId}-secret`,
}
const definition = (key: string, type: string, settings: object): SecurityDefinition => ({
  key,
  type,
  settings,
  location,
})
const kinds = {
  'an API key': {
    definitions: [
      definition('id', 'apiKey', { in: 'header', name: 'X-IBM-Client-Id' }),
      definition('secret', 'apiKey', { in: 'header', name: 'X-IBM-Client-Secret' }),
    ],
    failures: 30,
    wrong: 401,
    right: 'shop-secret',
    headers: (secret: string) => ({ 'x-ibm-client-id': 'shop', 'x-ibm-client-secret': secret }),
  },
  'a user of Basic': {
    definitions: [definition('basic', 'basic', { 'x-ibm-authentication-registry': 'users' })],
    failures: 10,
    wrong: 401,
    right: 'wonderland',
    headers: (secret: string) => ({ authorization: renderBasicCredentials('alice', secret) }),
  },
}

async function protectedBy(
  t: ExecutionContext,
  definitions: readonly SecurityDefinition[],
  deps: Partial<GatewayDeps> = {},
) {
  const backend = await startBackend((_, response) => response.end('{}'))
  const all = definitions.map((definition) => ({ definition, scopes: [] }))
  const operations = [operation('GET', '/customers', { security: [{ all, location }] })]
  const registries = new Map([['users', { name: 'users' } as RegistrySettings]])
  const gateway = await startGateway(config(catalog([api(backend.url, { operations })], { registries })), {
    consumers: () => consumers,
    registry: () => ({
      authenticate: async (name, password) =>
        name.toLowerCase() === 'alice' && password === 'wonderland' ? { name, credential: name } : undefined,
      foldName: (name) => name.toLowerCase(),
      close: async () => {},
    }),
    ...deps,
  })
  t.teardown(() => Promise.all([gateway.close(), backend.close()]))
  return async (headers: Record<string, string>) => {
    const answer = await fetch(gateway.url + path, { headers })
    await answer.arrayBuffer()
    return answer
  }
}

for (const [title, { definitions, failures, wrong, right, headers }] of Object.entries(kinds)) {
  test(`${title} with too many wrong attempts is a 429, also when it is right`, async (t) => {
    const now = Date.now()
    const call = await protectedBy(t, definitions, { clock: () => now }) // no window ends between the attempts
    t.is((await call(headers(right))).status, 200)
    t.is((await call(headers(right))).status, 200)
    for (let number = 0; number < failures; number += 1) t.is((await call(headers(`guess ${number}`))).status, wrong)

    for (const secret of [right, 'guess', right]) {
      const answer = await call(headers(secret))
      t.is(answer.status, 429)
      t.true(Number(answer.headers.get('retry-after')) > 0)
    }
  })

  test(`${title} is a 503 while attempts cannot be counted, unless it was verified recently`, async (t) => {
    const store = openMemoryStore({ clock: Date.now })
    let isFull = false
    const attempts = openAttemptLimits({
      kind: 'attempts',
      clock: Date.now,
      log: silentLog,
      store: {
        ...store,
        async count(...given) {
          if (isFull) throw new StateStoreError('full', 'the disk is full')
          return store.count(...given)
        },
      },
    })
    const call = await protectedBy(t, definitions, { attemptLimits: () => attempts })
    t.is((await call(headers(right))).status, 200)
    isFull = true
    t.is((await call(headers(right))).status, 200)
    const answer = await call(headers('guess'))
    t.is(answer.status, 503)
    t.is(answer.headers.get('retry-after'), '5')
  })
}

test('another spelling of a user name is locked, too', async (t) => {
  const { definitions } = kinds['a user of Basic']
  const now = Date.now()
  const call = await protectedBy(t, definitions, { clock: () => now })
  for (let number = 0; number < 10; number += 1)
    await call({ authorization: renderBasicCredentials(['ALICE', 'Alice', 'ａlice'][number % 3] ?? '', `${number}`) })
  t.is((await call({ authorization: renderBasicCredentials('alice', 'wonderland') })).status, 429)
})
