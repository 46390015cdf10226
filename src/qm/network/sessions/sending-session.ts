/**
 * A session that sends: takes messages from the transmission queue in batches and removes them when the partner has
 * committed them.
 *
 * The session sends messages while earlier batches are saved as in doubt and while the partner commits them. One
 * commit saves all batches that are complete by then, and removes the messages that are confirmed by then.
 */
import type { QueuedMessage } from '../../messages/queued-message.ts'
import type { Queue } from '../../queues/queue.ts'
import { findMicrosecondsOnQueue } from '../../queues/queue-activity.ts'
import { decodeBatchEnd, encodeBatchEnd } from '../protocol/batch-frame.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeJsonFrame, type FrameType, frameTypes } from '../protocol/frames.ts'
import { parseClose, parsePosition, parseRefusal } from '../protocol/handshake.ts'
import { type FrameConnection, handshakeTimeoutMs } from '../transport/frame-connection.ts'
import { checkPartner } from './batch-heartbeat.ts'
import { CommitTimes } from './commit-times.ts'
import { IdleTime } from './idle-time.ts'
import { MessageSender } from './message-sender.ts'
import { OpenBatch } from './open-batch.ts'
import type { SendingOptions } from './sending-options.ts'
import type { SentBatch, SentBatches } from './sent-batches.ts'
import { SessionCounts } from './session-counts.ts'
import type { SessionDeps } from './session-deps.ts'
import { refuse, type SessionEnd, unexpected } from './session-end.ts'
import type { SessionMonitor } from './session-monitor.ts'
import { findTransferProblem, setAside } from './set-aside.ts'
import { TransmissionReader } from './transmission-reader.ts'
import { WakeUp } from './wake-up.ts'

/** The maximum number of batches whose messages were sent and are not confirmed, and their maximum size in bytes. */
const maxBatchesInFlight = 32
const maxBytesInFlight = 8_388_608

export class SendingSession {
  readonly counts = new SessionCounts()
  readonly connection: FrameConnection
  readonly monitor: SessionMonitor
  readonly #deps: SessionDeps
  readonly #options: SendingOptions
  readonly #batches: SentBatches
  readonly #reader: TransmissionReader
  #open: OpenBatch | undefined
  /** The batches whose messages were sent, and which are not saved as in doubt yet. */
  #complete: SentBatch[] = []
  /** Whether a commit of the state is in progress. */
  #isSaving = false
  #lastSequence = 0
  #isQueueEmpty = false
  #end: { readonly error: Error | undefined; readonly end: SessionEnd } | undefined
  #isStopping = false
  readonly #idle: IdleTime
  readonly #wakeUp = new WakeUp()
  #isWaiting = false
  readonly #sender: MessageSender
  readonly #commitTimes: CommitTimes

  constructor(
    connection: FrameConnection,
    queue: Queue,
    batches: SentBatches,
    options: SendingOptions,
    monitor: SessionMonitor,
    deps: SessionDeps,
  ) {
    this.connection = connection
    this.monitor = monitor
    this.#sender = new MessageSender(connection, options, monitor, deps.clock)
    this.#commitTimes = new CommitTimes(monitor)
    this.#deps = deps
    this.#options = options
    this.#batches = batches
    this.#idle = new IdleTime(options.disconnectSeconds, deps.clock)
    this.#reader = new TransmissionReader(queue, deps, () => this.#wakeUp.wake())
  }

