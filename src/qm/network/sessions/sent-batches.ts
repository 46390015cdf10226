/**
 * The durable state of a sending channel: the last batch that the partner confirmed, and the batches in doubt with
 * their messages.
 *
 * A batch is saved as in doubt before its end is sent. After a restart, the messages of the batches in doubt are
 * locked again on the transmission queue, until the partner, or RESOLVE CHANNEL, decides what becomes of them. The
 * partner commits batches in their order, so that its last batch decides about all.
 */
import type { MessageUnitOfWork } from '../../persistence/message-persistence.ts'
import type { RecordChange } from '../../persistence/unit-of-work.ts'
import type { StoredRecord } from '../../store/message-store.ts'
import type { BatchStatus, SavedChannelStatus } from '../../types/network.ts'
import { noBatchId } from '../channel-status.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import type { Position } from '../protocol/handshake.ts'
import { parseRanges, renderRanges } from './sequence-ranges.ts'
import type { SessionDeps } from './session-deps.ts'

/** A batch whose messages were sent. */
export interface SentBatch {
  readonly batchId: string
  readonly lastSequence: number
  /** The messages, locked on the transmission queue. */
  readonly unit: MessageUnitOfWork
  /** The storage sequence numbers of the persistent messages. */
  readonly stored: readonly number[]
  readonly size: number
  readonly bytes: number
}

export interface PartnerNames {
  readonly remoteManager: string
  readonly connectionName: string
}

type Deps = Pick<SessionDeps, 'objects' | 'queues' | 'delivery' | 'store' | 'clock' | 'log'>

