import test from 'ava'
import { Agent, request } from 'undici'
import { workersOf } from '../_support/child-processes.ts'
import { demo, type TokenAnswer } from '../_support/client.ts'
import { newProofKeys, signProof } from '../_support/dpop.ts'
import { eventually } from '../_support/eventually.ts'
import { startProduct } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const base = 'http://gateway.test'
const path = '/acme/sandbox/customerdb/v1/customers'
const tokenPath = '/acme/sandbox/customer-oauth/oauth2/token'
const keys = newProofKeys()
const product = sharedProduct(test, { SLUICE_BASE_URL: base, SLUICE_WORKERS: '2' })

async function getBoundToken(): Promise<string> {
  const dpop = signProof(keys, { method: 'POST', url: base + tokenPath })
  const response = await fetch(product.gateway + tokenPath, {
    method: 'POST',
    headers: { dpop },
    body: new URLSearchParams(demo),
  })
  const { access_token: token, token_type: type } = (await response.json()) as TokenAnswer
  if (type !== 'DPoP') throw new Error(`the token is of the type ${type}`)
  return token
}

/** Calls over a connection of its own, which the system gives to one of the workers. Returns the status. */
async function call(token: string, dpop: string): Promise<number> {
  const dispatcher = new Agent()
  const headers = { authorization: `DPoP ${token}`, dpop }
  const { body, statusCode } = await request(product.gateway + path, { dispatcher, headers })
  await body.dump()
  await dispatcher.close()
  return statusCode
}

test.serial('a proof opens the API once, whichever worker gets it, and after all of them were replaced', async (t) => {
  const token = await getBoundToken()
  const newProof = () => signProof(keys, { method: 'GET', url: base + path, token })
  const dpop = newProof()
  const statuses = await Promise.all(Array.from({ length: 16 }, () => call(token, dpop)))
  t.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 15 }, () => 401)])

  for (const worker of workersOf(product.pid)) process.kill(worker, 'SIGKILL')
  await eventually(async () => ((await call(token, newProof()).catch(() => 0)) === 200 ? true : undefined))
  t.is(await call(token, dpop), 401)
})

for (const [title, end, workers] of [
  ['killed', 'kill', '1'],
  ['stopped', 'stop', '2'],
  ['killed a second time', 'kill', '2'],
] as const) {
  test.serial(`a proof opens the API once, also after the product was ${title}`, async (t) => {
    const token = await getBoundToken()
    const dpop = signProof(keys, { method: 'GET', url: base + path, token })
    t.is(await call(token, dpop), 200)
    await product[end]()
    const settings = { SLUICE_BASE_URL: base, SLUICE_CONFIG: product.folder, SLUICE_WORKERS: workers }
    Object.assign(product, await startProduct(product.data, settings))
    t.is(await call(token, dpop), 401)
    t.is(await call(token, signProof(keys, { method: 'GET', url: base + path, token })), 200)
  })
}
