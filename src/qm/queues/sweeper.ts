/** Removes, a stretch at a time, the messages of queues that were cleared or deleted: nobody waits for it. */
import type { Store, StoredMessage } from '../store/store.ts'
import type { GroupCommit } from './group-commit.ts'

const stretch = 200
const lanes = 10

export class Sweeper {
  readonly #store: Store
  readonly #group: GroupCommit
  #closed = false

  constructor(store: Store, group: GroupCommit) {
    this.#store = store
    this.#group = group
  }

  /** Settles when nothing is left, or when it had to stop: the next start goes on with it. */
  async sweep(queue: number): Promise<void> {
    for (let lane = 0; lane < lanes; lane++) {
      for (;;) {
        if (this.#closed) return
        const page = this.#store.messages.page(queue, lane, 0, stretch)
        if (page.length === 0) break
        await this.#group.run(page.map(({ sequence }) => ({ type: 'remove', sequence })))
        await this.#removeBodies(page)
      }
    }
  }

  close(): void {
    this.#closed = true
  }

  async #removeBodies(page: readonly StoredMessage[]): Promise<void> {
    for (const { bodyFile } of page) {
      if (bodyFile) await this.#store.bodies.remove(bodyFile).catch(() => undefined)
    }
  }
}
