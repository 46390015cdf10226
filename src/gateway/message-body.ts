/**
 * The body of a message as a whole, for the policies that must see all of it. Everything else streams.
 */
import type { Call } from './call.ts'
import type { Sink } from './upstream/body-flow.ts'

/** The body did not fit; nothing of it is kept. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/**
 * Reads the body of the call's message, of at most `limit` bytes, and keeps it as the message's payload.
 * Rejects with `BodyTooLarge`, or when the body breaks off.
 */
export async function readWholeBody(call: Call, limit: number): Promise<Buffer> {
  if (call.payload) return call.payload
  if (call.exchange) {
    const { exchange } = call
    call.payload = await new Promise<Buffer>((resolve, reject) => {
      exchange.flowTo(new Collector(limit, resolve, reject))
    })
    call.exchange = undefined
  } else {
    call.payload = call.hasBody ? await readRequest(call, limit) : Buffer.alloc(0)
  }
  return call.payload
}

async function readRequest({ request }: Call, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    if (length > limit) throw new BodyTooLarge(`more than ${limit} bytes`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

class Collector implements Sink {
  readonly #limit: number
  readonly #resolve: (body: Buffer) => void
  readonly #reject: (error: Error) => void
  readonly #chunks: Buffer[] = []
  #length = 0

  constructor(limit: number, resolve: (body: Buffer) => void, reject: (error: Error) => void) {
    this.#limit = limit
    this.#resolve = resolve
    this.#reject = reject
  }

  write(chunk: Buffer): boolean {
    this.#length += chunk.length
    if (this.#length > this.#limit) this.#reject(new BodyTooLarge(`more than ${this.#limit} bytes`))
    else this.#chunks.push(chunk)
    return true
  }

  onDrain(): void {}

  end(): void {
    this.#resolve(Buffer.concat(this.#chunks))
  }

  fail(error: Error): void {
    this.#reject(error)
  }
}
