/** Serves programs at `mqi.sock`. A socket is a connection to a queue manager: its end backs out uncommitted work. */
import type { Socket } from 'node:net'
import { maxTimerMs } from '../../../shared/lib/time/timers.ts'
import { listenPrivately } from '../../../shared/process/rpc/private-socket.ts'
import type {
  Connection,
  Installation,
  MqError,
  OpenQueue,
  Principal,
  Subscription,
  UnitOfWork,
} from '../../manager/index.ts'
import { type ProgramCalls, parseCall } from './program-calls.ts'
import { decodeLine, encodeLine, MqiCallError, type MqiResponse, readLines } from './wire.ts'

export const mqiSocketName = 'mqi.sock'

/** Opens the socket. Programs call as `principal`. Rejects when another process listens there. */
export async function serveMqi(folder: string, installation: Installation, principal: Principal) {
  const open = new Set<Socket>()
  const server = await listenPrivately(folder, mqiSocketName, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serveProgram(socket, new ConnectedProgram(installation, principal))
  })
  return {
    close() {
      return new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      })
    },
  }
}

function serveProgram(socket: Socket, program: ConnectedProgram): void {
  let answered = Promise.resolve()
  readLines(
    socket,
    (line) => {
      answered = answered.then(async () => {
        const response = await program.answer(line)
        if (socket.writable) socket.write(encodeLine(response))
      })
    },
    // A waiting get ends with the connection.
    () => void program.close().then(() => socket.end()),
  )
}

class ConnectedProgram {
  readonly #installation: Installation
  readonly #principal: Principal
  #connection: Connection | undefined
  #subscription: Subscription | undefined
  #browsed: OpenQueue | undefined
  #input: OpenQueue | undefined
  /** The unit of work in which messages are put and got; undefined when each call is committed at once. */
  #unitOfWork: UnitOfWork | undefined

  /** Ends a wait for arrivals. */
  #stopWaiting = () => {}

  constructor(installation: Installation, principal: Principal) {
    this.#installation = installation
    this.#principal = principal
  }

  async answer(line: string): Promise<MqiResponse> {
    try {
      const { name, args } = parseCall(decodeLine(line))
      const call = this.#calls[name] as (...args: readonly unknown[]) => Promise<unknown>
      return { result: await call(...args) }
    } catch (error) {
      const { reasonCode, message } = error as Error & Partial<MqError>
      return { error: { reasonCode, message } }
    }
  }

  async close(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close().catch(() => undefined) // the next start removes what cannot be removed now
  }

  get #connected(): Connection {
    if (!this.#connection) throw new Error('the program is not connected to a queue manager')
    return this.#connection
  }

  readonly #calls: ProgramCalls = {
    connect: (...args) => this.#connect(...args),
    list: async (...args) => this.#connected.list(...args),
    command: async (text) => this.#connected.command(text),
    commandJson: async (command) => this.#connected.commandJson(command),
    createDynamicQueue: async (...args) => this.#connected.createDynamicQueue(...args),
    maxMessageLength: async (queue) => this.#connected.maxMessageLength(queue),

    put: async (target, message, context) =>
      this.#connected.put(target, message, { unitOfWork: this.#unitOfWork, context }),
    publish: async (topicString, message) =>
      this.#connected.publish(topicString, message, { unitOfWork: this.#unitOfWork }),
    getBrowsed: async (queue) => {
      const at = this.#browsed?.browsePosition
      return at && this.#connected.get(queue, { at, unitOfWork: this.#unitOfWork })
    },
    get: async (queue, options) => this.#connected.get(queue, { ...options, unitOfWork: this.#unitOfWork }),

    openInput: async (queue, sharing) => {
      this.#input?.close()
      this.#input = this.#connected.open(queue, { mode: 'input', sharing })
    },
    closeInput: async () => {
      this.#input?.close()
      this.#input = undefined
    },
    getNext: async (options) => this.#input?.get({ ...options, unitOfWork: this.#unitOfWork }),

    begin: async () => {
      this.#unitOfWork = this.#connected.beginUnitOfWork()
    },
    commit: () => this.#endUnitOfWork((unit) => unit.commit()),
    backout: () => this.#endUnitOfWork((unit) => unit.backout()),

    browse: async (queue) => {
      this.#browsed?.close()
      this.#browsed = this.#connected.open(queue, { mode: 'browse' })
    },
    browseNext: async () => this.#browsed?.browseNext(),
    waitForArrival: (timeoutMs) => this.#waitForArrival(timeoutMs),

    subscribe: async (options) => {
      this.#subscription = await this.#connected.subscribe(options)
      return { name: this.#subscription.name, queue: this.#subscription.queue }
    },
    getPublication: async (options) => this.#subscription?.get(options),
  }

  async #endUnitOfWork(end: (unit: UnitOfWork) => Promise<void>): Promise<void> {
    const unit = this.#unitOfWork
    this.#unitOfWork = undefined
    if (unit) await end(unit)
  }

  /** Resolves with true when a message arrives on the browsed queue or the connection ends, else with false. */
  #waitForArrival(timeoutMs = maxTimerMs): Promise<boolean> {
    const queue = this.#browsed
    if (!queue) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (arrived: boolean) => {
        clearTimeout(timer)
        stopWatching()
        resolve(arrived)
      }
      const timer = setTimeout(() => settle(false), Math.min(timeoutMs, maxTimerMs))
      const stopWatching = queue.watchArrivals(() => settle(true))
      this.#stopWaiting = () => settle(true) // as when a message arrives: the next call fails with the reason
      // A message may have arrived after the program came to the end of the queue.
      queue.browseNext().then(
        (message) => message && settle(true),
        () => settle(true),
      )
    })
  }

  async #connect(...[manager, application, credentials]: Parameters<ProgramCalls['connect']>) {
    const found =
      manager === undefined
        ? this.#installation.list().find((each) => each.isDefault)
        : this.#installation.find(manager)
    if (!found) {
      const text = manager === undefined ? 'there is no default queue manager' : `there is no queue manager ${manager}`
      throw new MqiCallError(2058, `MQRC_Q_MGR_NAME_ERROR (2058): ${text}`)
    }
    const principal =
      credentials === 'operator' ? this.#principal : await found.authenticateProgram(this.#principal, credentials)
    this.#connection = found.connect(principal, { name: application })
    this.#connection.onEnd(() => this.#stopWaiting())
    return { manager: found.name }
  }
}
