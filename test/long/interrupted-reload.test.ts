/** Reloads in the middle of which a process is killed: then the saved documents are in use, in each worker. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test from 'ava'
import { childrenOf } from '../_support/child-processes.ts'
import { getToken, requestToken } from '../_support/client.ts'
import { copyDocuments } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { type Product, startProduct, temporaryFolder } from '../_support/product.ts'
import { createRandom } from '../_support/random.ts'

const rounds = 10
/** So many applications keep the loader running, which sends what has changed. */
const applicationCount = 600
/** The wait for other changes takes 500 ms, and the reload a few hundred more. */
const longestPauseMs = 1_200
/** The connections of each check: the system gives them to the workers in turn. */
const connectionCount = 12

test('saved documents are in use after any process was killed in the middle of their reload', async (t) => {
  t.timeout(900_000)
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const [data, remove] = await temporaryFolder()
  const folder = join(data, 'documents')
  const applications = join(folder, 'catalogs/sandbox/applications')
  await copyDocuments(folder)
  const text = await readFile(join(applications, 'sandbox-app.yaml'), 'utf8')
  const save = (name: string, clientId: string) =>
    writeFile(
      join(applications, `${name}.yaml`),
      text.replace('name: sandbox-app', `name: ${name}`).replace('client_id: sandbox-app', `client_id: ${clientId}`),
    )
  for (let number = 0; number < applicationCount; number += 1) await save(`app-${number}`, `id-${number}`)

  // Tokens stay valid after a restart on other ports.
  const environment = { SLUICE_BASE_URL: 'http://gateway.test', SLUICE_CONFIG: folder, SLUICE_WORKERS: '2' }
  const start = () => startProduct(data, environment)
  let product: Product = await start()
  t.teardown(async () => {
    await product.kill()
    await remove()
  })

  const api = join(folder, 'apis/customer-database.yaml')
  const apiText = await readFile(api, 'utf8')
  const edition = (number: number) => `${apiText}      - set-variable:
          version: 2.0.0
          actions: [{ set: message.headers.x-edition, value: "${number}", type: string }]
`
  const { access_token } = await getToken(product.gateway)

  /** Sends a request over connections of their own at the same time, and joins what is read of the responses. */
  const onEachConnection = async (send: () => Promise<Response>, read: (response: Response) => unknown) => {
    const calls = Array.from({ length: connectionCount }, async () => {
      const response = await send()
      await response.arrayBuffer()
      return read(response)
    })
    return (await Promise.all(calls)).join()
  }
  const all = (value: number) => Array(connectionCount).fill(value).join()
  const headers = { authorization: `Bearer ${access_token}`, connection: 'close' }
  const call = () => fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`, { headers })
  const readEditions = () => onEachConnection(call, (response) => response.headers.get('x-edition'))

  for (let round = 1; round <= rounds; round += 1) {
    await save('app-0', `id-of-round-${round}`)
    await writeFile(api, edition(round))
    await setTimeout(random() * longestPauseMs)
    const victims = [product.pid, ...childrenOf(product.pid)]
    const victim = victims[Math.floor(random() * victims.length)] as number
    process.kill(victim, 'SIGKILL')
    if (victim === product.pid) {
      await product.kill()
      product = await start()
    }
    const context = `seed ${seed}, round ${round}`
    const ask = () => requestToken(product.gateway, { client_id: `id-of-round-${round}` }, { connection: 'close' })
    const readStatuses = () => onEachConnection(ask, ({ status }) => status)
    // All connections of one check can reach the same worker while the other one still has the documents before.
    const isInUse = async () => (await readEditions()) === all(round) && (await readStatuses()) === all(200)
    t.true(await eventually(async () => (await isInUse()) || undefined), context)
  }
  t.is(await product.stop(), 0)
})
