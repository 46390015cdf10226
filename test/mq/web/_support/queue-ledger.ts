/**
 * A ledger of puts with `Idempotency-Key` and of leases, while servers are killed again and again. Senders repeat each put until it
 * has a response; workers lease, acknowledge and give back, one by a stream.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { copyServerCertificate } from '../../../_support/server-certificate.ts'
import { call, settings } from './server.ts'

const base = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q'
const program = join(import.meta.dirname, 'web-process.ts')

interface LeasedMessage {
  lease: string
  messageId: string
  body: string
}

export interface LedgerResult {
  puts: number
  acknowledged: number
  /** The messages that came by a stream and were acknowledged. */
  streamed: number
  /** Messages that two ids have, or that came again after their acknowledgement was confirmed. */
  twice: string[]
  /** Confirmed puts whose message was neither acknowledged nor found at the end. */
  lost: string[]
}

/** The servers of a round, below the URL of a queue. */
export interface LedgerServer {
  post(path: string, body: string, headers: Record<string, string>): ReturnType<typeof call>
  /** Opens the response of a GET. */
  open(path: string): Promise<IncomingMessage>
  /** Kills what the round kills: at least one process through which calls go. */
  kill(): void
  /** Settles when what was killed has ended. */
  ended(): Promise<void>
  /** Ends everything. */
  stop(): Promise<void>
}

/** Runs rounds over an MQ web server, each of which ends with a kill after so many responses. */
export async function runQueueLedger(folder: string, kills: readonly number[]): Promise<LedgerResult> {
  await writeFile(join(folder, 'mqwebuser.xml'), settings())
  await copyServerCertificate(folder)
  return runLedger(kills, () => startWebServer(folder))
}

async function startWebServer(folder: string): Promise<LedgerServer> {
  const child = fork(program, [folder])
  const port = (await once(child, 'message'))[0] as number
  const headers = { authorization: renderBasicCredentials('app', 'passw0rd') }
  return {
    post: (path, body, sent) => call(port, 'POST', `${base}${path}`, { user: 'app:passw0rd', body, headers: sent }),
    async open(path) {
      const options = {
        host: '127.0.0.1',
        port,
        path: `${base}${path}`,
        agent: false,
        rejectUnauthorized: false,
        headers,
      }
      return (await once(request(options).end(), 'response'))[0]
    },
    kill: () => child.kill('SIGKILL'),
    ended: () => end(child),
    stop: () => end(child),
  }
}

/** Runs the rounds, each of which ends with a kill after so many responses, and returns what the ledger says. */
export async function runLedger(
  kills: readonly number[],
  start: (round: number) => Promise<LedgerServer>,
): Promise<LedgerResult> {
  const ids = new Map<string, string>()
  const pending = new Set<string>()
  const confirmed = new Set<string>()
  const attempted = new Set<string>()
  const twice: string[] = []
  let next = 0
  let streamed = 0

  for (const [round, kill] of [...kills, undefined].entries()) {
    const server = await start(round)
    let responses = 0
    let isOver = false
    const send = async (path: string, body: string, headers: Record<string, string>) => {
      const reply = await server.post(path, body, headers)
      responses += 1
      if (kill !== undefined && responses >= kill && !isOver) {
        isOver = true
        server.kill()
      }
      return reply
    }
    const put = async (key: string) => {
      pending.add(key)
      const headers = { 'content-type': 'text/plain', 'idempotency-key': key, 'ibm-mq-md-persistence': 'persistent' }
      const { status, headers: got } = await send('/message', key, headers)
      if (status !== 201) return
      pending.delete(key)
      see(key, String(got['ibm-mq-md-messageid']))
    }
    const work = async (max: number, givesBack: boolean): Promise<number> => {
      const { status, json } = await send('/lease', JSON.stringify({ max, seconds: 600 }), json_)
      const messages: LeasedMessage[] = status === 200 ? json.messages : []
      for (const [index, { lease, messageId, body }] of messages.entries()) {
        see(body, messageId)
        if (confirmed.has(messageId)) twice.push(`${body} came again`)
        if (givesBack && index === 0) await send(`/lease/${lease}/nack`, '', json_)
        else await acknowledge(lease, messageId)
      }
      return messages.length
    }
    const acknowledge = async (lease: string, messageId: string) => {
      attempted.add(messageId)
      const isConfirmed = (await send(`/lease/${lease}/ack`, '', json_)).status === 204
      if (isConfirmed) confirmed.add(messageId)
      return isConfirmed
    }
    const stream = async () => {
      for await (const { lease, messageId, body } of streamMessages(server)) {
        see(body, messageId)
        if (confirmed.has(messageId)) twice.push(`${body} came again by a stream`)
        if (await acknowledge(lease, messageId)) streamed += 1
      }
    }
    const until = (step: () => Promise<unknown>) => repeat(step, () => isOver)
    if (kill === undefined) {
      for (const key of [...pending]) await put(key)
      while ((await work(100, false)) > 0);
      await server.stop()
      continue
    }
    const retries = [...pending]
    await Promise.all([
      ...Array.from({ length: 6 }, () => until(() => put(retries.pop() ?? `m${next++}`))),
      until(() => work(5, true)),
      until(() => work(2, false)),
      until(stream),
    ])
    await server.ended()
  }
  const lost = [...ids].flatMap(([key, id]) => (attempted.has(id) ? [] : [key]))
  return { puts: ids.size, acknowledged: confirmed.size, streamed, twice, lost }

  function see(key: string, id: string): void {
    const before = ids.get(key)
    if (before !== undefined && before !== id) twice.push(`${key} has the ids ${before} and ${id}`)
    ids.set(key, id)
  }
}

const json_ = { 'content-type': 'application/json' }

/** Yields the leased messages of a stream until the server ends. */
async function* streamMessages(server: LedgerServer): AsyncGenerator<LeasedMessage> {
  const response = await server.open('/stream?mode=lease&credits=3&seconds=600')
  let text = ''
  for await (const chunk of response) {
    const lines = `${text}${chunk}`.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines.filter((each) => each.startsWith('data: '))) {
      const message = JSON.parse(line.slice('data: '.length))
      if (message.lease !== undefined) yield message
    }
  }
}

/** Repeats a step until the server is killed. An error of a request whose server was killed ends it as well. */
async function repeat(step: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await step()
    } catch (error) {
      if (isOver()) return
      throw error
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}
