/** Measures leases beside gets, batches beside single puts, and the memory of open streams in the gateway. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { readResidentMib } from '../harness/memory.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { startSluice } from '../peers/sluice.ts'
import { basicAuthHeaders, buildQueueDefinition, type RunningMq, startSluiceMq } from '../peers/sluice-mq.ts'

const [full, empty] = ['DEV.BENCH.FULL', 'DEV.BENCH']
const body = 'x'.repeat(1024)
const callers = 64
const batchSize = 100
const json = { ...basicAuthHeaders, 'content-type': 'application/json' }

export async function measureQueues(): Promise<RowResult[]> {
  return [...(await measureLeasesAndBatches()), await measureStreams()]
}

async function measureLeasesAndBatches(): Promise<RowResult[]> {
  const script = [full, empty].map(buildQueueDefinition).join('\n')
  const mq = await startSluiceMq({ script, fill: { [full]: scaleCount(200_000) } })
  const agent = new Agent({ keepAlive: true, maxSockets: callers, rejectUnauthorized: false })
  const send = openSender(mq, agent)
  const putAndGet = async () => {
    await send('POST', `${empty}/message`, basicAuthHeaders, body)
    await send('DELETE', `${empty}/message`, basicAuthHeaders)
  }
  const leaseAndAck = async () => {
    const { messages } = JSON.parse(await send('POST', `${full}/lease`, json, '{}')) as {
      messages: { lease: string }[]
    }
    await send('POST', `${full}/lease/${messages[0]?.lease}/ack`, basicAuthHeaders)
  }
  const messages = Array.from({ length: batchSize }, () => ({ body, persistence: 'persistent' }))
  const batch = JSON.stringify({ messages })
  try {
    const pairs = await countPerSecond(putAndGet)
    const leases = await countPerSecond(leaseAndAck)
    const puts = await countPerSecond(() => send('POST', `${empty}/message`, basicAuthHeaders, body))
    const batched = batchSize * (await countPerSecond(() => send('POST', `${empty}/batch`, json, batch)))
    const render = (value: number, other: number) => `${Math.round(value)} beside ${Math.round(other)} a second`
    return [
      compareWithBaseline('lease and ack', 'its own put and get', leases / pairs, 0.6, render(leases, pairs)),
      compareWithBaseline('batch put, each message', 'its own single puts', batched / puts, 5, render(batched, puts)),
    ]
  } finally {
    agent.destroy()
    await mq.close()
  }
}

/** Returns how often a function runs in a second with several callers. The first round only warms up. */
async function countPerSecond(run: () => Promise<unknown>): Promise<number> {
  let perSecond = 0
  for (let round = 0; round < 2; round += 1) {
    const startedAt = performance.now()
    const endsAt = startedAt + roundOptions.seconds * 1_000
    let count = 0
    const caller = async () => {
      for (; performance.now() < endsAt; count += 1) await run()
    }
    await Promise.all(Array.from({ length: callers }, caller))
    perSecond = (count * 1_000) / (performance.now() - startedAt)
  }
  return perSecond
}

/** Returns a function that sends a request below the queues and resolves with the body of a success. */
function openSender({ rest }: RunningMq, agent: Agent) {
  return async (method: string, path: string, headers: Record<string, string>, content = ''): Promise<string> => {
    const sent = request(`${rest}/messaging/qmgr/QM1/queue/${path}`, { method, headers, agent })
    sent.end(content)
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
    return text
  }
}

async function measureStreams(): Promise<RowResult> {
  const count = scaleCount(10_000)
  const backend = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 2000\n\n')
  }).listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const { url, token, pid, close } = await startSluice((backend.address() as AddressInfo).port)
  const sockets: Socket[] = []
  const atOnce = 100
  try {
    await openStreams(url, token, atOnce, sockets) // one-time costs are not counted
    await wait(1_000)
    const before = readResidentMib(pid)
    for (let opened = 0; opened < count; opened += atOnce) await openStreams(url, token, atOnce, sockets)
    await wait(1_000)
    const value = ((readResidentMib(pid) - before) * 1024) / count
    const row = `${count.toLocaleString('en')} open streams`
    return compareWithLimit({ row, name: 'each', value, limit: 12, unit: 'KiB' })
  } finally {
    for (const socket of sockets) socket.destroy()
    backend.closeAllConnections()
    backend.close()
    await close()
  }
}

async function openStreams(url: string, token: string, howMany: number, sockets: Socket[]): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const head = `host: ${hostname}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`
  const opened = Array.from({ length: howMany }, () => connect(Number(port), hostname))
  sockets.push(...opened)
  await Promise.all(
    opened.map(async (socket) => {
      await once(socket, 'connect')
      socket.write(`GET ${pathname} HTTP/1.1\r\n${head}`)
      await once(socket, 'data')
    }),
  )
}
