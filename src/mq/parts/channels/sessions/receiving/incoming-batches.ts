/**
 * The batches of a receiving session: open, ended, complete, committed. A batch is complete when the partner has saved
 * it as in doubt. One commit takes all complete batches, with the position after them.
 */
import { readMicroseconds } from '../../../../../shared/lib/time/durations.ts'
import type { MessageUnitOfWork } from '../../../../manager/persistence/message-persistence.ts'
import type { RecordChange } from '../../../../manager/persistence/unit-of-work.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import type { Position } from '../../protocol/handshake.ts'
import type { SessionDeps } from '../session-deps.ts'

export interface ReceivedBatch {
  readonly batchId: string
  readonly lastSequence: number
  readonly unit: MessageUnitOfWork
  readonly size: number
}

export interface IncomingBatchesDeps {
  readonly session: Pick<SessionDeps, 'delivery'>
  /** Returns the change that saves a position. */
  changePosition(position: Position): RecordChange
  /** Called after each commit with its batches, the oldest first, and its duration in microseconds. */
  committed(batches: readonly ReceivedBatch[], microseconds: number): void
  /** Called when a commit has failed. */
  failed(error: Error): void
}

export class IncomingBatches {
  readonly #deps: IncomingBatchesDeps
  #open: MessageUnitOfWork | undefined
  #openSize = 0
  /** The batches that have ended and that the partner has not saved as in doubt yet. */
  #ended: ReceivedBatch[] = []
  /** The batches that wait for the commit in progress. */
  #complete: ReceivedBatch[] = []
  #committing: Promise<void> | undefined
  #isClosed = false

  constructor(deps: IncomingBatchesDeps) {
    this.#deps = deps
  }

  /** The number of messages in the open batch. */
  get openSize(): number {
    return this.#openSize
  }

  /** Whether the partner still has to end a batch or to release it. */
  get isExpectingMore(): boolean {
    return this.#open !== undefined || this.#ended.length > 0
  }

  get isCommitting(): boolean {
    return this.#committing !== undefined
  }

  /** The unit of work of the open batch. */
  get unit(): MessageUnitOfWork {
    this.#open ??= this.#deps.session.delivery.beginUnitOfWork()
    return this.#open
  }

  /** Counts a message that was put in the open batch. */
  countMessage(): void {
    this.#openSize++
  }

  /** Ends the open batch. Throws a `ChannelError` when no batch is open. */
  end(batchId: string, lastSequence: number): void {
    const unit = this.#open
    if (!unit) throw new ChannelError('SEQUENCE_ERROR', `the partner ended a batch with message ${lastSequence}`)
    this.#ended.push({ batchId, lastSequence, unit, size: this.#openSize })
    this.#open = undefined
    this.#openSize = 0
  }

  /** Commits the batch that the partner has saved, and all before it. Throws a `ChannelError` for an unknown batch. */
  release(batchId: string): void {
    const count = this.#ended.findIndex((batch) => batch.batchId === batchId) + 1
    if (count === 0) throw new ChannelError('PROTOCOL_ERROR', `the partner commits batch ${batchId}, which is unknown`)
    this.#complete.push(...this.#ended.splice(0, count))
    this.#commit()
  }

  /** Starts no further commit. */
  close(): void {
    this.#isClosed = true
  }

  /** Waits for the commit in progress, and backs out every batch that is not committed. */
  async backOut(): Promise<void> {
    while (this.#committing) await this.#committing
    for (const { unit } of [...this.#complete, ...this.#ended]) await unit.backout()
    await this.#open?.backout()
    this.#open = undefined
  }

  /** Commits all complete batches, unless a commit is in progress. */
  #commit(): void {
    const batches = this.#complete
    const last = batches.at(-1)
    if (this.#committing || !last || this.#isClosed) return
    this.#complete = []
    const [unit, ...others] = batches.map((batch) => batch.unit) as [MessageUnitOfWork, ...MessageUnitOfWork[]]
    for (const other of others) unit.absorb(other)
    unit.addRecord(this.#deps.changePosition({ batchId: last.batchId, sequence: last.lastSequence }))
    const startedAt = readMicroseconds()
    this.#committing = unit.commit().then(
      () => {
        this.#committing = undefined
        this.#deps.committed(batches, readMicroseconds() - startedAt)
        this.#commit()
      },
      (error: Error) => {
        this.#committing = undefined
        this.#deps.failed(error)
      },
    )
  }
}
