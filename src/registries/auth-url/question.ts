/**
 * One question to an authentication URL, as the handler that undici calls back: the head of the answer counts, and
 * that its body came to an end.
 */
import type { Dispatcher } from 'undici'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

export interface QuestionOptions {
  pool: Dispatcher
  request: Dispatcher.DispatchOptions
  /** Milliseconds for the whole exchange, the body included. */
  limitMs: number
  /** Nobody waits for the answer any more. */
  signal: AbortSignal | undefined
}

/** Why a question was given up before it was answered. */
export class GivenUp extends Error {
  override name = 'GivenUp'
  readonly because: 'late' | 'gone'

  constructor(because: 'late' | 'gone') {
    super(because === 'late' ? 'the time was over' : 'the caller went away')
    this.because = because
  }
}

/** More of a body than this is not waited for: nothing in it counts. */
const bodyLimit = 64 * 1024

/** Asks. Rejects with `GivenUp`, or with what broke the connection. */
export function ask(options: QuestionOptions): Promise<Answer> {
  return new Promise((resolve, reject) => new Question(options, resolve, reject).start())
}

class Question implements Dispatcher.DispatchHandler {
  readonly #options: QuestionOptions
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: Error) => void
  readonly #onGone = () => this.#giveUp('gone')
  #timer: NodeJS.Timeout | undefined
  #controller: Dispatcher.DispatchController | undefined
  #answer: Answer | undefined
  #size = 0
  #asked = 0
  #over = false

  constructor(options: QuestionOptions, resolve: (answer: Answer) => void, reject: (error: Error) => void) {
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

  // What undici calls.

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(new Error('it had waited for a connection too long'))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Answer['headers'],
  ): void {
    if (status >= 200) this.#answer = { status, headers } // RFC 9110 section 15.2: the others are interim
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size <= bodyLimit) return
    this.onResponseEnd()
    controller.abort(new Error('the rest of the body is not wanted')) // ends the connection
  }

  onResponseEnd(): void {
    if (!this.#finish()) return
    if (this.#answer) this.#resolve(this.#answer)
    else this.#reject(new Error('it ended without an answer'))
  }

  /** A server may end an idle connection just when a question is sent on it: then it is asked once more. */
  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#over) return
    if (this.#asked === 1 && !this.#answer && isBrokenConnection(error)) this.#send()
    else if (this.#finish()) this.#reject(error)
  }

  // The rest.

  #send(): void {
    const { pool, request } = this.#options
    this.#asked += 1
    pool.dispatch(request, this)
  }

  #giveUp(because: GivenUp['because']): void {
    if (!this.#finish()) return
    const reason = new GivenUp(because)
    this.#reject(reason)
    this.#controller?.abort(reason)
  }

  /** False when it was over before. */
  #finish(): boolean {
    if (this.#over) return false
    this.#over = true
    clearTimeout(this.#timer)
    this.#options.signal?.removeEventListener('abort', this.#onGone)
    return true
  }
}

function isBrokenConnection({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code)
}
