/**
 * Opens the ports of listener objects.
 *
 * The queue manager does not implement the channel protocol: it accepts connections and closes them at once.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { mqError } from '../types/reason-codes.ts'
import type { ListenerService, ListenerStatus, ObjectRecord, ObjectService } from '../types/services.ts'

export interface ListenerDeps {
  readonly objects: Pick<ObjectService, 'find' | 'list'>
  readonly clock: Clock
  readonly log: Log
  /** The port for listener objects with PORT(0). */
  readonly defaultPort: number
}

const defaultBacklog = 100
/** The time in milliseconds after which a connection is destroyed when the client does not close it. */
const closeTimeoutMs = 1000

interface OpenListener {
  readonly server: Server
  readonly sockets: ReadonlySet<Socket>
  readonly status: ListenerStatus
}

export class ListenerControl implements ListenerService {
  readonly #tools: ListenerDeps
  readonly #open = new Map<string, OpenListener>()

  constructor(tools: ListenerDeps) {
    this.#tools = tools
  }

  /**
   * Starts the listeners with CONTROL(QMGR) or CONTROL(STARTONLY). A listener that cannot start is logged, and
   * the queue manager runs without it.
   */
  async startAll(): Promise<void> {
    for (const { name, attributes } of this.#tools.objects.list('listener')) {
      if (attributes.CONTROL !== 'QMGR' && attributes.CONTROL !== 'STARTONLY') continue
      await this.start(name).catch((error: unknown) => {
        this.#tools.log.error({ error, listener: name }, 'the listener could not start')
      })
    }
  }

  async start(name: string): Promise<void> {
    const listener = this.#tools.objects.find('listener', name)
    if (!listener) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no listener ${name}`, { object: name })
    if (this.#open.has(name)) {
      throw mqError('MQRCCF_LISTENER_RUNNING', `listener ${name} runs already`, { object: name })
    }
    const open = this.#prepare(listener)
    this.#open.set(name, open)
    try {
      await listen(open)
    } catch (error) {
      this.#open.delete(name)
      const text = `listener ${name}: port ${open.status.port}: ${(error as Error).message}`
      throw mqError('MQRCCF_ALLOCATE_FAILED', text, { object: name, cause: error })
    }
  }

  async stop(name: string): Promise<boolean> {
    const open = this.#open.get(name)
    if (open?.status.state !== 'RUNNING') return false
    open.status.state = 'STOPPING'
    const closed = new Promise((resolve) => open.server.close(resolve))
    for (const socket of open.sockets) socket.destroy()
    await closed
    this.#open.delete(name)
    return true
  }

  status(name: string): ListenerStatus | undefined {
    return this.#open.get(name)?.status
  }

  async close(): Promise<void> {
    for (const name of [...this.#open.keys()]) await this.stop(name)
  }

  #prepare({ attributes }: ObjectRecord): OpenListener {
    const { PORT, IPADDR, BACKLOG } = attributes
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      // Destroy connections that the client does not close.
      socket.setTimeout(closeTimeoutMs, () => socket.destroy())
      socket.resume()
      socket.end()
    })
    const status: ListenerStatus = {
      state: 'STARTING',
      port: (PORT as number) || this.#tools.defaultPort,
      address: (IPADDR as string) || '*',
      backlog: (BACKLOG as number) || defaultBacklog,
      startedAt: this.#tools.clock(),
      pid: process.pid,
    }
    return { server, sockets, status }
  }
}

function listen({ server, status }: OpenListener): Promise<void> {
  const { port, address, backlog } = status
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog, ...(address !== '*' && { host: address }) }, () => {
      server.off('error', reject)
      const bound = server.address()
      if (typeof bound === 'object' && bound) status.port = bound.port
      status.state = 'RUNNING'
      resolve()
    })
  })
}
