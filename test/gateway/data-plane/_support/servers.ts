/** Real servers on free ports: the gateway under test, and backends that behave or do not. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net'
import test from 'ava'
import type { Config } from '../../../../src/gateway/config/types/index.ts'
import type { Consumers } from '../../../../src/gateway/consumers/index.ts'
import { buildGateway, type Gateway } from '../../../../src/gateway/data-plane/index.ts'
import { ScriptRunner } from '../../../../src/gateway/parts/transform/scripts/script-runner.ts'
import { type CallRecord, TargetCountTable } from '../../../../src/gateway/telemetry/calls/index.ts'
import { type ListenerOptions, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'
import { buildProxyHeaderReader } from '../../../../src/shared/http/request/trusted-proxies.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openAttemptLimits } from '../../../../src/shared/security/index.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'
import { typeTables } from '../../_support/tables.ts'

export interface Running {
  url: string
  port: number
  close(): Promise<void>
}

export interface RunningGateway extends Running {
  records: CallRecord[]
  decideToken: Gateway['decideToken']
  /** Closes the gateway and leaves the server open. */
  closeGateway(): Promise<void>
  /** The records, as soon as there are so many. */
  recorded(count?: number): Promise<CallRecord[]>
  /** The record of the call that got this response. */
  recordOf(response: Response): Promise<CallRecord>
}

const nobody: Consumers = {
  find: () => undefined,
  findSecretExpiry: () => undefined,
  verifySecret: async () => false,
  findEntitlement: () => undefined,
  isEntitledToAny: () => false,
}

/** Runs the scripts of all gateways of the process: the start of its threads takes longer than most tests of scripts. */
class SharedScripts extends ScriptRunner {
  override retire(): void {}
  override async close(): Promise<void> {}

  end(): Promise<void> {
    return super.close()
  }
}
const scripts = new SharedScripts()
test.after.always(() => scripts.end())

/** `onCall` is called with each call when the gateway has begun to serve it. */
export async function startGateway(
  config: Config,
  deps: Partial<Parameters<typeof buildGateway>[1]> = {},
  onCall: (request: IncomingMessage, response: HttpResponse) => void = () => {},
  { trustedProxies = [], ...options }: Partial<ListenerOptions> & { trustedProxies?: readonly string[] } = {},
): Promise<RunningGateway> {
  const records: CallRecord[] = []
  const clock = deps.clock ?? Date.now
  const attempts = openAttemptLimits({ store: openMemoryStore({ clock }), kind: 'attempts', clock, log: silentLog })
  const waiting: { count: number; resolve: (records: CallRecord[]) => void }[] = []
  const gateway = buildGateway(config, {
    tables: { ...typeTables, openScripts: () => scripts },
    log: silentLog,
    clock: Date.now,
    verifyToken: () => () => ({ refused: 'client_id_missing', reason: 'no tokens in this test' }),
    consumers: () => nobody,
    targetCounts: new TargetCountTable(),
    attemptLimits: () => attempts,
    registry: () => {
      throw new Error('no registries in this test')
    },
    ...deps,
    record(record) {
      records.push(record)
      for (const each of waiting) if (records.length >= each.count) each.resolve(records)
    },
  })
  const noteClient = buildProxyHeaderReader(trustedProxies)
  const handle = (request: IncomingMessage, response: HttpResponse) => {
    noteClient(request)
    gateway.handle(request, response)
    onCall(request, response)
  }
  const { url, port, close } = await openListener({
    host: '127.0.0.1',
    port: 0,
    acceptsMissingHost: true,
    handler: handle,
    fastPath: { accepts: () => true, handle },
    upgrade: gateway.upgrade,
    ...options,
  })

  function recorded(count = 1): Promise<CallRecord[]> {
    if (records.length >= count) return Promise.resolve(records)
    return new Promise((resolve) => waiting.push({ count, resolve }))
  }

  return {
    url,
    port,
    records,
    recorded,
    async recordOf({ headers }) {
      for (;;) {
        const record = records.find(({ requestId }) => requestId === headers.get('x-request-id'))
        if (record) return record
        await recorded(records.length + 1)
      }
    },
    decideToken: gateway.decideToken,
    closeGateway: () => gateway.close(),
    async close() {
      await close(0)
      await gateway.close()
    },
  }
}

/** A backend of ordinary manners. */
export async function startBackend(handler: RequestListener): Promise<Running> {
  const server = createServer(handler)
  const { url, port } = await listen(server)
  return { url, port, close: () => stop(server) }
}

/** A backend that is handed the naked connection. */
export async function startRawBackend(handler: (socket: Socket) => void): Promise<Running> {
  const sockets = new Set<Socket>()
  const server = createNetServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    handler(socket)
  })
  const { url, port } = await listen(server)
  return {
    url,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Sends bytes as they are and collects everything until the connection ends, or until it ends with the text `end`. */
export function exchangeRaw(port: number, text: string, end?: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (end !== undefined && answer.endsWith(end)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

async function listen(server: Server | NetServer): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