  get substate(): string {
    if (this.#isWaiting && this.#batches.isInDoubt) return 'RECEIVE'
    return this.#isWaiting ? 'MQGET' : 'SEND'
  }

  get lastCompression(): string {
    return this.#sender.lastCompression
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  get batchStatus() {
    return this.#batches.status(this.#open ?? this.#complete.at(-1))
  }

  /** Ends the session after the current batch. */
  quiesce(): void {
    this.#isStopping = true
    this.#wakeUp.wake()
  }

  /**
   * Waits for the partner's position, resolves a batch in doubt and calls `ready`; then sends until the session
   * ends. Rejects with the error that ended it. The connection is closed afterwards.
   */
  async run(ready: () => void): Promise<SessionEnd> {
    const { connection } = this
    try {
      await this.#synchronize()
      connection.send(encodeJsonFrame(frameTypes.ready, { sequence: this.#lastSequence }))
      connection.setHandler({
        frame: (type, payload) => this.#receive(type, payload),
        closed: (error) => this.#finish(error, 'closedByPartner'),
      })
      connection.startHeartbeats(this.#options.limits.heartbeatSeconds)
      ready()
      const end = await this.#transfer()
      if (end !== 'closedByPartner') connection.send(encodeJsonFrame(frameTypes.close, { reason: end }))
      connection.end()
      return end
    } catch (error) {
      refuse(connection, error)
      throw error
    } finally {
      this.#reader.close()
      await this.#cleanUp()
    }
  }

  /** Unlocks messages that are not in doubt, and removes those that are confirmed. */
  async #cleanUp(): Promise<void> {
    while (this.#isSaving) await this.#wakeUp.sleep()
    for (const { unit } of [this.#open, ...this.#complete].flatMap((each) => each ?? [])) {
      await unit.backout({ countsBackout: false })
    }
    if (this.#batches.hasConfirmed) await this.#batches.save([])
  }

  async #synchronize(): Promise<void> {
    const { type, payload } = await this.connection.next(handshakeTimeoutMs)
    if (type === frameTypes.refusal) throw parseRefusal(payload)
    if (type !== frameTypes.position) throw unexpected(type)
    await this.#batches.synchronize(parsePosition(payload))
    this.#lastSequence = this.#batches.lastSequence
  }

  async #transfer(): Promise<SessionEnd> {
    for (;;) {
      if (this.#end) {
        if (this.#end.error) throw this.#end.error
        if (this.#isPending)
          throw new ChannelError('ENDING', 'the partner ended the session with a batch in doubt')
        return this.#end.end
      }
      const open = this.#open
      if (open && this.#isComplete(open)) this.#endBatch(open)
      this.#save()
      if (this.#mayRead && (await this.#sendNext())) continue
      if (this.#open && this.#isComplete(this.#open)) continue
      if (!this.#open && !this.#isPending && !this.#isSaving) {
        if (this.#isStopping) return 'stopped'
        if (this.#idle.isOver) return 'idle'
      }
      await this.#wait()
    }
  }

  /** Whether batches wait for their state to be saved, or for the partner. */
  get #isPending(): boolean {
    return this.#complete.length > 0 || this.#batches.isInDoubt || this.#batches.hasConfirmed
  }

  get #mayRead(): boolean {
    const batches = this.#complete.length + this.#batches.inDoubtCount
    if (this.#isStopping || batches >= maxBatchesInFlight) return false
    return batches === 0 || this.#bytesInFlight < maxBytesInFlight
  }

  get #bytesInFlight(): number {
    const complete = this.#complete.reduce((sum, { bytes }) => sum + bytes, this.#open?.bytes ?? 0)
    return complete + this.#batches.inDoubtBytes
  }

  #isComplete(open: OpenBatch): boolean {
    return this.#isStopping || open.isComplete({ isQueueEmpty: this.#isQueueEmpty })
  }

  /** Sends the next message of the queue. Returns false when the queue is empty. */
  async #sendNext(): Promise<boolean> {
    const entry = this.#reader.take()
    this.#isQueueEmpty = entry === undefined
    if (!entry) return false
    const problem = findTransferProblem(entry, this.#options.limits.maxMessageBytes)
    if (problem) {
      await setAside(this.#reader.queue, entry, problem, this.#options, this.#deps)
      return true
    }
    if (this.monitor.isMeasuring)
      this.monitor.addQueueTime(findMicrosecondsOnQueue(entry, this.#deps.clock()))
    const isFast = !entry.persistent && this.#options.limits.nonPersistentFast
    if (isFast) await this.#sendFast(entry)
    else await this.#sendInBatch(entry)
    this.counts.addMessage(this.#deps.clock())
    if (this.connection.socket.writableNeedDrain) await this.connection.drained()
    return true
  }

  /** Sends a non-persistent message outside the batches: it arrives at once, and is lost if the connection ends. */
  async #sendFast(entry: QueuedMessage): Promise<void> {
    const body = await this.#deps.delivery.remove(this.#reader.queue, entry)
    this.#sender.send(entry, body, 0)
    this.#idle.restart()
  }

  async #sendInBatch(entry: QueuedMessage): Promise<void> {
    const { delivery } = this.#deps
    this.#open ??= new OpenBatch(this.#options, this.#deps)
    const open = this.#open
    const body = await delivery.get(this.#reader.queue, entry, open.unit)
    open.add(entry, body.length, this.#nextSequence())
    this.#sender.send(entry, body, open.lastSequence)
  }

  #nextSequence(): number {
    this.#lastSequence = this.#lastSequence >= this.#options.limits.sequenceWrap ? 1 : this.#lastSequence + 1
    return this.#lastSequence
  }

  #endBatch(open: OpenBatch): void {
    const batch = open.end()
    this.#complete.push(batch)
    this.connection.send(encodeBatchEnd(frameTypes.batchEnd, batch))
    this.monitor.addBatch(batch.size, this.#options.limits.batchSize)
    this.#open = undefined
  }

  /** Saves complete batches as in doubt and lets the partner commit them, unless the last save is still in progress. */
  #save(): void {
    if (this.#isSaving || (this.#complete.length === 0 && !this.#batches.hasConfirmed)) return
    const batches = this.#complete
    this.#complete = []
    this.#isSaving = true
    const { batchHeartbeatMs } = this.#options
    const checked = checkPartner(this.connection, batchHeartbeatMs, this.#deps.clock)
    const saved = checked ? checked.then(() => this.#batches.save(batches)) : this.#batches.save(batches)
    saved
      .then(
        () => {
          const last = batches.at(-1)
          if (last) {
            this.#commitTimes.recordRequest(last.batchId)
            this.connection.send(encodeBatchEnd(frameTypes.commit, last))
          }
          this.#idle.restart()
        },
        async (error: Error) => {
          this.#finish(error, 'closedByPartner')
          for (const { unit } of batches) await unit.backout({ countsBackout: false })
        },
      )
      .finally(() => {
        this.#isSaving = false
        this.#wakeUp.wake()
      })
  }

  /** Waits until a message or a frame arrives, a commit ends, a batch is overdue, or the session must end. */
  async #wait(): Promise<void> {
    if (this.#mayRead) this.#reader.wait()
    const until = this.#nextDeadline()
    const cancel = until === undefined ? undefined : this.#schedule(until)
    this.#isWaiting = true
    await this.#wakeUp.sleep()
    this.#isWaiting = false
    cancel?.()
  }

  #schedule(until: number): () => void {
    const { clock, timers } = this.#deps
    return timers.after(Math.max(1, until - clock()), () => this.#wakeUp.wake())
  }

  #nextDeadline(): number | undefined {
    if (this.#open) return this.#options.batchIntervalMs > 0 ? this.#open.closesAt : undefined
    return this.#isPending ? undefined : this.#idle.endsAt
  }

  #receive(type: FrameType, payload: Buffer): void {
    try {
      if (type === frameTypes.committed) this.#confirm(payload)
      else if (type === frameTypes.close) {
        parseClose(payload)
        this.#finish(undefined, 'closedByPartner')
      } else if (type === frameTypes.refusal) this.#finish(parseRefusal(payload), 'closedByPartner')
      else this.#finish(unexpected(type), 'closedByPartner')
    } catch (error) {
      this.#finish(error as Error, 'closedByPartner')
    }
  }

  #confirm(payload: Buffer): void {
    const { batchId, commitMicroseconds } = decodeBatchEnd(payload)
    this.#commitTimes.recordConfirmation(batchId, commitMicroseconds)
    const count = this.#batches.confirm(batchId)
    if (count === 0) {
      throw new ChannelError('PROTOCOL_ERROR', `the partner confirmed batch ${batchId}, which was not sent`)
    }
    this.counts.batches += count
    this.#wakeUp.wake()
  }

  #finish(error: Error | undefined, end: SessionEnd): void {
    this.#end ??= { error, end }
    this.#wakeUp.wake()
  }
}
