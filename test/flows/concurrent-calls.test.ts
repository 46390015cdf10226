import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { Agent, request } from 'undici'
import { workersOf } from '../_support/child-processes.ts'
import { getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'

test('a limit on concurrent calls counts the calls of all workers, and a worker that dies gives its calls back', async (t) => {
  const held: ServerResponse[] = []
  const backend = createServer((received, response) => {
    received.resume()
    held.push(response)
  }).listen(0, '127.0.0.1')
  const [documents, removeDocuments] = await temporaryFolder()
  const [data, removeData] = await temporaryFolder()
  await copyDocuments(documents)
  await changeText(
    join(documents, 'catalogs/sandbox/catalog.yaml'),
    'http://127.0.0.1:$env{SLUICE_CUSTOMERS_PORT}',
    `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
  )
  await changeText(
    join(documents, 'catalogs/sandbox/products/customer.yaml'),
    '  default-plan:\n',
    '  default-plan:\n    concurrent-calls: 2\n',
  )
  const product = await startProduct(data, { SLUICE_CONFIG: documents, SLUICE_WORKERS: '2' })
  t.teardown(async () => {
    await product.stop()
    backend.close().closeAllConnections()
    await Promise.all([removeDocuments(), removeData()])
  })
  const { access_token: token } = await getToken(product.gateway)

  /** A call over a connection of its own, which the system gives to one of the workers. */
  const call = async () => {
    const dispatcher = new Agent()
    const url = `${product.gateway}/acme/sandbox/customerdb/v1/customers`
    const { body, statusCode } = await request(url, { dispatcher, headers: { authorization: `Bearer ${token}` } })
    await body.dump()
    await dispatcher.close()
    return statusCode
  }

  const served = [call(), call()]
  await eventually(async () => held[1])
  t.deepEqual([...new Set(await Promise.all(Array.from({ length: 20 }, call)))], [429], 'whichever worker gets them')
  t.is(held.length, 2)
  for (const response of held.splice(0)) response.end('[]')
  t.deepEqual(await Promise.all(served), [200, 200])

  const cut = [call(), call()].map((each) => each.catch(() => 'cut'))
  await eventually(async () => held[1])
  for (const worker of workersOf(product.pid)) process.kill(worker, 'SIGKILL')
  t.deepEqual(await Promise.all(cut), ['cut', 'cut'])
  held.splice(0)
  const later = eventually(async () => ((await call()) === 200 ? 200 : undefined))
  const answers = setInterval(() => {
    for (const response of held.splice(0)) response.end('[]')
  }, 10)
  t.is(await later, 200, 'once there are workers again')
  clearInterval(answers)
})
