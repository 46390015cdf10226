/** A socket whose client is the test: what the server writes is recorded, and its timeout can be read. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export class FakeSocket extends Duplex {
  timeout = 0
  /** The timeouts that were set, in their order. */
  readonly timeouts: number[] = []
  /** The texts of the writes to the client, in latin1; corked writes are one. */
  readonly written: string[] = []
  /** Called when the client takes the writes; undefined while it takes them at once. */
  takeWrites: (() => void) | undefined
  isStalled = false

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.written.push(chunk.toString('latin1'))
    this.#take(done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.written.push(chunks.map(({ chunk }) => chunk.toString('latin1')).join(''))
    this.#take(done)
  }

  setTimeout(milliseconds: number): this {
    this.timeout = milliseconds
    this.timeouts.push(milliseconds)
    return this
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }

  #take(done: () => void): void {
    if (this.isStalled) this.takeWrites = done
    else done()
  }
}

/** Returns the fake socket as the type that the server takes. */
export function asSocket(socket: FakeSocket): Socket {
  return socket as unknown as Socket
}
