/** Removes the messages of cleared or deleted queues in the background, a few per commit. */
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

  /** Removes the messages. Resolves at the end or after `close`; the next start removes the rest. */
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
    for (const { bodyFile } of messages) if (bodyFile) await this.#store.bodies.remove(bodyFile).catch(() => undefined)
  }
}
