/** Puts with keys, leases and streams through the gateway, while its worker or the whole product is killed. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import test from 'ava'
import { workersOf } from '../_support/child-processes.ts'
import { eventually } from '../_support/eventually.ts'
import { type Product, startProduct, temporaryFolder } from '../_support/product.ts'
import { type LedgerServer, runLedger } from '../mq/web/_support/queue-ledger.ts'

const base = '/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.QUEUE.1'

test('twelve kills of workers and gateways lose no message, put none twice, and give none again that was acknowledged', async (t) => {
  t.timeout(240_000)
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  let product: Product | undefined
  t.teardown(() => product?.kill())

  /** In even rounds the worker is killed, and the primary with its queue manager lives on; in odd rounds all of them. */
  async function start(round: number): Promise<LedgerServer> {
    product ??= await startProduct(folder)
    const running = product
    const { gateway, pid } = running
    const authorization = `Bearer ${await eventually(() => getToken(gateway))}`
    return {
      async post(path, body, headers) {
        const response = await fetch(`${gateway}${base}${path}`, {
          method: 'POST',
          body: body === '' ? null : body,
          headers: { ...headers, authorization },
        })
        const text = await response.text()
        const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined
        return { status: response.status, headers: Object.fromEntries(response.headers), text, json } as never
      },
      async open(path) {
        const sent = request(`${gateway}${base}${path}`, { agent: false, headers: { authorization } }).end()
        return (await once(sent, 'response'))[0] as IncomingMessage
      },
      kill() {
        if (round % 2 === 1) process.kill(pid, 'SIGKILL')
        else for (const worker of workersOf(pid)) process.kill(worker, 'SIGKILL')
      },
      async ended() {
        if (round % 2 === 0) return
        await running.kill()
        product = undefined
      },
      stop: async () => void (await running.stop()),
    }
  }

  const kills = Array.from({ length: 12 }, (_, round) => 3 + round * 13)
  const { twice, lost, puts, acknowledged, streamed } = await runLedger(kills, start)
  t.deepEqual({ twice, lost }, { twice: [], lost: [] })
  t.true(streamed > 0)
  t.log(`${puts} puts, ${acknowledged} acknowledgements, ${streamed} of them by streams`)
})

async function getToken(gateway: string): Promise<string | undefined> {
  const response = await fetch(`${gateway}/acme/sandbox/customer-oauth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'sandbox-app',
      client_secret: 'sandbox-secret',
      username: 'alice',
      password: 'wonderland',
      scope: 'mq.put mq.get mq.browse',
    }),
  })
  return ((await response.json()) as { access_token?: string }).access_token
}
