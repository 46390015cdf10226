/** Who has a queue open, and for what. */
import type { Handle } from '../runtime.ts'

export type QueueUse = 'input' | 'output' | 'browse'

export class OpenCounts {
  readonly #uses = new Map<Handle, QueueUse>()
  input = 0
  output = 0

  add(handle: Handle, use: QueueUse): void {
    this.#uses.set(handle, use)
    if (use === 'input') this.input++
    if (use === 'output') this.output++
  }

  remove(handle: Handle): void {
    const use = this.#uses.get(handle)
    this.#uses.delete(handle)
    if (use === 'input') this.input--
    if (use === 'output') this.output--
  }

  handles(): Handle[] {
    return [...this.#uses.keys()]
  }
}
