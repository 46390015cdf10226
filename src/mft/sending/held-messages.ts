/**
 * The messages of source queues that a transfer reads. They stay locked in a unit of work until the destination has
 * confirmed the item, and are removed in the commit that records its outcome.
 */
import type { Connection, Message, UnitOfWork } from '../../qm/index.ts'
import type { ManifestItem } from './manifest.ts'

interface HeldItem {
  readonly unit: UnitOfWork
  readonly messages: readonly Message[]
}

export class HeldMessages {
  readonly #connection: Connection
  readonly #held = new Map<number, HeldItem>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Locks the messages of an item and returns them. Rejects when one is no longer on the queue. */
  async hold({ item, source, messageIds = [] }: ManifestItem): Promise<readonly Message[]> {
    const before = this.#held.get(item)
    if (before) return before.messages
    const unit = this.#connection.beginUnitOfWork()
    const messages: Message[] = []
    for (const id of messageIds) {
      const messageId = Buffer.from(id, 'hex')
      const message = await this.#connection.get(source, { messageId, unitOfWork: unit })
      if (!message) {
        await unit.backout({ countsBackout: false })
        throw new Error(`BFGTR0073E: message ${id} is no longer on the queue ${source}.`)
      }
      messages.push(message)
    }
    this.#held.set(item, { unit, messages })
    return messages
  }

  /**
   * Removes the messages of a confirmed item in the unit of work. After a restart, they are locked again first; messages
   * that another program has removed since are skipped.
   */
  async remove(entry: ManifestItem, unitOfWork: UnitOfWork): Promise<void> {
    const held = this.#held.get(entry.item)
    this.#held.delete(entry.item)
    if (held) {
      unitOfWork.absorb(held.unit)
      return
    }
    for (const id of entry.messageIds ?? [])
      await this.#connection.get(entry.source, { messageId: Buffer.from(id, 'hex'), unitOfWork })
  }

  /** Makes the messages of an item available again. */
  async release(item: number): Promise<void> {
    const held = this.#held.get(item)
    this.#held.delete(item)
    await held?.unit.backout({ countsBackout: false })
  }

  async releaseAll(): Promise<void> {
    for (const item of [...this.#held.keys()]) await this.release(item)
  }
}
