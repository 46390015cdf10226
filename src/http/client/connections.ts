/**
 * The connections to one origin, and the requests that wait for one.
 *
 * Requests leave once in a turn of the event loop, when all that had come in by then has been read, and a connection
 * rests for a turn before it is used again: what an upstream sends behind its answer, an end or another answer that
 * nobody asked for, is seen in time.
 */
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { Connection, type Keeper } from './connection.ts'
import { type Dial, dialer } from './dial.ts'
import { ConnectionsClosed } from './errors.ts'
import { Request } from './request.ts'
import type { AnswerHandler, Connections, OutgoingRequest, Sending } from './types.ts'

const usualMost = 1_024
const sweepEveryMs = 1_000

export interface ConnectionsOptions {
  /** What a TLS profile names. */
  tls?: TlsConnectOptions | undefined
  /** Requests for which there are not enough connections wait for their turn: 1,024 unless it says otherwise. */
  most?: number
}

/** For an `http` or `https` origin. */
export function openConnections(
  origin: string,
  { tls, most = usualMost }: ConnectionsOptions = {},
): Connections {
  const url = new URL(origin)
  return new Pool(url.host, dialer(url, tls), most)
}

class Pool implements Connections, Keeper {
  readonly #host: string
  readonly #dial: Dial
  readonly #most: number
  readonly #waiting: Request[] = []
  /** The one that was used last is last, and is used next: the others may rest and be closed. */
  readonly #idle: Connection[] = []
  /** Those that have become free in this turn. */
  #resting: Connection[] = []
  readonly #closed = Promise.withResolvers<void>()
  #count = 0
  #isDue = false
  #isSweeping = false
  #isClosing = false

  constructor(host: string, dial: Dial, most: number) {
    this.#host = host
    this.#dial = dial
    this.#most = most
  }

  send(outgoing: OutgoingRequest, handler: AnswerHandler): Sending {
    if (this.#isClosing) throw new ConnectionsClosed('the connections are being closed')
    const request = new Request(outgoing, handler, this.#host)
    this.#waiting.push(request)
    this.#depart()
    return request
  }

  close(): Promise<void> {
    this.#isClosing = true
    for (const connection of [...this.#idle, ...this.#resting]) connection.drop()
    this.#settle()
    return this.#closed.promise
  }

  onFree(connection: Connection): void {
    if (this.#isClosing && this.#waiting.length === 0) {
      connection.drop()
      return
    }
    this.#resting.push(connection)
    this.#depart()
    this.#sweepLater()
  }

  onGone(connection: Connection): void {
    this.#count -= 1
    const index = this.#idle.indexOf(connection)
    if (index >= 0) this.#idle.splice(index, 1)
    if (this.#waiting.length > 0) this.#depart()
    this.#settle()
  }

  #depart(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(this.#departAll)
  }

  /** Sends what waits, as far as there are connections. */
  readonly #departAll = (): void => {
    this.#isDue = false
    let gone = 0
    for (const request of this.#waiting) {
      if (!request.isOver && !this.#carry(request, this.#waiting.length - gone)) break
      gone += 1
    }
    this.#waiting.splice(0, gone)
    this.#endRest()
    this.#settle()
  }

  #endRest(): void {
    if (this.#resting.length === 0) return
    for (const connection of this.#resting) if (connection.isOpen) this.#idle.push(connection)
    this.#resting = []
    if (this.#waiting.length > 0) this.#depart()
  }

  /** False: it has to wait, as all so many requests do that are left. */
  #carry(request: Request, left: number): boolean {
    const idle = request.switches ? undefined : this.#takeIdle()
    if (idle) {
      idle.carry(request)
      return true
    }
    if (!request.switches && this.#resting.length >= left) return false
    if (this.#count === this.#most) {
      this.#idle.shift()?.drop() // makes room for one that switches protocols
      return false
    }
    this.#count += 1
    new Connection(this, this.#dial, request)
    return true
  }

  #takeIdle(): Connection | undefined {
    const now = performance.now()
    for (let last = this.#idle.pop(); last; last = this.#idle.pop()) {
      if (last.isOpen && last.idleUntil > now) return last
      last.drop()
    }
    return undefined
  }

  #sweepLater(): void {
    if (this.#isSweeping) return
    this.#isSweeping = true
    setTimeout(this.#sweep, sweepEveryMs).unref()
  }

  /** Closes the connections whose time is over. */
  readonly #sweep = (): void => {
    this.#isSweeping = false
    const now = performance.now()
    for (const connection of this.#idle) if (connection.idleUntil <= now) connection.drop()
    if (this.#idle.length > 0 || this.#resting.length > 0) this.#sweepLater()
  }

  #settle(): void {
    if (this.#isClosing && this.#count === 0 && this.#waiting.length === 0) this.#closed.resolve()
  }
}
