/** The handles that connections have open on a queue, and their open mode. */
import type { ObjectHandle } from '../types/services.ts'

export type QueueOpenMode = 'input' | 'output' | 'browse'

export class QueueHandles {
  readonly #uses = new Map<ObjectHandle, QueueOpenMode>()
  inputCount = 0
  outputCount = 0

  add(handle: ObjectHandle, use: QueueOpenMode): void {
    this.#uses.set(handle, use)
    if (use === 'input') this.inputCount++
    if (use === 'output') this.outputCount++
  }

  remove(handle: ObjectHandle): void {
    const use = this.#uses.get(handle)
    this.#uses.delete(handle)
    if (use === 'input') this.inputCount--
    if (use === 'output') this.outputCount--
  }

  handles(): ObjectHandle[] {
    return [...this.#uses.keys()]
  }
}
