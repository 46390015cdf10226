import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Agent, request } from 'undici'
import { getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'

/** A backend whose responses are kept for an hour, and change with a POST. */
async function startBackend(t: ExecutionContext) {
  let state = 'first'
  const backend = createServer((request, response) => {
    if (request.method === 'POST') state = 'second'
    response.setHeader('cache-control', 'public, max-age=3600')
    request.resume().on('end', () => response.end(state))
  }).listen(0, '127.0.0.1')
  t.teardown(() => backend.close())
  await once(backend, 'listening')
  return (backend.address() as AddressInfo).port
}

/** Starts a node that keeps responses of the backend, and returns a function that calls it. */
async function startNode(t: ExecutionContext, port: number, environment: Record<string, string>) {
  const [documents, removeDocuments] = await temporaryFolder()
  const [data, removeData] = await temporaryFolder()
  await copyDocuments(documents)
  await changeText(
    join(documents, 'catalogs/sandbox/catalog.yaml'),
    'http://127.0.0.1:$env{SLUICE_CUSTOMERS_PORT}',
    `http://127.0.0.1:${port}`,
  )
  await changeText(join(documents, 'apis/customer-database.yaml'), 'testable: true', 'cache-response: protocol')
  const product = await startProduct(data, { SLUICE_CONFIG: documents, ...environment })
  t.teardown(async () => {
    await product.stop()
    await Promise.all([removeDocuments(), removeData()])
  })
  const { access_token: token } = await getToken(product.gateway)

  /** A call over a connection of its own, which the system gives to one of the workers. */
  const call = async (method: 'GET' | 'POST') => {
    const dispatcher = new Agent()
    const url = `${product.gateway}/acme/sandbox/customerdb/v1/customers`
    const headers = { authorization: `Bearer ${token}` }
    const { body, headers: received } = await request(url, { dispatcher, method, headers })
    const answer = { body: await body.text(), status: String(received['cache-status']) }
    await dispatcher.close()
    return answer
  }
  return { product, call }
}

test('an unsafe request to one worker makes the kept responses of all workers invalid', async (t) => {
  const { product, call } = await startNode(t, await startBackend(t), { SLUICE_WORKERS: '2' })
  const callOften = () => Promise.all(Array.from({ length: 40 }, () => call('GET')))

  await eventually(async () => (await callOften()).every(({ status }) => status.includes('hit')) || undefined)
  t.deepEqual([...new Set((await callOften()).map(({ body }) => body))], ['first'])
  t.is((await call('POST')).body, 'second')
  await eventually(async () => (await callOften()).every(({ body }) => body === 'second') || undefined)
  t.deepEqual([...new Set((await callOften()).map(({ body }) => body))], ['second'])
  const metrics = await (await fetch(`${product.management}/metrics`)).text()
  t.regex(metrics, /^sluice_response_cache_invalidations_total\{worker="elsewhere"\} 1$/m)
})

const withServer = postgresBinaries ? test : test.skip
withServer('an unsafe request to one node makes the kept responses of the other node invalid', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.close())
  const port = await startBackend(t)
  const shared = { SLUICE_STORE: server.url, SLUICE_BASE_URL: 'http://gateway.test', SLUICE_WORKERS: '1' }
  const [one, other] = [await startNode(t, port, shared), await startNode(t, port, shared)]
  await eventually(async () => (await other.call('GET')).status.includes('hit') || undefined)
  t.is((await other.call('GET')).body, 'first')
  t.is((await one.call('POST')).body, 'second')
  const changed = await eventually(async () => ((await other.call('GET')).body === 'second' ? 'changed' : undefined))
  t.is(changed, 'changed')
})
