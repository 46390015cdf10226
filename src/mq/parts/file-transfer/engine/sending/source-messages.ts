/**
 * The messages of source queues: those that one transfer moves, and those that it has locked. Locked ones stay so in a unit of work until the destination has
 * confirmed the item, and are removed in the commit that records its outcome.
 */
import type { Connection, Message, UnitOfWork } from '../../../../manager/index.ts'
import type { ManifestItem } from './manifest.ts'

type HeldItem = { readonly unit: UnitOfWork; readonly messages: readonly Message[] }

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
    try {
      for (const id of messageIds) {
        const message = await this.#connection.get(source, { messageId: Buffer.from(id, 'hex'), unitOfWork: unit })
        if (!message) throw new Error(`BFGTR0073E: message ${id} is no longer on the queue ${source}.`)
        messages.push(message)
      }
    } catch (error) {
      await unit.backout({ countsBackout: false })
      throw error
    }
    this.#held.set(item, { unit, messages })
    return messages
  }

  /** Removes the messages of a confirmed item in the unit of work, except those that others have removed. */
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

/** Less than MAXUMSGS, which limits the unit of work that removes the messages. */
const maxMessagesPerTransfer = 5_000
/** How many messages are looked at for those of a group. */
const maxBrowsedMessages = 50_000

/** Lists the messages that are on a queue now: all, or those of a group by their sequence numbers. Throws when the queue cannot be read. */
export async function listQueueMessages(connection: Connection, queue: string, groupId: string | undefined) {
  const messages =
    groupId === undefined
      ? await connection.list(queue, { limit: maxMessagesPerTransfer })
      : await browseGroup(connection, queue, groupId)
  return {
    /** The total length of the messages in bytes. */
    size: messages.reduce((sum, { length }) => sum + length, 0),
    /** In hexadecimal digits. */
    messageIds: messages.map(({ messageId }) => messageId.toString('hex')),
  }
}

async function browseGroup(connection: Connection, queue: string, groupId: string) {
  const found: { sequence: number; length: number; messageId: Buffer }[] = []
  using browser = connection.open(queue, { mode: 'browse' })
  for (let seen = 0; seen < maxBrowsedMessages && found.length < maxMessagesPerTransfer; seen += 1) {
    const message = await browser.browseNext()
    if (!message) break
    const { group, length, messageId } = message
    if (group?.id === groupId) found.push({ sequence: group.sequence, length, messageId })
  }
  return found.toSorted((a, b) => a.sequence - b.sequence)
}
