import test, { type ExecutionContext } from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { hashSecret } from '../../../../src/shared/security/index.ts'
import { findGatewayProblems } from '../../_support/tables.ts'
import { api, application, catalog, config, operation, step } from '../../data-plane/_support/documents.ts'
import { startGateway } from '../../data-plane/_support/servers.ts'

const hashing = hashSecret('s3cret') // awaited in tests: they are declared at once
const closed = application('closed', { state: 'disabled' })

async function serve(t: ExecutionContext, settings: object, before: ReturnType<typeof step>[] = []) {
  const execute = [
    ...before,
    step('client-security', settings),
    step('set-variable', { actions: [{ set: 'message.body', value: '$(client.app.name)' }] }),
  ]
  const shop = application('shop', {
    credentials: [{ name: 'default', clientId: 'shop', secretHashes: [await hashing], hasWellKnownSecret: false }],
  })
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const published = catalog(
    [api('http://127.0.0.1:9', { operations, assembly: { execute, catch: [], finally: [] } })],
    { applications: [shop, closed] },
  )
  const consumers = openConsumers(published)
  const gateway = await startGateway(config(published), { consumers: () => consumers })
  t.teardown(() => gateway.close())
  return async (init: RequestInit = {}, query = '') => {
    const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers${query}`, init)
    return [response.status, await response.text()] as const
  }
}

const names = { 'id-name': 'id', 'secret-name': 'secret' }
const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

for (const [method, right, wrong] of [
  ['header', { headers: { id: 'shop', secret: 's3cret' } }, { headers: { id: 'shop', secret: 'guess' } }],
  [
    'cookie',
    { headers: { cookie: 'a=b; id=shop; secret=s3cret' } },
    { headers: { cookie: 'id=other; secret=s3cret' } },
  ],
  ['form', form('id=shop&secret=s3cret'), form('id=shop')],
  ['http', { headers: { authorization: `Basic ${btoa('shop:s3cret')}` } }, {}],
] as const) {
  test(`credentials by ${method} identify the application, and wrong ones are 401`, async (t) => {
    const call = await serve(t, { 'extract-credential-method': method, ...names })
    t.deepEqual(await call(right), [200, 'shop'])
    t.is((await call(wrong))[0], 401)
  })
}

test('credentials by query, and a client id without a secret', async (t) => {
  const call = await serve(t, { 'extract-credential-method': 'query', 'id-name': 'id', 'secret-required': false })
  t.deepEqual(await call({}, '?id=shop'), [200, 'shop'])
  t.is((await call({}, '?id=closed'))[0], 403)
})

test('credentials of variables', async (t) => {
  const set = step('set-variable', {
    actions: [
      { set: 'my.id', value: 'shop' },
      { set: 'my.secret', value: 's3cret' },
    ],
  })
  const call = await serve(
    t,
    { 'extract-credential-method': 'context-var', 'id-name': 'my.id', 'secret-name': 'my.secret' },
    [set],
  )
  t.deepEqual(await call(), [200, 'shop'])
})

test('without stop-on-error, a call with wrong credentials passes without an application', async (t) => {
  const call = await serve(t, { 'extract-credential-method': 'header', ...names, 'stop-on-error': false })
  t.deepEqual(await call({ headers: { id: 'shop', secret: 'guess' } }), [200, ''])
})

for (const [settings, pattern] of [
  [{}, /needs id-name/],
  [{ 'id-name': 'id' }, /needs secret-name/],
  [{ ...names, 'client-auth-method': 'third-party' }, /needs user-registry/],
] as const) {
  test(`${JSON.stringify(settings)} is an error of the document`, (t) => {
    const assembly = { execute: [step('client-security', settings)], catch: [], finally: [] }
    const [problem] = findGatewayProblems(config(catalog([api('http://127.0.0.1:9', { assembly })])))
    t.regex(problem?.message ?? '', pattern)
  })
}
