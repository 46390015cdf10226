/** Opens the ports of listener objects and hands accepted connections to the channels. */
import { createServer, type Server, type Socket } from 'node:net'
import type { Log } from '../../../shared/lib/output/log.ts'
import { describeListenError } from '../../../shared/lib/output/network-error.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { mqError } from '../../manager/types/errors.ts'
import type { ListenerService, ListenerStatus, ObjectRecord, ObjectService } from '../../manager/types/services.ts'

export interface ListenerDeps {
  readonly objects: Pick<ObjectService, 'find' | 'list'>
  readonly clock: Clock
  readonly log: Log
  /** The port for listener objects with PORT(0). */
  readonly defaultPort: number
  /** Serves a connection until it ends; calls `established` when a channel has it. Rejects with its final error. */
  accept(socket: Socket, established: () => void): Promise<void>
}

const defaultBacklog = 100

interface OpenListener {
  readonly server: Server
  /** The connections that no channel has taken over yet. */
  readonly pending: ReadonlySet<Socket>
  readonly status: ListenerStatus
}

export class ListenerControl implements ListenerService {
  readonly #deps: ListenerDeps
  readonly #open = new Map<string, OpenListener>()

  constructor(deps: ListenerDeps) {
    this.#deps = deps
  }

  /** Starts the listeners with CONTROL(QMGR) or CONTROL(STARTONLY). One that cannot start is logged. */
  async startAll(): Promise<void> {
    for (const { name, attributes } of this.#deps.objects.list('listener')) {
      if (attributes.CONTROL !== 'QMGR' && attributes.CONTROL !== 'STARTONLY') continue
      await this.start(name).catch((error: unknown) => {
        this.#deps.log.error({ error, listener: name }, 'the listener could not start')
      })
    }
  }

  async start(name: string): Promise<void> {
    const listener = this.#deps.objects.find('listener', name)
    if (!listener) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no listener ${name}`, { object: name })
    if (this.#open.has(name))
      throw mqError('MQRCCF_LISTENER_RUNNING', `listener ${name} runs already`, { object: name })
    const open = this.#prepare(listener)
    this.#open.set(name, open)
    try {
      await listen(open)
    } catch (error) {
      this.#open.delete(name)
      const { address, port } = open.status
      const problem = describeListenError(error as Error, address, port)
      const text = `listener ${name}: ${problem}; PORT and IPADDR of the listener name another`
      throw mqError('MQRCCF_ALLOCATE_FAILED', text, { object: name, cause: error })
    }
  }

  async stop(name: string): Promise<boolean> {
    const open = this.#open.get(name)
    if (open?.status.state !== 'RUNNING') return false
    open.status.state = 'STOPPING'
    open.server.close() // channels that run go on
    for (const socket of open.pending) socket.destroy()
    this.#open.delete(name)
    return true
  }

  status(name: string): ListenerStatus | undefined {
    return this.#open.get(name)?.status
  }

  async close(): Promise<void> {
    for (const name of [...this.#open.keys()]) await this.stop(name)
  }

  #prepare({ name, attributes }: ObjectRecord): OpenListener {
    const { PORT, IPADDR, BACKLOG } = attributes
    const pending = new Set<Socket>()
    const status: ListenerStatus = {
      state: 'STARTING',
      port: (PORT as number) || this.#deps.defaultPort,
      address: (IPADDR as string) || '*',
      backlog: (BACKLOG as number) || defaultBacklog,
      startedAt: this.#deps.clock(),
      pid: process.pid,
    }
    const server = createServer((socket) => {
      const { remoteAddress = '' } = socket
      pending.add(socket)
      this.#deps
        .accept(socket, () => pending.delete(socket))
        .catch((error: Error) => {
          if (!pending.has(socket)) return // the channel has reported the error
          status.lastError = `${remoteAddress}: ${error.message}`
          const details = { listener: name, address: remoteAddress, error: error.message }
          this.#deps.log.warn(details, 'the listener rejected a connection')
        })
        .finally(() => pending.delete(socket))
    })
    return { server, pending, status }
  }
}

function listen({ server, status }: OpenListener): Promise<void> {
  const { port, address, backlog } = status
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog, host: address === '*' ? undefined : address }, () => {
      server.off('error', reject)
      const bound = server.address()
      if (typeof bound === 'object' && bound) status.port = bound.port
      status.state = 'RUNNING'
      resolve()
    })
  })
}
