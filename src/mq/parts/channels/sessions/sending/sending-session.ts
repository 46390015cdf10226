/** A session that sends the messages of a transmission queue in batches. */
import type { QueuedMessage } from '../../../../manager/messages/queued-message.ts'
import type { Queue } from '../../../../manager/queues/queue.ts'
import { findMicrosecondsOnQueue } from '../../../../manager/queues/queue-activity.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import { encodeJsonFrame, type FrameType, frameTypes } from '../../protocol/frames.ts'
import { parseClose, parsePosition, parseRefusal } from '../../protocol/handshake.ts'
import { type FrameConnection, handshakeTimeoutMs } from '../../transport/frame-connection.ts'
import { ChannelSession } from '../channel-session.ts'
import type { SessionDeps } from '../session-deps.ts'
import { type SessionEnd, unexpected } from '../session-end.ts'
import type { SessionMonitor } from '../session-monitor.ts'
import { MessageSender, type SendingOptions } from './message-sender.ts'
import { OutgoingBatches } from './outgoing-batches.ts'
import type { SentBatches } from './sent-batches.ts'
import { findTransferProblem, IdleTime, setAside, TransmissionReader } from './transmission-reader.ts'

export class SendingSession extends ChannelSession {
  readonly #deps: SessionDeps
  readonly #options: SendingOptions
  /** The state of the channel, which outlasts the session. */
  readonly #sentBatches: SentBatches
  readonly #batches: OutgoingBatches
  readonly #reader: TransmissionReader
  readonly #sender: MessageSender
  readonly #idle: IdleTime
  #isQueueEmpty = false
  #isWaiting = false

  constructor(
    connection: FrameConnection,
    queue: Queue,
    sentBatches: SentBatches,
    options: SendingOptions,
    monitor: SessionMonitor,
    deps: SessionDeps,
  ) {
    super(connection, monitor, options.limits.heartbeatSeconds)
    this.#deps = deps
    this.#options = options
    this.#sentBatches = sentBatches
    this.#sender = new MessageSender(connection, options, monitor, deps.clock)
    this.#batches = new OutgoingBatches({
      connection,
      batches: sentBatches,
      options,
      monitor,
      session: deps,
      saved: (error) => this.#saved(error),
    })
    this.#idle = new IdleTime(options.disconnectSeconds, deps.clock)
    this.#reader = new TransmissionReader(queue, deps, () => this.wakeUp.wake())
  }

  override get substate(): string {
    if (this.#isWaiting && this.#batches.isInDoubt) return 'RECEIVE'
    return this.#isWaiting ? 'MQGET' : 'SEND'
  }

  override get lastCompression(): string {
    return this.#sender.lastCompression
  }

  override get batchStatus() {
    return this.#batches.status
  }

  protected override async synchronize(): Promise<void> {
    const { type, payload } = await this.connection.next(handshakeTimeoutMs)
    if (type === frameTypes.refusal) throw parseRefusal(payload)
    if (type !== frameTypes.position) throw unexpected(type)
    await this.#sentBatches.synchronize(parsePosition(payload))
    this.#batches.synchronize()
    this.connection.send(encodeJsonFrame(frameTypes.ready, { sequence: this.#batches.lastSequence }))
  }

  protected override async transfer(): Promise<SessionEnd> {
    for (;;) {
      if (this.end) {
        if (this.end.error) throw this.end.error
        if (this.#batches.isPending)
          throw new ChannelError('ENDING', 'the partner ended the session with a batch in doubt')
        return 'closedByPartner'
      }
      if (this.#isBatchComplete) this.#batches.end()
      this.#batches.save()
      if (this.#mayRead && (await this.#sendNext())) continue
      if (this.#isBatchComplete) continue
      if (this.#batches.isIdle) {
        if (this.isStopping) return 'stopped'
        if (this.#idle.isOver) return 'idle'
      }
      await this.#wait()
    }
  }

  get #mayRead(): boolean {
    return !this.isStopping && this.#batches.hasRoom
  }

  get #isBatchComplete(): boolean {
    return this.#batches.isComplete({ isQueueEmpty: this.#isQueueEmpty, isStopping: this.isStopping })
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
    if (this.monitor.isMeasuring) this.monitor.addQueueTime(findMicrosecondsOnQueue(entry, this.#deps.clock()))
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
    const { body, sequence } = await this.#batches.add(this.#reader.queue, entry)
    this.#sender.send(entry, body, sequence)
  }

  #saved(error: Error | undefined): void {
    if (error) this.finish(error)
    else this.#idle.restart()
    this.wakeUp.wake()
  }

  /** Waits until a message or a frame arrives, a commit ends, a batch is overdue, or the session must end. */
  async #wait(): Promise<void> {
    if (this.#mayRead) this.#reader.wait()
    const until = this.#nextDeadline()
    const cancel = until === undefined ? undefined : this.#schedule(until)
    this.#isWaiting = true
    await this.wakeUp.sleep()
    this.#isWaiting = false
    cancel?.()
  }

  #schedule(until: number): () => void {
    const { clock, timers } = this.#deps
    return timers.after(Math.max(1, until - clock()), () => this.wakeUp.wake())
  }

  #nextDeadline(): number | undefined {
    const { openUntil, isPending } = this.#batches
    if (openUntil !== undefined) return this.#options.batchIntervalMs > 0 ? openUntil : undefined
    return isPending ? undefined : this.#idle.endsAt
  }

  protected override receive(type: FrameType, payload: Buffer): void {
    try {
      if (type === frameTypes.committed) this.#confirm(payload)
      else if (type === frameTypes.close) {
        parseClose(payload)
        this.finish(undefined)
      } else if (type === frameTypes.refusal) this.finish(parseRefusal(payload))
      else this.finish(unexpected(type))
    } catch (error) {
      this.finish(error as Error)
    }
  }

  #confirm(payload: Buffer): void {
    this.counts.batches += this.#batches.confirm(payload)
    this.wakeUp.wake()
  }

  protected override async close(): Promise<void> {
    this.#reader.close()
    await this.#batches.close()
  }
}
