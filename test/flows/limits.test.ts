import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Agent, request } from 'undici'
import { getToken, requestToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { type Product, startProduct, temporaryFolder } from '../_support/product.ts'
import { hasRedis, startRedis } from '../_support/redis.ts'

const inCluster = hasRedis && postgresBinaries ? test.serial : test.skip

test.serial('of five hundred calls at once over two workers exactly as many pass as the plan allows', async (t) => {
  const documents = await copyLimitedDocuments(t)
  const product = await startNode(t, { SLUICE_CONFIG: documents, SLUICE_WORKERS: '2' })
  const { access_token: token } = await getToken(product.gateway)

  const statuses = await callAtOnce(t, [product.gateway], token, 500)
  t.is(statuses.filter((status) => status === 200).length, 100)
  t.is(statuses.filter((status) => status === 429).length, 400)

  const metrics = await (await fetch(`${product.management}/metrics`)).text()
  t.regex(metrics, /^sluice_refusals_total\{.*reason="rate_limit".*\} 400$/m)
})

inCluster('over two gateways that count in Redis no more calls pass than the plan allows', async (t) => {
  const [database, redis] = await Promise.all([startPostgres(), startRedis()])
  t.teardown(database.close)
  t.teardown(redis.kill)
  const settings = {
    SLUICE_CONFIG: await copyLimitedDocuments(t),
    SLUICE_BASE_URL: 'http://gateway.test',
    SLUICE_STORE: database.url,
    SLUICE_COUNTERS: redis.url,
    SLUICE_LIMITS_UNAVAILABLE: 'reject',
  }
  const nodes = [await startNode(t, settings), await startNode(t, settings)]
  const { access_token: token } = await getToken(String(nodes[0]?.gateway))

  const gateways = nodes.map(({ gateway }) => gateway)
  const statuses = await callAtOnce(t, gateways, token, 300)
  t.is(statuses.filter((status) => status === 200).length, 100)
  t.is(statuses.filter((status) => status === 429).length, 200)

  await redis.kill()
  t.deepEqual([...new Set(await callAtOnce(t, gateways, token, 4))], [429], 'what is used up stays so')
  t.is((await requestToken(gateways[0] as string)).status, 503, 'attempts cannot be counted')
})

/** Copies the documents, with a hard limit of 100 calls a day. */
async function copyLimitedDocuments(t: ExecutionContext): Promise<string> {
  const [documents, remove] = await temporaryFolder()
  t.teardown(remove)
  await copyDocuments(documents)
  await changeText(
    join(documents, 'catalogs/sandbox/products/customer.yaml'),
    'value: 100/1hour, hard-limit: false',
    'value: 100/1day, hard-limit: true',
  )
  return documents
}

async function startNode(t: ExecutionContext, settings: Record<string, string>): Promise<Product> {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const product = await startProduct(data, settings)
  t.teardown(product.stop)
  return product
}

/** Sends calls at once, to the gateways in turn, and returns their statuses. */
async function callAtOnce(
  t: ExecutionContext,
  gateways: readonly string[],
  token: string,
  calls: number,
): Promise<number[]> {
  const dispatcher = new Agent({ connections: 50 })
  t.teardown(() => dispatcher.destroy())
  const headers = { authorization: `Bearer ${token}` }
  const call = async (_: unknown, index: number) => {
    const url = `${gateways[index % gateways.length]}/acme/sandbox/customerdb/v1/customers`
    const { statusCode, body } = await request(url, { dispatcher, headers })
    await body.dump()
    return statusCode
  }
  return Promise.all(Array.from({ length: calls }, call))
}