export class SentBatches {
  readonly #channel: string
  readonly #deps: Deps
  #lastSequence = 0
  #lastBatchId = noBatchId
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
    return this.#lastSequence
  }

  /** Returns the saved status, or undefined before the first batch. */
  saved(): SavedChannelStatus | undefined {
    if (this.#lastSequence === 0 && !this.isInDoubt && this.#partner.remoteManager === '') return undefined
    return { ...this.status(), transmissionQueue: this.#queueName, ...this.#partner }
  }

  /** Returns the status of the batches, including messages that were sent since the last end of a batch. */
  status(open?: {
    readonly size: number
    readonly lastSequence: number
    readonly batchId: string
  }): BatchStatus {
    const last = open ?? this.#inDoubt.at(-1)
    return {
      isInDoubt: this.isInDoubt,
      currentMessages: countMessages(this.#inDoubt) + (open?.size ?? 0),
      currentSequence: last?.lastSequence ?? this.#lastSequence,
      currentBatchId: last?.batchId ?? this.#lastBatchId,
      lastSequence: this.#lastSequence,
      lastBatchId: this.#lastBatchId,
    }
  }

  /** Sets the names that the saved status shows. They are saved with the next batch. */
  setPartner(partner: PartnerNames, queueName: string): void {
    this.#partner = partner
    this.#queueName = queueName
  }

  /**
   * Records in memory that the partner has committed a batch and all before it. Returns their number; 0 when the
   * batch is not in doubt.
   */
  confirm(batchId: string): number {
    const count = this.#inDoubt.findIndex((batch) => batch.batchId === batchId) + 1
    const confirmed = this.#inDoubt.splice(0, count)
    this.#confirmed.push(...confirmed)
    const last = confirmed.at(-1)
    if (last) {
      this.#lastSequence = last.lastSequence
      this.#lastBatchId = last.batchId
    }
    return count
  }

  /**
   * Saves that the batches are in doubt. In the same commit, the messages of confirmed batches leave the queue. The
   * ends of the batches may be sent when the promise resolves. Must not be called before the last call has ended.
   */
  async save(batches: readonly SentBatch[]): Promise<void> {
    const unit = this.#newUnit()
    for (const confirmed of this.#confirmed) unit.absorb(confirmed.unit)
    this.#confirmed = []
    this.#inDoubt.push(...batches)
    if (batches.length > 0) this.#resetTo = undefined
    unit.addRecord(this.#change())
    try {
      await unit.commit()
    } catch (error) {
      await this.#restore()
      throw error
    }
  }

  /**
   * Compares the partner's position with the state at the start of a session, and resolves the batches in doubt:
   * removes the messages that the partner has committed and unlocks the others. Rejects with a `ChannelError` when
   * the sequence numbers do not fit together.
   */
  async synchronize(position: Position): Promise<void> {
    if (this.#resetTo !== undefined && !this.isInDoubt) {
      this.#lastSequence = position.sequence
      this.#lastBatchId = noBatchId
      return
    }
    if (this.confirm(position.batchId) === 0 && !this.#isAt(position)) throw this.#sequenceError(position)
    if (this.isInDoubt || this.hasConfirmed) await this.backOut()
  }

  /** Removes the messages of every batch in doubt, as if the partner had confirmed them. */
  async commit(): Promise<void> {
    const last = this.#inDoubt.at(-1)
    if (last) this.confirm(last.batchId)
    await this.save([])
  }

  /** Unlocks the messages of every batch in doubt, which the partner has not committed. */
  async backOut(): Promise<void> {
    const batches = this.#inDoubt
    this.#inDoubt = []
    await this.save([])
    for (const { unit } of batches) await unit.backout({ countsBackout: false })
  }

  /** Saves the next sequence number, which the partner takes over at the start of the next session. */
  async reset(next: number): Promise<void> {
    this.#resetTo = next
    this.#lastSequence = next - 1
    this.#lastBatchId = noBatchId
    await this.save([])
  }

  get #recordName(): string {
    return `${this.#channel} >`
  }

  #isAt({ batchId, sequence }: Position): boolean {
    if (sequence !== this.#lastSequence) return false
    return batchId === this.#lastBatchId || batchId === noBatchId || this.#lastBatchId === noBatchId
  }

  #newUnit(): MessageUnitOfWork {
    return this.#deps.delivery.beginUnitOfWork({
      maxMessages: Number.POSITIVE_INFINITY,
      clock: this.#deps.clock,
      ended: () => {},
    })
  }

  #change(): RecordChange {
    const now = this.#deps.clock()
    const record: StoredRecord = {
      ...{ kind: 'channel-state', name: this.#recordName, type: 'SENT', created: now, altered: now },
      attributes: {
        LSTSEQNO: this.#lastSequence,
        LSTLUWID: this.#lastBatchId,
        RQMNAME: this.#partner.remoteManager,
        CONNAME: this.#partner.connectionName,
        XMITQ: this.#queueName,
        ...(this.#resetTo !== undefined && { RESETSEQ: this.#resetTo }),
        ...(this.isInDoubt && { INDOUBT: this.#inDoubt.map(renderBatch) }),
      },
    }
    return this.#deps.objects.prepareRecord(record)
  }

  /** Restores the state on disk after a failed commit. Locked messages are unlocked and locked again. */
  async #restore(): Promise<void> {
    const batches = [...this.#confirmed, ...this.#inDoubt]
    const backouts = batches.map(({ unit }) => unit.backout({ countsBackout: false }))
    this.#load()
    await Promise.all(backouts)
  }

  #load(): void {
    const saved = this.#deps.objects.findRecord('channel-state', this.#recordName)?.attributes ?? {}
    this.#lastSequence = Number(saved.LSTSEQNO ?? 0)
    this.#lastBatchId = String(saved.LSTLUWID ?? noBatchId)
    this.#resetTo = saved.RESETSEQ === undefined ? undefined : Number(saved.RESETSEQ)
    this.#partner = {
      remoteManager: String(saved.RQMNAME ?? ''),
      connectionName: String(saved.CONNAME ?? ''),
    }
    this.#queueName = String(saved.XMITQ ?? '')
    this.#confirmed = []
    const inDoubt = (saved.INDOUBT ?? []) as readonly string[]
    this.#inDoubt = inDoubt.map((text) => this.#lockAgain(text))
  }

  /** Locks the messages of a saved batch. Messages that have left the queue, for example by CLEAR, are missing. */
  #lockAgain(text: string): SentBatch {
    const [batchId = '', lastSequence = '', ranges = ''] = text.split(' ')
    const { queues, store } = this.#deps
    const queue = queues.find(this.#queueName)
    const unit = this.#newUnit()
    const stored = parseRanges(ranges)
    for (const sequence of stored) {
      const message = queue && store.messages.find(queue.id, sequence)
      const entry = message && queue.messages.lockStored(message)
      if (entry && queue) unit.addGet({ queue, entry })
    }
    return { batchId, lastSequence: Number(lastSequence), unit, stored, size: unit.size, bytes: 0 }
  }

  #sequenceError({ sequence, batchId }: Position): ChannelError {
    const doubt = this.isInDoubt ? `, and ${countMessages(this.#inDoubt)} messages are in doubt` : ''
    return new ChannelError(
      'SEQUENCE_ERROR',
      `the partner committed up to message ${sequence} (batch ${batchId}), this side up to ${this.#lastSequence}` +
        ` (batch ${this.#lastBatchId})${doubt}; RESOLVE CHANNEL messages in doubt, then RESET CHANNEL ${this.#channel}`,
    )
  }
}

function renderBatch({ batchId, lastSequence, stored }: SentBatch): string {
  return `${batchId} ${lastSequence} ${renderRanges(stored)}`
}

function countMessages(batches: readonly SentBatch[]): number {
  return batches.reduce((sum, { size }) => sum + size, 0)
}
