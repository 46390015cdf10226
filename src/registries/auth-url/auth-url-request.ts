/** Sends one request to an authentication URL. The result is the head of the response, once its body has ended. */
import {
  ConnectionClosedError,
  type ConnectionPool,
  type OutgoingRequest,
  type PendingRequest,
  type ResponseHandler,
  type ResponseHead,
} from '../../http/client/index.ts'

/** The arguments of `sendAuthUrlRequest`. */
export interface AuthUrlRequestOptions {
  connections: ConnectionPool
  request: OutgoingRequest
  /** The timeout of the whole exchange, including the body, in milliseconds. */
  timeoutMs: number
  /** Aborts the request when the caller disconnects. */
  signal: AbortSignal | undefined
}

/** The request was aborted before its response: the timeout passed (`late`), or the caller left (`gone`). */
export class RequestAbortedError extends Error {
  override name = 'RequestAbortedError'
  readonly reason: 'late' | 'gone'

  constructor(reason: 'late' | 'gone') {
    super(reason === 'late' ? 'the timeout passed' : 'the caller disconnected')
    this.reason = reason
  }
}

/** The number of bytes of a body after which the connection is closed, because the body is not used. */
const maxBodyBytes = 64 * 1024

/** Sends the request. Rejects with `RequestAbortedError`, or with the error of the connection. */
export function sendAuthUrlRequest(options: AuthUrlRequestOptions): Promise<ResponseHead> {
  return new Promise((resolve, reject) => new AuthUrlRequest(options, resolve, reject).start())
}

class AuthUrlRequest implements ResponseHandler {
  readonly #options: AuthUrlRequestOptions
  readonly #resolve: (answer: ResponseHead) => void
  readonly #reject: (error: Error) => void
  readonly #onGone = () => this.#giveUp('gone')
  #timer: NodeJS.Timeout | undefined
  #sending: PendingRequest | undefined
  #answer: ResponseHead | undefined
  #size = 0
  #asked = 0

  constructor(options: AuthUrlRequestOptions, resolve: (answer: ResponseHead) => void, reject: (error: Error) => void) {
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
  }

  start(): void {
    const { timeoutMs, signal } = this.#options
    this.#timer = setTimeout(() => this.#giveUp('late'), timeoutMs)
    signal?.addEventListener('abort', this.#onGone)
    if (signal?.aborted) this.#giveUp('gone')
    else this.#send()
  }

  // The callbacks of the HTTP client.

  onHead(head: ResponseHead): void {
    this.#answer = head
  }

  onData(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= maxBodyBytes) return
    this.#sending?.abort() // the rest of the body is not used
    this.onEnd()
  }

  onEnd(): void {
    this.#finish()
    this.#resolve(this.#answer as ResponseHead)
  }

  /** Repeats the request once when the server closed an idle connection at the moment of sending. */
  onError(error: Error): void {
    if (this.#asked === 1 && !this.#answer && isBrokenConnection(error)) this.#send()
    else this.#fail(error)
  }

  // Sending and ending.

  #send(): void {
    const { connections, request } = this.#options
    this.#asked += 1
    try {
      this.#sending = connections.send(request, this)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #giveUp(reason: RequestAbortedError['reason']): void {
    this.#sending?.abort()
    this.#fail(new RequestAbortedError(reason))
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
  return error instanceof ConnectionClosedError || error.code === 'ECONNRESET' || error.code === 'EPIPE'
}
