/** A body that is copied for the cache on its way to its sink, up to a limit. The caller gets it meanwhile. */
import { addChunk } from '../../../shared/lib/memory/add-chunk.ts'
import type { BodySink, UnreadResponseBody } from '../call/call-message.ts'
import type { ResponseStore } from './store/response-store.ts'

/** The length up to which bodies are kept. */
export const maxKeptBodyBytes = 4 * 1024 * 1024

export class KeptBody implements UnreadResponseBody {
  readonly #exchange: UnreadResponseBody
  readonly #store: ResponseStore
  readonly #onEnd: (body: Buffer | undefined) => void
  #parts: Buffer[] | undefined = []
  #length = 0

  /** `onEnd` is called once: with the whole body, or with undefined when it is not kept. */
  constructor(exchange: UnreadResponseBody, store: ResponseStore, onEnd: (body: Buffer | undefined) => void) {
    this.#exchange = exchange
    this.#store = store
    this.#onEnd = onEnd
  }

  flowTo(sink: BodySink): void {
    this.#exchange.flowTo({
      write: (chunk) => {
        this.#add(chunk)
        return sink.write(chunk)
      },
      onDrain: (resume) => sink.onDrain(resume),
      end: () => {
        this.#finish(true)
        sink.end()
      },
      fail: (error) => {
        this.#finish(false)
        sink.fail(error)
      },
    })
  }

  cancel(): void {
    this.#finish(false)
    this.#exchange.cancel()
  }

  /** Copies the bytes, because the buffers of the connection are used again. */
  #add(chunk: Buffer): void {
    if (!this.#parts) return
    if (this.#length + chunk.length > maxKeptBodyBytes || !this.#store.reserve(chunk.length)) {
      this.#finish(false)
      return
    }
    this.#length += chunk.length
    addChunk(this.#parts, Buffer.from(chunk))
  }

  #finish(isWhole: boolean): void {
    const parts = this.#parts
    if (!parts) return
    this.#parts = undefined
    this.#store.release(this.#length)
    this.#onEnd(isWhole ? joinParts(parts, this.#length) : undefined)
  }
}

/** Joins the parts in memory of their own: a short slice of a pool of Node would keep the pool. */
function joinParts(parts: readonly Buffer[], length: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const part of parts) at += part.copy(whole, at)
  return whole
}
