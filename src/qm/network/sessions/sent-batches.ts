/**
 * The durable state of a sending channel: the last batch that the partner confirmed, and the batch in doubt with its
 * messages.
 *
 * The state is saved before the end of a batch is sent. After a restart, the messages of the batch in doubt are
 * locked again on the transmission queue, until the partner, or RESOLVE CHANNEL, decides what becomes of them.
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

/** A batch whose end is sent, or is about to be sent. */
export interface SentBatch {
  readonly batchId: string
  readonly lastSequence: number
  /** The messages, locked on the transmission queue. */
  readonly unit: MessageUnitOfWork
  /** The storage sequence numbers of the persistent messages. */
  readonly stored: readonly number[]
  readonly size: number
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
  #inDoubt: SentBatch | undefined
  #resetTo: number | undefined
  #partner: PartnerNames = { remoteManager: '', connectionName: '' }
  #queueName = ''

  /** Loads the state and locks the messages of a batch in doubt. */
  constructor(channel: string, deps: Deps) {
    this.#channel = channel
    this.#deps = deps
    this.#load()
    if (!this.#inDoubt) return
    const { batchId, size } = this.#inDoubt
    deps.log.warn(
      { channel, batch: batchId, messages: size },
      'a batch of the channel is in doubt until it runs again',
    )
  }

  get inDoubt(): SentBatch | undefined {
    return this.#inDoubt
  }

  get resetTo(): number | undefined {
    return this.#resetTo
  }

  get lastSequence(): number {
    return this.#lastSequence
  }

  get lastBatchId(): string {
    return this.#lastBatchId
  }

  /** Returns the saved status, or undefined before the first batch. */
  saved(): SavedChannelStatus | undefined {
    if (this.#lastSequence === 0 && !this.#inDoubt && this.#partner.remoteManager === '') return undefined
    const inDoubt = this.#inDoubt
    return {
      isInDoubt: inDoubt !== undefined,
      currentMessages: inDoubt?.size ?? 0,
      currentSequence: inDoubt?.lastSequence ?? this.#lastSequence,
      currentBatchId: inDoubt?.batchId ?? this.#lastBatchId,
      lastSequence: this.#lastSequence,
      lastBatchId: this.#lastBatchId,
      transmissionQueue: this.#queueName,
      ...this.#partner,
    }
  }

  /** Returns the part of the status that is about batches, with the messages sent since the last end of a batch. */
  status(open: {
    readonly size: number
    readonly lastSequence: number
    readonly batchId: string
  }): BatchStatus {
    const inDoubt = this.#inDoubt
    return {
      isInDoubt: inDoubt !== undefined,
      currentMessages: open.size + (inDoubt?.size ?? 0),
      currentSequence: open.size > 0 ? open.lastSequence : (inDoubt?.lastSequence ?? this.#lastSequence),
      currentBatchId: open.size > 0 ? open.batchId : (inDoubt?.batchId ?? this.#lastBatchId),
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
   * Saves that the batch is in doubt. In the same commit, the messages of the batch before, which the partner has
   * confirmed, leave the queue. The end of the batch may be sent when the promise resolves.
   */
  async begin(batch: SentBatch): Promise<void> {
    const confirmed = this.#inDoubt
    if (confirmed) this.#confirm(confirmed)
    this.#resetTo = undefined
    const unit = confirmed?.unit ?? this.#newUnit()
    unit.addRecord(this.#change(batch))
    this.#inDoubt = batch
    await this.#commit(unit)
  }

  /** Removes the messages of the batch, which the partner has confirmed. */
  async settle(batch: SentBatch): Promise<void> {
    this.#confirm(batch)
    this.#inDoubt = undefined
    batch.unit.addRecord(this.#change(undefined))
    await this.#commit(batch.unit)
  }

  /**
   * Compares the partner's position with the state at the start of a session, and resolves the batch in doubt:
   * removes its messages when the partner has committed it, otherwise unlocks them. Rejects with a `ChannelError`
   * when the sequence numbers do not fit together.
   */
  async synchronize(position: Position): Promise<void> {
    if (this.#resetTo !== undefined && !this.#inDoubt) {
      this.#lastSequence = position.sequence
      this.#lastBatchId = noBatchId
      return
    }
    const batch = this.#inDoubt
    if (batch && position.batchId === batch.batchId) return this.settle(batch)
    const isSame =
      position.sequence === this.#lastSequence &&
      (position.batchId === this.#lastBatchId ||
        position.batchId === noBatchId ||
        this.#lastBatchId === noBatchId)
    if (!isSame) throw this.#sequenceError(position)
    if (batch) await this.backOut(batch)
  }

  /** Unlocks the messages of a batch that the partner has not committed. */
  async backOut(batch: SentBatch): Promise<void> {
    this.#inDoubt = undefined
    const unit = this.#newUnit()
    unit.addRecord(this.#change(undefined))
    await this.#commit(unit)
    await batch.unit.backout({ countsBackout: false })
  }

  /** Saves the next sequence number, which the partner takes over at the start of the next session. */
  async reset(next: number): Promise<void> {
    this.#resetTo = next
    this.#lastSequence = next - 1
    this.#lastBatchId = noBatchId
    const unit = this.#newUnit()
    unit.addRecord(this.#change(undefined))
    await this.#commit(unit)
  }

  get #recordName(): string {
    return `${this.#channel} >`
  }

  #newUnit(): MessageUnitOfWork {
    return this.#deps.delivery.beginUnitOfWork({
      maxMessages: Number.POSITIVE_INFINITY,
      clock: this.#deps.clock,
      ended: () => {},
    })
  }

  #confirm({ batchId, lastSequence }: SentBatch): void {
    this.#lastSequence = lastSequence
    this.#lastBatchId = batchId
  }

  #change(batch: SentBatch | undefined): RecordChange {
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
        ...(batch && {
          CURLUWID: batch.batchId,
          CURSEQNO: batch.lastSequence,
          MESSAGES: renderRanges(batch.stored),
        }),
      },
    }
    return this.#deps.objects.prepareRecord(record)
  }

  /** Commits a change of the state. When the commit fails, the state of the last successful one holds again. */
  async #commit(unit: MessageUnitOfWork): Promise<void> {
    try {
      await unit.commit()
    } catch (error) {
      this.#load()
      throw error
    }
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
    this.#inDoubt = saved.CURLUWID === undefined ? undefined : this.#lockAgain(saved)
  }

  /** Locks the messages of a saved batch. Messages that have left the queue, for example by CLEAR, are missing. */
  #lockAgain(saved: StoredRecord['attributes']): SentBatch {
    const { queues, store } = this.#deps
    const queue = queues.find(this.#queueName)
    const unit = this.#newUnit()
    const stored = parseRanges(String(saved.MESSAGES ?? ''))
    for (const sequence of stored) {
      const message = queue && store.messages.find(queue.id, sequence)
      const entry = message && queue.lockStored(message)
      if (entry && queue) unit.addGet({ queue, entry })
    }
    return {
      ...{ batchId: String(saved.CURLUWID), lastSequence: Number(saved.CURSEQNO) },
      ...{ unit, stored, size: unit.size },
    }
  }

  #sequenceError({ sequence, batchId }: Position): ChannelError {
    const doubt = this.#inDoubt ? `, and batch ${this.#inDoubt.batchId} is in doubt` : ''
    return new ChannelError(
      'SEQUENCE_ERROR',
      `the partner committed up to message ${sequence} (batch ${batchId}), this side up to ${this.#lastSequence}` +
        ` (batch ${this.#lastBatchId})${doubt}; RESOLVE CHANNEL a batch in doubt, then RESET CHANNEL ${this.#channel}`,
    )
  }
}
