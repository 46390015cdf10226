/**
 * The committed changes of messages that the copy on this machine does not show yet. Reads look here first. A message
 * that is put and got within a short time is never written to the copy.
 */
import type { PreservedMessage, StoreChange, StoredMessage } from '../../../manager/store/message-store.ts'

/** A message as far as it is known without the copy: the message, that it is gone, or nothing. */
export type UnwrittenMessage = PreservedMessage | 'removed' | undefined

/** The estimated size in bytes of a message in memory without its body. */
const bytesPerMessage = 600
/** The allocation block of Node's buffer pool. A view of a larger block is copied, so that the block can be freed. */
const maxSharedBlockBytes = 8_192

export class UnwrittenChanges {
  /** Messages that the copy does not have, the oldest first. */
  readonly #added = new Map<number, PreservedMessage>()
  /** Messages that the copy has, or that the present batch adds to it. */
  #removed = new Set<number>()
  #backoutCounts = new Map<number, number>()
  /** The batch that is being written: its additions, and the removals that reads must respect until it is written. */
  #writtenMessages = new Map<number, PreservedMessage>()
  #writtenRemovals: ReadonlySet<number> = new Set()
  #bytes = 0

  /** The estimated memory of the added messages in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The number of changes of messages that the copy has. */
  get changeCount(): number {
    return this.#removed.size + this.#backoutCounts.size
  }

  /** The number of messages that the copy may still return although they are removed or replaced. */
  get hiddenCount(): number {
    return this.#removed.size + this.#writtenRemovals.size + this.#writtenMessages.size
  }

  /** Applies a committed change. Changes of objects are ignored. */
  apply(change: StoreChange): void {
    if (change.type === 'add') this.#add(change)
    else if (change.type === 'remove') this.#remove(change.sequence)
    else if (change.type === 'setBackoutCount') this.#setBackoutCount(change.sequence, change.backoutCount)
  }

  find(sequence: number): UnwrittenMessage {
    const added = this.#added.get(sequence)
    if (added) return added
    return this.#removed.has(sequence) || this.#writtenRemovals.has(sequence) ? 'removed' : undefined
  }

  /** Returns the message as the copy has it, with its present backout count. */
  update(message: StoredMessage): StoredMessage {
    const backoutCount = this.#backoutCounts.get(message.sequence)
    return backoutCount === undefined || message.damage !== undefined
      ? message
      : withBackoutCount(message, backoutCount)
  }

  /** Returns the added messages that have expired, in no order. */
  expired(now: number): PreservedMessage[] {
    return [...this.#added.values()].filter(({ message: { expiresAt } }) => (expiresAt ?? Infinity) <= now)
  }

  /** Returns the changes for the copy. `finishBatch` must follow when they are written, before the next batch. */
  takeBatch(maxMessages: number): StoreChange[] {
    const changes: StoreChange[] = []
    for (const sequence of this.#removed) changes.push({ type: 'remove', sequence })
    for (const [sequence, backoutCount] of this.#backoutCounts)
      changes.push({ type: 'setBackoutCount', sequence, backoutCount })
    for (const [sequence, added] of this.#added) {
      if (this.#writtenMessages.size >= maxMessages) break
      this.#writtenMessages.set(sequence, added)
      changes.push({ type: 'add', ...added })
    }
    this.#writtenRemovals = this.#removed
    this.#removed = new Set()
    return changes
  }

  /** Forgets the changes of the batch, which the copy shows now. */
  finishBatch(batch: readonly StoreChange[]): void {
    for (const [sequence, written] of this.#writtenMessages) {
      if (this.#added.get(sequence) === written) this.#drop(sequence, written)
      else this.#removed.add(sequence)
    }
    for (const change of batch) {
      if (change.type !== 'setBackoutCount') continue
      if (this.#backoutCounts.get(change.sequence) === change.backoutCount) this.#backoutCounts.delete(change.sequence)
    }
    this.#writtenMessages = new Map()
    this.#writtenRemovals = new Set()
  }

  #add({ queue, message, body }: PreservedMessage): void {
    const added = { queue, message, body: detach(body) }
    this.#added.set(message.sequence, added)
    this.#bytes += body.length + bytesPerMessage
  }

  #remove(sequence: number): void {
    this.#backoutCounts.delete(sequence)
    const added = this.#added.get(sequence)
    if (added) this.#drop(sequence, added)
    if (!added || this.#writtenMessages.has(sequence)) this.#removed.add(sequence)
  }

  #drop(sequence: number, { body }: PreservedMessage): void {
    this.#added.delete(sequence)
    this.#bytes -= body.length + bytesPerMessage
  }

  #setBackoutCount(sequence: number, backoutCount: number): void {
    const added = this.#added.get(sequence)
    if (added) {
      this.#added.set(sequence, { ...added, message: withBackoutCount(added.message, backoutCount) })
    } else if (this.find(sequence) !== 'removed') {
      this.#backoutCounts.set(sequence, backoutCount)
    }
  }
}

function withBackoutCount(message: StoredMessage, backoutCount: number): StoredMessage {
  return { ...message, descriptor: { ...message.descriptor, backoutCount } }
}

/** Returns the body, or a copy of it when it is a small part of a large block of memory. */
function detach(body: Buffer): Buffer {
  const blockBytes = body.buffer.byteLength
  return blockBytes > maxSharedBlockBytes && blockBytes > 2 * body.length ? Buffer.from(body) : body
}
