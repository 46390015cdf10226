/** Bodies that expressions of documents cannot test quickly, against running workers. */
import { join } from 'node:path'
import test from 'ava'
import { Agent, request } from 'undici'
import { getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const hostile = 'a'.repeat(50)

test('while callers send bodies that explode an expression, both workers answer others', async (t) => {
  const [documents, removeDocuments] = await temporaryFolder()
  const [data, removeData] = await temporaryFolder()
  t.teardown(removeDocuments)
  t.teardown(removeData)
  await copyDocuments(documents)
  const file = join(documents, 'apis/customer-database.yaml')
  // RE2 runs the first one; the second one has a back reference, so that only its time is limited.
  await changeText(file, 'lastname: { type: string, ', 'lastname: { type: string, pattern: "^([a-zA-Z0-9]+)+@x$", ')
  await changeText(file, 'address: { type: string, ', 'address: { type: string, pattern: "^(a)(\\\\1+)+@x$", ')
  await changeText(file, '    execute:\n', '    execute:\n      - validate: {}\n')
  const product = await startProduct(data, { SLUICE_CONFIG: documents, SLUICE_WORKERS: '2' })
  t.teardown(product.stop)

  const { access_token: token } = await getToken(product.gateway)
  const url = product.gateway + path
  const send = (method: 'GET' | 'POST', body?: object) => call(url, token, method, body)
  const bodies = [1, 2, 3, 4, 5, 6].flatMap((count) => [
    { firstname: 'A', lastname: `${hostile}${count}`, address: 'aa@x' },
    { firstname: 'A', lastname: 'a@x', address: `${hostile}${count}` },
  ])
  const attacks = Promise.all(bodies.map((body) => send('POST', body)))
  const others = await Promise.all(Array.from({ length: 40 }, () => send('GET')))
  t.deepEqual([...new Set(others)], [200])
  t.deepEqual([...new Set(await attacks)], [422])

  const metrics = await (await fetch(`${product.management}/metrics`)).text()
  t.regex(metrics, /^sluice_worker_deaths_total 0$/m)
  t.regex(metrics, /^sluice_workers_silent 0$/m)
  t.regex(metrics, /^sluice_workers_ready 2$/m)
})

/** Each call has a connection of its own, so that both workers get some. */
async function call(url: string, token: string, method: 'GET' | 'POST', body?: object): Promise<number> {
  const dispatcher = new Agent()
  try {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await request(url, { dispatcher, method, headers, body: body ? JSON.stringify(body) : null })
    await response.body.dump()
    return response.statusCode
  } finally {
    await dispatcher.close()
  }
}
