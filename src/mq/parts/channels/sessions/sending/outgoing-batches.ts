/**
 * The batches of one sending session on their way: open, complete, saved as in doubt, confirmed.
 *
 * The session sends messages while earlier batches are saved as in doubt and while the partner commits them. One
 * commit saves all batches that are complete by then, and removes the messages that are confirmed by then.
 */
import type { QueuedMessage } from '../../../../manager/messages/queued-message.ts'
import type { Queue } from '../../../../manager/queues/queue.ts'
import type { BatchStatus } from '../../../../manager/types/network.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import { decodeBatchEnd, encodeBatchEnd, frameTypes } from '../../protocol/frames.ts'
import type { FrameConnection } from '../../transport/frame-connection.ts'
import type { SessionDeps } from '../session-deps.ts'
import type { SessionMonitor } from '../session-monitor.ts'
import type { SendingOptions } from './message-sender.ts'
import { CommitTimes, checkPartner, OpenBatch } from './open-batch.ts'
import type { SentBatch, SentBatches } from './sent-batches.ts'

/** The maximum number of batches whose messages were sent and are not confirmed, and their maximum size in bytes. */
const maxBatchesInFlight = 32
const maxBytesInFlight = 8_388_608

export interface OutgoingBatchesDeps {
  readonly connection: FrameConnection
  readonly batches: SentBatches
  readonly options: SendingOptions
  readonly monitor: SessionMonitor
  readonly session: Pick<SessionDeps, 'clock' | 'delivery'>
  /** Called when a save has ended, with its error if it failed. */
  saved(error: Error | undefined): void
}

export class OutgoingBatches {
  readonly #deps: OutgoingBatchesDeps
  readonly #sent: SentBatches
  readonly #commitTimes: CommitTimes
  #open: OpenBatch | undefined
  /** The batches whose messages were sent, and which are not saved as in doubt yet. */
  #complete: SentBatch[] = []
  #saving: Promise<void> | undefined
  #lastSequence = 0

  constructor(deps: OutgoingBatchesDeps) {
    this.#deps = deps
    this.#sent = deps.batches
    this.#commitTimes = new CommitTimes(deps.monitor)
  }

  get status(): BatchStatus {
    return this.#sent.status(this.#open ?? this.#complete.at(-1))
  }

  get lastSequence(): number {
    return this.#lastSequence
  }

  get isInDoubt(): boolean {
    return this.#sent.isInDoubt
  }

  /** When the open batch ends by BATCHINT, in milliseconds since the epoch; undefined without an open batch. */
  get openUntil(): number | undefined {
    return this.#open?.closesAt
  }

  /** Whether complete batches wait for their state to be saved, or for the partner. */
  get isPending(): boolean {
    return this.#complete.length > 0 || this.#sent.isInDoubt || this.#sent.hasConfirmed
  }

  /** Whether there is nothing to send, to save or to confirm. */
  get isIdle(): boolean {
    return !this.#open && !this.isPending && !this.#saving
  }

  /** Whether another message may be sent before the partner confirms one. */
  get hasRoom(): boolean {
    const batches = this.#complete.length + this.#sent.inDoubtCount
    if (batches >= maxBatchesInFlight) return false
    return batches === 0 || this.#bytesInFlight < maxBytesInFlight
  }

  get #bytesInFlight(): number {
    const complete = this.#complete.reduce((sum, { bytes }) => sum + bytes, this.#open?.bytes ?? 0)
    return complete + this.#sent.inDoubtBytes
  }

  /** Continues with the sequence number that both sides have after the handshake. */
  synchronize(): void {
    this.#lastSequence = this.#sent.lastSequence
  }

  /** Gets a message within the open batch. Returns its body and its sequence number on the channel. */
  async add(queue: Queue, entry: QueuedMessage): Promise<{ body: Buffer; sequence: number }> {
    const { options, session } = this.#deps
    this.#open ??= new OpenBatch(options, session)
    const open = this.#open
    const body = await session.delivery.get(queue, entry, open.unit)
    const sequence = this.#lastSequence >= options.limits.sequenceWrap ? 1 : this.#lastSequence + 1
    this.#lastSequence = sequence
    open.add(entry, body.length, sequence)
    return { body, sequence }
  }

  /** Returns whether the open batch ends now, because it is full or overdue, or the queue is empty. */
  isComplete(state: { readonly isQueueEmpty: boolean; readonly isStopping: boolean }): boolean {
    const open = this.#open
    return open !== undefined && (state.isStopping || open.isComplete(state))
  }

  /** Ends the open batch. */
  end(): void {
    if (!this.#open) return
    const { connection, monitor } = this.#deps
    const batch = this.#open.end()
    this.#open = undefined
    this.#complete.push(batch)
    connection.send(encodeBatchEnd(frameTypes.batchEnd, batch))
    monitor.addBatch(batch.size)
  }

  /** Saves complete batches as in doubt and lets the partner commit them, unless the last save is still in progress. */
  save(): void {
    if (this.#saving || (this.#complete.length === 0 && !this.#sent.hasConfirmed)) return
    const batches = this.#complete
    this.#complete = []
    this.#saving = this.#saveInDoubt(batches).then(
      () => this.#endSave(undefined),
      async (error: Error) => {
        await backOut(batches)
        this.#endSave(error)
      },
    )
  }

  /** Records that the partner has committed a batch. Returns how many this confirms. Throws a `ChannelError` for none. */
  confirm(payload: Buffer): number {
    const { batchId, commitMicroseconds } = decodeBatchEnd(payload)
    this.#commitTimes.recordConfirmation(batchId, commitMicroseconds)
    const count = this.#sent.confirm(batchId)
    if (count > 0) return count
    throw new ChannelError('PROTOCOL_ERROR', `the partner confirmed batch ${batchId}, which was not sent`)
  }

  /** Ends the batches with the session: unlocks messages that are not in doubt, and removes those that are confirmed. */
  async close(): Promise<void> {
    await this.#saving
    await backOut([this.#open, ...this.#complete].flatMap((each) => each ?? []))
    if (this.#sent.hasConfirmed) await this.#sent.save([])
  }

  async #saveInDoubt(batches: readonly SentBatch[]): Promise<void> {
    const { connection, options, session } = this.#deps
    const checked = checkPartner(connection, options.batchHeartbeatMs, session.clock)
    if (checked) await checked
    await this.#sent.save(batches)
    const last = batches.at(-1)
    if (!last) return
    this.#commitTimes.recordRequest(last.batchId)
    connection.send(encodeBatchEnd(frameTypes.commit, last))
  }

  #endSave(error: Error | undefined): void {
    this.#saving = undefined
    this.#deps.saved(error)
  }
}

async function backOut(batches: readonly { readonly unit: SentBatch['unit'] }[]): Promise<void> {
  for (const { unit } of batches) await unit.backout({ countsBackout: false })
}
