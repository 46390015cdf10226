/**
 * One connection to an upstream: it carries one request at a time, and reads its answer.
 */
import type { Socket } from 'node:net'
import type { Dial } from './dial.ts'
import { ConnectionClosed } from './errors.ts'
import type { Memory } from './read-buffer.ts'
import type { Carrier, Request } from './request.ts'
import type { ParsedHead } from './response-head.ts'
import { AnswerReader, type AnswerReceiver } from './response-reader.ts'
import { sendRequest } from './send-request.ts'
import type { Upload } from './upload.ts'

/** Who keeps the connections. */
export interface Keeper {
  /** The connection can carry another request. */
  onFree(connection: Connection): void
  /** It is closed, or belongs to somebody else. Said once. */
  onGone(connection: Connection): void
}

/** How long an idle connection is kept unless the upstream says otherwise, and at most; in milliseconds. */
const usualIdleMs = 4_000
const longestIdleMs = 600_000
/** So much before the upstream closes it, as a request takes its time to get there. */
const marginMs = 2_000

export class Connection implements AnswerReceiver, Carrier {
  readonly #keeper: Keeper
  readonly #reader = new AnswerReader(this)
  readonly #socket: Socket
  readonly #memory: Memory
  #request: Request | undefined
  #upload: Upload | undefined
  #isReused = false
  #isGone = false
  #idleMs = 0
  /** When it is closed unless it is used, on the monotonic clock. */
  idleUntil = 0

  /** Connects, to carry this request first. */
  constructor(keeper: Keeper, dial: Dial, request: Request) {
    this.#keeper = keeper
    this.#request = request
    request.carrier = this
    const dialling = {
      onReady: () => this.#send(),
      onBytes: (bytes: Buffer, end: number) => this.#read(bytes, end),
    }
    const { socket, memory } = dial(dialling, request.switches)
    this.#memory = memory
    this.#socket = socket
      .on('error', (error) => this.#fail(error))
      .on('end', () => this.#finish())
      .on('close', () => this.#leave())
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** Sends a request. Only for a connection that is free. */
  carry(request: Request): void {
    this.#isReused = true
    this.#request = request
    request.carrier = this
    this.#send()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Closes it at once. */
  drop(): void {
    this.#request = undefined
    this.#upload?.stop()
    this.#reader.stop()
    this.#socket.destroy()
  }

  onHead(head: ParsedHead): void {
    this.#idleMs = idleMsAfter(head)
    this.#request?.handler.onHead(head)
  }

  onInterim(head: ParsedHead): void {
    this.#request?.handler.onInterim?.(head)
  }

  onData(bytes: Buffer, start: number, end: number): void {
    this.#request?.handler.onData(this.#memory.part(bytes, start, end))
  }

  onEnd(isPersistent: boolean): void {
    const request = this.#request
    if (!request) return
    if (isPersistent && this.#idleMs > 0 && !request.head.isLast && !this.#upload) this.#rest(request)
    else this.drop()
    request.finish()
    request.handler.onEnd()
  }

  onSwitch(head: ParsedHead, first: Buffer): void {
    const request = this.#request as Request
    const socket = this.#socket
    this.#request = undefined
    this.#leave()
    socket.pause()
    socket.removeAllListeners('data')
    if (first.length > 0) socket.unshift(Buffer.from(first))
    request.finish()
    if (request.handler.onSwitch) request.handler.onSwitch(head, socket)
    else socket.destroy()
  }

  #send(): void {
    const request = this.#request
    if (!request) return
    this.#reader.expect(request.outgoing)
    this.#upload = sendRequest(this.#socket, request, (error) => {
      this.#upload = undefined
      if (error) this.#fail(error)
    })
  }

  #read(bytes: Buffer, end: number): void {
    try {
      this.#reader.read(bytes, end)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** Waits for another request. */
  #rest(request: Request): void {
    if (request.isPaused) this.#socket.resume()
    this.#memory.rest()
    request.carrier = undefined
    this.#request = undefined
    this.idleUntil = performance.now() + this.#idleMs
    this.#keeper.onFree(this)
  }

  /** The upstream sends nothing more. */
  #finish(): void {
    if (this.#isGone) return
    try {
      if (!this.#reader.finish()) throw new ConnectionClosed(this.#isReused)
      this.drop()
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #fail(error: Error): void {
    const request = this.#request
    this.drop()
    request?.fail(error)
  }

  #leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    if (this.#request) this.#fail(new ConnectionClosed(this.#isReused))
    this.#keeper.onGone(this)
  }
}

function idleMsAfter({ idleSeconds }: ParsedHead): number {
  return idleSeconds === undefined ? usualIdleMs : Math.min(idleSeconds * 1_000 - marginMs, longestIdleMs)
}
