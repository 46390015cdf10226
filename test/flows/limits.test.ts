import { join } from 'node:path'

import test from 'ava'
import { Agent, request } from 'undici'

import { getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'

test('of five hundred calls at once over two workers exactly as many pass as the plan allows', async (t) => {
  const [documents, removeDocuments] = await temporaryFolder()
  t.teardown(removeDocuments)
  await copyDocuments(documents)
  await changeText(
    join(documents, 'catalogs/sandbox/products/customer.yaml'),
    'value: 100/1hour, hard-limit: false',
    'value: 100/1day, hard-limit: true',
  )
  const [data, removeData] = await temporaryFolder()
  t.teardown(removeData)
  const product = await startProduct(data, { SLUICE_CONFIG: documents, SLUICE_WORKERS: '2' })
  t.teardown(product.stop)

  const { access_token: token } = await getToken(product.gateway)
  const dispatcher = new Agent({ connections: 50 })
  t.teardown(() => dispatcher.destroy())
  const headers = { authorization: `Bearer ${token}` }
  const call = async () => {
    const url = `${product.gateway}/acme/sandbox/customerdb/v1/customers`
    const { statusCode, body } = await request(url, { dispatcher, headers })
    await body.dump()
    return statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 500 }, call))
  t.is(statuses.filter((status) => status === 200).length, 100)
  t.is(statuses.filter((status) => status === 429).length, 400)

  const metrics = await (await fetch(`${product.management}/metrics`)).text()
  t.regex(metrics, /^sluice_refusals_total\{.*reason="rate_limit".*\} 400$/m)
})
