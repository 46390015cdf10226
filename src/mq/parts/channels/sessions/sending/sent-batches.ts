/**
 * The batches that a sending channel has sent: those in doubt with their messages, and the last one that the partner
 * confirmed.
 *
 * A batch is saved as in doubt before its end is sent. After a restart, the messages of the batches in doubt are
 * locked again on the transmission queue, until the partner, or RESOLVE CHANNEL, decides what becomes of them. The
 * partner commits batches in their order, so that its last batch decides about all.
 */
import { noBatchId } from '../../../../manager/channels/channel.ts'
import type { MessageUnitOfWork } from '../../../../manager/persistence/message-persistence.ts'
import type { BatchStatus, SavedChannelStatus } from '../../../../manager/types/network.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import type { Position } from '../../protocol/handshake.ts'
import type { PartnerNames, SessionDeps } from '../session-deps.ts'
import { changeSentPosition, readSentPosition, type SavedBatch, type SentPosition } from './sent-position.ts'

/** A batch whose messages were sent. */
export interface SentBatch extends SavedBatch {
  /** The messages, locked on the transmission queue. */
  readonly unit: MessageUnitOfWork
  readonly size: number
  readonly bytes: number
}

type Deps = Pick<SessionDeps, 'objects' | 'queues' | 'delivery' | 'store' | 'clock' | 'log'>

export class SentBatches {
  readonly #channel: string
  readonly #deps: Deps
  /** The last batch that the partner confirmed. */
  #last: Position = { batchId: noBatchId, sequence: 0 }
  /** The batches in doubt, the oldest first. */
  #inDoubt: SentBatch[] = []
  /** Confirmed batches whose messages are still on the queue. */
  #confirmed: SentBatch[] = []
  #resetTo: number | undefined
  #partner: PartnerNames = { remoteManager: '', connectionName: '' }
  #queueName = ''

