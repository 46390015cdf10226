/** The handles that connections have open on a queue, and their open mode. */
import type { ObjectHandle } from '../types/services.ts'

export type QueueOpenMode = 'input' | 'output' | 'browse'

export class QueueHandles {
  readonly #uses = new Map<ObjectHandle, QueueOpenMode>()
  #exclusive: ObjectHandle | undefined
  inputCount = 0
  outputCount = 0

  /** Whether a handle has the queue open for exclusive input. */
  get hasExclusive(): boolean {
    return this.#exclusive !== undefined
  }

  add(handle: ObjectHandle, use: QueueOpenMode, isExclusive: boolean): void {
    this.#uses.set(handle, use)
    if (isExclusive) this.#exclusive = handle
    if (use === 'input') this.inputCount++
    if (use === 'output') this.outputCount++
  }

  remove(handle: ObjectHandle): void {
    const use = this.#uses.get(handle)
    this.#uses.delete(handle)
    if (this.#exclusive === handle) this.#exclusive = undefined
    if (use === 'input') this.inputCount--
    if (use === 'output') this.outputCount--
  }

  handles(): ObjectHandle[] {
    return [...this.#uses.keys()]
  }
}
