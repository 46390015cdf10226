/**
 * One question to an authentication URL: the head of the answer counts, and that its body came to an end.
 */
import {
  type AnswerHandler,
  type AnswerHead,
  ConnectionClosed,
  type Connections,
  type OutgoingRequest,
  type Sending,
} from '../../http/client/index.ts'

export interface AuthUrlRequestOptions {
  connections: Connections
  request: OutgoingRequest
  /** Milliseconds for the whole exchange, the body included. */
  limitMs: number
  /** Aborts the request when the caller disconnects. */
  signal: AbortSignal | undefined
}

/** The request was aborted before the response arrived: the time limit passed, or the caller disconnected. */
export class RequestAbortedError extends Error {
  override name = 'RequestAbortedError'
  readonly reason: 'late' | 'gone'

  constructor(because: 'late' | 'gone') {
    super(because === 'late' ? 'the time was over' : 'the caller went away')
    this.reason = because
  }
}

/** More of a body than this is not waited for: nothing in it counts. */
const bodyLimit = 64 * 1024

/** Asks. Rejects with `GivenUp`, or with what broke the connection. */
export function sendAuthUrlRequest(options: AuthUrlRequestOptions): Promise<AnswerHead> {
  return new Promise((resolve, reject) => new AuthUrlRequest(options, resolve, reject).start())
}

class AuthUrlRequest implements AnswerHandler {
  readonly #options: AuthUrlRequestOptions
  readonly #resolve: (answer: AnswerHead) => void
  readonly #reject: (error: Error) => void
  readonly #onGone = () => this.#giveUp('gone')
  #timer: NodeJS.Timeout | undefined
  #sending: Sending | undefined
  #answer: AnswerHead | undefined
  #size = 0
  #asked = 0

  constructor(
    options: AuthUrlRequestOptions,
    resolve: (answer: AnswerHead) => void,
    reject: (error: Error) => void,
  ) {
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
  }

  start(): void {
    const { limitMs, signal } = this.#options
    this.#timer = setTimeout(() => this.#giveUp('late'), limitMs)
    signal?.addEventListener('abort', this.#onGone)
    if (signal?.aborted) this.#giveUp('gone')
    else this.#send()
  }

  // What the client calls.

  onHead(head: AnswerHead): void {
    this.#answer = head
  }

  onData(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= bodyLimit) return
    this.#sending?.abort() // the rest is not wanted
    this.onEnd()
  }

  onEnd(): void {
    this.#finish()
    this.#resolve(this.#answer as AnswerHead)
  }

  /** A server may end an idle connection just when a question is sent on it: then it is asked once more. */
  onError(error: Error): void {
    if (this.#asked === 1 && !this.#answer && isBrokenConnection(error)) this.#send()
    else this.#fail(error)
  }

  // The rest.

  #send(): void {
    const { connections, request } = this.#options
    this.#asked += 1
    try {
      this.#sending = connections.send(request, this)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #giveUp(because: RequestAbortedError['reason']): void {
    this.#sending?.abort()
    this.#fail(new RequestAbortedError(because))
  }

  #fail(error: Error): void {
    this.#finish()
    this.#reject(error)
  }

  #finish(): void {
    clearTimeout(this.#timer)
    this.#options.signal?.removeEventListener('abort', this.#onGone)
  }
}

function isBrokenConnection(error: NodeJS.ErrnoException): boolean {
  return error instanceof ConnectionClosed || error.code === 'ECONNRESET' || error.code === 'EPIPE'
}
