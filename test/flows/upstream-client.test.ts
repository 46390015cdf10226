import test from 'ava'
import { caller, getToken } from '../_support/client.ts'
import { sharedProduct } from '../_support/shared-product.ts'

/** The main stories with the other HTTP client behind the data plane. */
const product = sharedProduct(test, { SLUICE_UPSTREAM_CLIENT: 'undici' })

async function connect(path: string) {
  const { access_token } = await getToken(product.gateway)
  return caller(product.gateway + path, access_token)
}

test('the log names undici as the upstream client', async (t) => {
  while (!product.log().includes('"gateway ready"')) await new Promise((next) => setTimeout(next, 10))
  t.regex(product.log(), /"upstreamClient":"undici"/)
})

test('through undici, a token opens the operations of the customer API', async (t) => {
  const call = await connect('/acme/sandbox/customerdb/v1')
  const all = (await (await call('GET', '/customers?max=3')).json()) as unknown[]
  t.is(all.length, 3)

  const person = { firstname: 'Ada', lastname: 'Lovelace', address: '9 The Street' }
  const added = (await (await call('POST', '/customers', person)).json()) as { message: string }
  const path = `/customers/${Number(/\d+/.exec(added.message)?.[0])}`
  t.like(await (await call('GET', path)).json(), { lastname: 'Lovelace' })
  t.is((await call('PUT', path, { ...person, lastname: 'King' })).status, 200)
  t.like(await (await call('GET', path)).json(), { lastname: 'King' })
  t.is((await call('HEAD', path)).status, 200, 'where GET is')
  t.is((await call('DELETE', path)).status, 200)
  t.is((await call('GET', path)).status, 404)
})

test('through undici, messages of any size are put, browsed and taken', async (t) => {
  const call = await connect('/acme/sandbox/mq/v1')
  const message = '/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message'
  for (const text of ['one order', 'x'.repeat(500_000)]) {
    const put = await call('POST', message, text)
    t.is(put.status, 201)
    t.regex(put.headers.get('ibm-mq-md-messageid') ?? '', /^414d/)
    t.is(await (await call('GET', message)).text(), text)
    t.is(await (await call('DELETE', message)).text(), text)
  }
  t.is((await call('DELETE', message)).status, 204)
  t.like(await (await call('GET', '/admin/qmgr')).json(), { qmgr: [{ name: 'QM1', state: 'running' }] })
})