  /** Loads the state and locks the messages of batches in doubt. */
  constructor(channel: string, deps: Deps) {
    this.#channel = channel
    this.#deps = deps
    this.#load()
    if (!this.isInDoubt) return
    const messages = countMessages(this.#inDoubt)
    deps.log.warn({ channel, messages }, 'messages of the channel are in doubt until it runs again')
  }

  get isInDoubt(): boolean {
    return this.#inDoubt.length > 0
  }

  /** The number of batches in doubt. */
  get inDoubtCount(): number {
    return this.#inDoubt.length
  }

  get inDoubtBytes(): number {
    return this.#inDoubt.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Whether the messages of a confirmed batch are still on the queue. */
  get hasConfirmed(): boolean {
    return this.#confirmed.length > 0
  }

  get resetTo(): number | undefined {
    return this.#resetTo
  }

  get lastSequence(): number {
    return this.#last.sequence
  }

  /** Returns the saved status, or undefined before the first batch. */
  saved(): SavedChannelStatus | undefined {
    if (this.#last.sequence === 0 && !this.isInDoubt && this.#partner.remoteManager === '') return undefined
    return { ...this.status(), transmissionQueue: this.#queueName, ...this.#partner }
  }

  /** Returns the status of the batches, including messages that were sent since the last end of a batch. */
  status(open?: { readonly size: number; readonly lastSequence: number; readonly batchId: string }): BatchStatus {
    const last = open ?? this.#inDoubt.at(-1)
    return {
      isInDoubt: this.isInDoubt,
      currentMessages: countMessages(this.#inDoubt) + (open?.size ?? 0),
      currentSequence: last?.lastSequence ?? this.#last.sequence,
      currentBatchId: last?.batchId ?? this.#last.batchId,
      lastSequence: this.#last.sequence,
      lastBatchId: this.#last.batchId,
    }
  }

  /** Sets the names that the saved status shows. They are saved with the next batch. */
  setPartner(partner: PartnerNames, queueName: string): void {
    this.#partner = partner
    this.#queueName = queueName
  }

  /** Notes in memory that the partner has committed a batch and all before. Returns their number; 0 if not in doubt. */
  confirm(batchId: string): number {
    const count = this.#inDoubt.findIndex((batch) => batch.batchId === batchId) + 1
    const confirmed = this.#inDoubt.splice(0, count)
    this.#confirmed.push(...confirmed)
    const last = confirmed.at(-1)
    if (last) this.#last = { batchId: last.batchId, sequence: last.lastSequence }
    return count
  }

  /**
   * Saves that the batches are in doubt. In the same commit, the messages of confirmed batches leave the queue. The
   * ends of the batches may be sent when the promise resolves. When the commit fails, the batches are not in doubt, and
   * the messages of confirmed batches stay locked until a later commit. Must not be called before the last call has
   * ended.
   */
  async save(batches: readonly SentBatch[]): Promise<void> {
    const resetTo = this.#resetTo
    this.#inDoubt.push(...batches)
    if (batches.length > 0) this.#resetTo = undefined
    await this.#write(() => {
      this.#inDoubt = this.#inDoubt.filter((batch) => !batches.includes(batch))
      this.#resetTo = resetTo
    })
  }

  /** Calls `undo` when the commit has failed. */
  async #write(undo: () => void): Promise<void> {
    const confirmed = this.#confirmed
    this.#confirmed = []
    const unit = this.#deps.delivery.beginUnitOfWork()
    unit.addRecord(changeSentPosition(this.#channel, this.#position(), this.#deps))
    try {
      await unit.commitOrKeep(confirmed.map((batch) => batch.unit))
    } catch (error) {
      this.#confirmed.unshift(...confirmed)
      undo()
      throw error
    }
  }

  /**
   * Resolves the batches in doubt by the partner's position: removes the messages that the partner has committed and
   * unlocks the others. Rejects with a `ChannelError` when the sequence numbers do not fit together.
   */
  async synchronize(position: Position): Promise<void> {
    if (this.#resetTo !== undefined && !this.isInDoubt) {
      this.#last = { batchId: noBatchId, sequence: position.sequence }
      return
    }
    if (this.confirm(position.batchId) === 0 && !this.#isAt(position)) throw this.#sequenceError(position)
    if (this.isInDoubt || this.hasConfirmed) await this.backOut()
  }

  /** Removes the messages of every batch in doubt, as if the partner had confirmed them. */
  async commit(): Promise<void> {
    const undo = this.#copyState()
    const last = this.#inDoubt.at(-1)
    if (last) this.confirm(last.batchId)
    await this.#write(undo)
  }

  /** Unlocks the messages of every batch in doubt, which the partner has not committed. */
  async backOut(): Promise<void> {
    const undo = this.#copyState()
    const batches = this.#inDoubt
    this.#inDoubt = []
    await this.#write(undo)
    for (const { unit } of batches) await unit.backout({ countsBackout: false })
  }

  /** Saves the next sequence number, which the partner takes over at the start of the next session. */
  async reset(next: number): Promise<void> {
    const undo = this.#copyState()
    this.#resetTo = next
    this.#last = { batchId: noBatchId, sequence: next - 1 }
    await this.#write(undo)
  }

  /** Returns a function that restores the present state in memory. */
  #copyState(): () => void {
    const [last, resetTo] = [this.#last, this.#resetTo]
    const [inDoubt, confirmed] = [[...this.#inDoubt], [...this.#confirmed]]
    return () => {
      this.#last = last
      this.#resetTo = resetTo
      this.#inDoubt = inDoubt
      this.#confirmed = confirmed
    }
  }

  #isAt({ batchId, sequence }: Position): boolean {
    if (sequence !== this.#last.sequence) return false
    return batchId === this.#last.batchId || batchId === noBatchId || this.#last.batchId === noBatchId
  }

  #position(): SentPosition {
    return {
      confirmed: this.#last,
      resetTo: this.#resetTo,
      ...this.#partner,
      queueName: this.#queueName,
      inDoubt: this.#inDoubt,
    }
  }

  #load(): void {
    const saved = readSentPosition(this.#channel, this.#deps)
    this.#last = saved.confirmed
    this.#resetTo = saved.resetTo
    this.#partner = { remoteManager: saved.remoteManager, connectionName: saved.connectionName }
    this.#queueName = saved.queueName
    this.#confirmed = []
    this.#inDoubt = saved.inDoubt.map((batch) => this.#lockAgain(batch))
  }

  /** Locks the messages of a saved batch. Messages that have left the queue, for example by CLEAR, are missing. */
  #lockAgain(batch: SavedBatch): SentBatch {
    const { queues, store } = this.#deps
    const queue = queues.find(this.#queueName)
    const unit = this.#deps.delivery.beginUnitOfWork()
    for (const sequence of batch.stored) {
      const message = queue && store.messages.find(queue.id, sequence)
      const entry = message && queue.messages.lockStored(message)
      if (entry && queue) unit.addGet({ queue, entry })
    }
    return { ...batch, unit, size: unit.size, bytes: 0 }
  }

  #sequenceError({ sequence, batchId }: Position): ChannelError {
    const doubt = this.isInDoubt ? `, and ${countMessages(this.#inDoubt)} messages are in doubt` : ''
    return new ChannelError(
      'SEQUENCE_ERROR',
      `the partner committed up to message ${sequence} (batch ${batchId}), this side up to ${this.#last.sequence}` +
        ` (batch ${this.#last.batchId})${doubt}; RESOLVE CHANNEL messages in doubt, then RESET CHANNEL ${this.#channel}`,
    )
  }
}

function countMessages(batches: readonly SentBatch[]): number {
  return batches.reduce((sum, { size }) => sum + size, 0)
}
