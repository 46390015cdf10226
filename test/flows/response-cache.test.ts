import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { Agent, request } from 'undici'
import { getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'

test('an unsafe request to one worker makes the kept responses of all workers invalid', async (t) => {
  let state = 'first'
  const backend = createServer((request, response) => {
    if (request.method === 'POST') state = 'second'
    response.setHeader('cache-control', 'public, max-age=3600')
    request.resume().on('end', () => response.end(state))
  }).listen(0, '127.0.0.1')
  const [documents, removeDocuments] = await temporaryFolder()
  const [data, removeData] = await temporaryFolder()
  await copyDocuments(documents)
  const { port } = backend.address() as AddressInfo
  await changeText(
    join(documents, 'catalogs/sandbox/catalog.yaml'),
    'http://127.0.0.1:$env{SLUICE_CUSTOMERS_PORT}',
    `http://127.0.0.1:${port}`,
  )
  await changeText(join(documents, 'apis/customer-database.yaml'), 'testable: true', 'cache-response: protocol')
  const product = await startProduct(data, { SLUICE_CONFIG: documents, SLUICE_WORKERS: '2' })
  t.teardown(async () => {
    await product.stop()
    backend.close()
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
  const callOften = () => Promise.all(Array.from({ length: 40 }, () => call('GET')))

  await eventually(async () => (await callOften()).every(({ status }) => status.includes('hit')) || undefined)
  t.deepEqual([...new Set((await callOften()).map(({ body }) => body))], ['first'])
  t.is((await call('POST')).body, 'second')
  await eventually(async () => (await callOften()).every(({ body }) => body === 'second') || undefined)
  t.deepEqual([...new Set((await callOften()).map(({ body }) => body))], ['second'])
  const metrics = await (await fetch(`${product.management}/metrics`)).text()
  t.regex(metrics, /^sluice_response_cache_invalidations_total\{worker="elsewhere"\} 1$/m)
})
