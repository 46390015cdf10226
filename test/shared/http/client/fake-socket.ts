import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** A socket without a peer. It records what is written, and takes it only when the test says so. */
export class FakeSocket extends Duplex {
  written = ''
  /** The calls of `pause` and `resume`, in their order. */
  readonly flow: ('pause' | 'resume')[] = []
  /** While true, every write must wait, and the callback of each write is kept. */
  isFull = false
  readonly pendingWrites: ((error?: Error) => void)[] = []

  constructor() {
    super({ writableHighWaterMark: 1, autoDestroy: false, emitClose: false })
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, done: (error?: Error) => void): void {
    this.written += bytes.toString('latin1')
    if (this.isFull) this.pendingWrites.push(done)
    else done()
  }

  override _destroy(_: Error | null, done: (error?: Error | null) => void): void {
    done()
    this.emit('close')
  }

  override pause(): this {
    this.flow.push('pause')
    return this
  }

  override resume(): this {
    this.flow.push('resume')
    return this
  }

  /** Returns this socket as the type that the client uses. */
  asSocket(): Socket {
    return this as unknown as Socket
  }
}
