/** A ledger of deliveries by a webhook, while the MQ web server is killed again and again and the receiver fails now and then. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eventually } from '../../../_support/eventually.ts'
import { copyServerCertificate } from '../../../_support/server-certificate.ts'
import { call, settings } from './server.ts'

const base = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q'
const program = join(import.meta.dirname, 'web-process.ts')
const user = 'app:passw0rd'

export interface WebhookLedgerResult {
  /** Messages whose put was confirmed. */
  puts: number
  /** Deliveries that the receiver accepted, repetitions included. */
  accepted: number
  /** Confirmed messages that the receiver has not accepted. */
  lost: string[]
}

/** Runs the rounds, each of which ends with a kill after so many requests at the receiver. */
export async function runWebhookLedger(folder: string, kills: readonly number[]): Promise<WebhookLedgerResult> {
  await writeFile(
    join(folder, 'mqwebuser.xml'),
    settings('<variable name="mqRestWebhookAllowedNetworks" value="127.0.0.0/8"/>'),
  )
  await copyServerCertificate(folder)
  const confirmed = new Set<string>()
  const accepted = new Set<string>()
  let requests = 0
  let acceptances = 0
  let seen = () => {}
  const receiver = createServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    requests += 1
    const fails = requests % 7 === 0
    if (!fails) {
      accepted.add(String(request.headers['webhook-id']))
      acceptances += 1
    }
    seen()
    response.writeHead(fails ? 503 : 204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`

  try {
    for (const [round, kill] of [...kills, undefined].entries()) {
      const child = fork(program, [folder])
      const port = (await once(child, 'message'))[0] as number
      const until = requests + (kill ?? Number.POSITIVE_INFINITY)
      let isOver = false
      seen = () => {
        if (requests < until) return
        isOver = true
        child.kill('SIGKILL')
      }
      if (round === 0) await createWebhook(port, url)
      if (kill === undefined) {
        await eventually(async () => [...confirmed].every((id) => accepted.has(id)) || undefined)
        child.kill('SIGKILL')
      } else await Promise.all(Array.from({ length: 4 }, () => putUntil(() => isOver, port, confirmed)))
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    }
  } finally {
    receiver.close()
    receiver.closeAllConnections()
  }
  return { puts: confirmed.size, accepted: acceptances, lost: [...confirmed].filter((id) => !accepted.has(id)) }
}

async function createWebhook(port: number, url: string): Promise<void> {
  const body = JSON.stringify({ url, attempts: 30, backoffSeconds: 1, concurrency: 10 })
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await call(port, 'POST', `${base}/webhook`, { user, body, headers })
  if (status !== 201) throw new Error(text)
}

async function putUntil(isOver: () => boolean, port: number, confirmed: Set<string>): Promise<void> {
  const headers = { 'content-type': 'text/plain', 'ibm-mq-md-persistence': 'persistent' }
  while (!isOver()) {
    try {
      const { status, headers: got } = await call(port, 'POST', `${base}/message`, { user, body: 'm', headers })
      if (status === 201) confirmed.add(String(got['ibm-mq-md-messageid']))
    } catch (error) {
      if (!isOver()) throw error
    }
  }
}
