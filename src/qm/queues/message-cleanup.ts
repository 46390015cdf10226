/** Removes, a stretch at a time, the messages of queues that were cleared or deleted: nobody waits for it. */

import type { GroupCommit } from '../store/group-commit.ts'
import type { MessageStore, StoredMessage } from '../store/message-store.ts'

const messagesPerCommit = 200

export class MessageCleanup {
  readonly #store: MessageStore
  readonly #group: GroupCommit
  #closed = false

  constructor(store: MessageStore, group: GroupCommit) {
    this.#store = store
    this.#group = group
  }

  /** Settles when they are gone, or when it had to stop: the next start goes on with it. */
  async removeMessages(queue: number, sequences: readonly number[]): Promise<void> {
    for (let from = 0; from < sequences.length && !this.#closed; from += messagesPerCommit) {
      const messages = sequences
        .slice(from, from + messagesPerCommit)
        .flatMap((sequence) => this.#store.messages.find(queue, sequence) ?? [])
      await this.#group.run(messages.map(({ sequence }) => ({ type: 'remove', sequence })))
      await this.#removeBodies(messages)
    }
  }

  close(): void {
    this.#closed = true
  }

  async #removeBodies(messages: readonly StoredMessage[]): Promise<void> {
    for (const { bodyFile } of messages) {
      if (bodyFile) await this.#store.bodies.remove(bodyFile).catch(() => undefined)
    }
  }
}
