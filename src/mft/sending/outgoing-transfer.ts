/** A transfer at its source agent, from the request to the end. It survives restarts through its journal. */
import { stat, unlink } from 'node:fs/promises'
import type { UnitOfWork } from '../../qm/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import type { ReplyAddress } from '../types/command.ts'
import { type DestinationReply, encodeFrame, type FrameHeader, type ItemOutcome } from '../types/frame.ts'
import { agentQueueName, formats, topics } from '../types/names.ts'
import type { ItemSpec, TransferRequest } from '../types/request.ts'
import { findUnmetCondition } from './conditions.ts'
import { type Delivery, DeliveryInterruptedError, deliver } from './delivery.ts'
import { buildFrames, failedOutcome } from './frames.ts'
import { HeldMessages } from './held-messages.ts'
import { buildManifest, type ManifestItem } from './manifest.ts'
import { ReplyMailbox } from './reply-mailbox.ts'
import { buildItemStatus, buildTransferEvent, countOutcomes, describeState } from './transfer-status.ts'

/** A record of the journal. */
export type OutgoingRecord =
  | { kind: 'request'; request: TransferRequest; startedAt: number; replyTo?: ReplyAddress }
  | { kind: 'manifest'; entries: readonly ManifestItem[]; isLast: boolean; failure?: string }
  | { kind: 'outcomes'; outcomes: readonly ItemOutcome[] }
  | { kind: 'cancelled' }

export function outgoingKey(id: string): string {
  return `send:${id}`
}

const itemsPerRecord = 500
const progressIntervalMs = 1000
const firstRetryMs = 500
const maxRetryMs = 30_000

export class OutgoingTransfer {
  readonly id: string
  readonly request: TransferRequest
  readonly replyTo: ReplyAddress | undefined
  readonly #deps: AgentDeps
  readonly #journal: Journal
  readonly #startedAt: number
  readonly #replies: ReplyMailbox
  readonly #held: HeldMessages
  readonly #entries: ManifestItem[] = []
  readonly #outcomes = new Map<number, ItemOutcome>()
  readonly #cancellation = new AbortController()
  /** Why no item was transferred; undefined when the items say so. */
  #failure: string | undefined
  #isPlanned = false
  #epoch: number
  #retryCount = 0
  #bytesSent = 0
  #publishedAt = 0

  constructor(id: string, journal: Journal, records: readonly OutgoingRecord[], deps: AgentDeps) {
    this.id = id
    this.#journal = journal
    this.#deps = deps
    this.#replies = new ReplyMailbox(deps.timers)
    this.#held = new HeldMessages(deps.connection)
    // Later than every epoch before a restart.
    this.#epoch = deps.clock()
    const first = records[0] as Extract<OutgoingRecord, { kind: 'request' }>
    this.request = first.request
    this.replyTo = first.replyTo
    this.#startedAt = first.startedAt
    for (const record of records) this.#restore(record)
  }

  get priority(): number {
    return this.request.priority
  }

  get state(): string {
    return this.#isPlanned ? 'sendingData' : 'started'
  }

  /** Takes a reply of the destination agent. */
  receive(reply: DestinationReply): void {
    this.#replies.add(reply)
  }

  /** Cancels the transfer. Items that the destination has completed stay there. */
  async cancel(): Promise<void> {
    await commitTogether(this.#deps.connection, (unit) => this.#journal.append(unit, { kind: 'cancelled' }))
    this.#cancellation.abort(new Error('the transfer was cancelled'))
  }

  /** Runs the transfer to its end. Rejects when the signal is aborted or the queue manager ends; it then continues later. */
  async run(stop: AbortSignal): Promise<void> {
    const cancelled = this.#cancellation.signal
    const signal = AbortSignal.any([stop, cancelled])
    try {
      if (!this.#isPlanned) await this.#plan()
      await this.#deliverAll(signal)
    } catch (error) {
      if (!cancelled.aborted || stop.aborted) throw error
    } finally {
      await this.#held.releaseAll().catch(() => undefined) // the end of the connection does so as well
    }
    stop.throwIfAborted()
    await this.#finish()
  }

  #restore(record: OutgoingRecord): void {
    if (record.kind === 'manifest') {
      this.#entries.push(...record.entries)
      this.#isPlanned ||= record.isLast
      this.#failure ??= record.failure
    } else if (record.kind === 'outcomes') {
      for (const outcome of record.outcomes) this.#outcomes.set(outcome.item, outcome)
    } else if (record.kind === 'cancelled') {
      this.#cancellation.abort(new Error('the transfer was cancelled'))
    }
  }

  /** Finds the items, and records them together with the message that opens the transfer at the destination. */
  async #plan(): Promise<void> {
    const { request } = this
    const unmet = await findUnmetCondition(request.conditions, this.#deps.paths)
    const entries = unmet === undefined ? await buildManifest(request, this.#deps) : []
    const failures = entries.filter((entry) => entry.failure !== undefined)
    const outcomes = failures.map((entry) => failedOutcome(entry, entry.failure as string))
    const totalBytes = entries.reduce((sum, { size }) => sum + size, 0)

    await commitTogether(this.#deps.connection, async (unit) => {
      const records: OutgoingRecord[] = []
      for (let from = 0; from === 0 || from < entries.length; from += itemsPerRecord) {
        const page = entries.slice(from, from + itemsPerRecord)
        const isLast = from + itemsPerRecord >= entries.length
        records.push({
          kind: 'manifest',
          entries: page,
          isLast,
          ...(unmet !== undefined && { failure: unmet }),
        })
      }
      if (outcomes.length > 0) records.push({ kind: 'outcomes', outcomes })
      for (const record of records) await this.#journal.append(unit, record)
      if (entries.length > failures.length) await this.#open(totalBytes, unit)
      for (const record of records) this.#restore(record)
      await this.#publish('started', entries.slice(0, itemsPerRecord), unit)
    }).catch((error: unknown) => {
      // The next attempt plans again.
      this.#entries.length = 0
      this.#outcomes.clear()
      this.#isPlanned = false
      throw error
    })
  }

  async #open(totalBytes: number, unit: UnitOfWork): Promise<void> {
    const { name, queueManager } = this.#deps.settings
    await this.#tell(
      { kind: 'open', transfer: this.id, source: name, sourceQmgr: queueManager, totalBytes },
      unit,
    )
  }

  /** Puts a persistent message for the destination agent. */
  async #tell(header: FrameHeader, unitOfWork: UnitOfWork): Promise<void> {
    const { name, qmgrName } = this.request.destinationAgent
    const target = { queue: agentQueueName('DATA', name), queueManager: qmgrName }
    const message = { body: encodeFrame(header), format: formats.frame, persistence: 'persistent' as const }
    await this.#deps.connection.put(target, message, { unitOfWork })
  }

  async #deliverAll(signal: AbortSignal): Promise<void> {
    await this.#deleteSources([...this.#outcomes.values()])
    let retryMs = firstRetryMs
    let interruptedAt: number | undefined
    while (!this.#isComplete) {
      const before = this.#outcomes.size + this.#bytesSent
      this.#epoch += 1
      try {
        await deliver(this.#delivery(signal), this.#deps)
      } catch (error) {
        if (!(error instanceof DeliveryInterruptedError)) throw error
        const now = this.#deps.clock()
        const hasProgress = this.#outcomes.size + this.#bytesSent > before
        interruptedAt = hasProgress ? now : (interruptedAt ?? now)
        retryMs = hasProgress ? firstRetryMs : Math.min(2 * retryMs, maxRetryMs)
        const { recoveryTimeoutSeconds: limit } = this.request
        if (limit >= 0 && now - interruptedAt >= limit * 1000) return this.#failRest(error.message)
        this.#retryCount += 1
        this.#deps.log.warn(
          { transfer: this.id, reason: error.message, retryMs },
          'a transfer is interrupted',
        )
        await this.#pause(retryMs, signal)
      }
    }
  }

  get #isComplete(): boolean {
    return this.#outcomes.size >= this.#entries.length
  }

  #delivery(signal: AbortSignal): Delivery {
    const { id: transfer, request } = this
    const failed: ItemOutcome[] = []
    const files = this.#deps.readerFor(this.#entries.reduce((sum, { size }) => sum + size, 0))
    return {
      ...{
        transfer,
        destination: request.destinationAgent,
        epoch: this.#epoch,
        replies: this.#replies,
        signal,
      },
      frames: (offsets) => {
        const pending = this.#entries.filter(({ item }) => !this.#outcomes.has(item))
        const settle = () => this.#settle(failed.splice(0))
        const frames = buildFrames(pending, {
          ...{ agent: this.#deps, files, held: this.#held, specs: request.items, offsets },
          failed: (entry, description) => failed.push(failedOutcome(entry, description)),
        })
        return (async function* () {
          for await (const frame of frames) {
            if (failed.length > 0) await settle()
            yield frame
          }
        })()
      },
      settle: (outcomes) => this.#settle(outcomes),
      sent: (bytes) => {
        this.#bytesSent += bytes
        this.#publishProgress()
      },
      isComplete: () => this.#isComplete,
    }
  }

  /** Records outcomes in one commit, removes the messages of source queues in it, then deletes source files. */
  async #settle(outcomes: readonly ItemOutcome[]): Promise<void> {
    const fresh = outcomes.filter(({ item }) => !this.#outcomes.has(item))
    if (fresh.length === 0) return
    await commitTogether(this.#deps.connection, async (unit) => {
      await this.#journal.append(unit, { kind: 'outcomes', outcomes: fresh })
      for (const { item, state } of fresh) {
        const entry = this.#entries[item] as ManifestItem
        if (entry.messageIds && state !== 'failed') await this.#held.remove(entry, unit)
      }
      for (const outcome of fresh) this.#outcomes.set(outcome.item, outcome)
      for (let from = 0; from < fresh.length; from += itemsPerRecord) {
        const changed = fresh
          .slice(from, from + itemsPerRecord)
          .map(({ item }) => this.#entries[item] as ManifestItem)
        await this.#publish('running', changed, unit)
      }
    }).catch((error: unknown) => {
      for (const { item } of fresh) this.#outcomes.delete(item)
      throw error
    })
    for (const { item, state } of fresh) if (state === 'failed') await this.#held.release(item)
    await this.#deleteSources(fresh)
  }

  async #failRest(reason: string): Promise<void> {
    const rest = this.#entries.filter(({ item }) => !this.#outcomes.has(item))
    await this.#settle(rest.map((entry) => failedOutcome(entry, `BFGTR0074E: ${reason}.`)))
  }

  /** Deletes the source files of successful items. A file that was replaced since stays. */
  async #deleteSources(outcomes: readonly ItemOutcome[]): Promise<void> {
    for (const outcome of outcomes) {
      const entry = this.#entries[outcome.item] as ManifestItem
      const { source } = this.request.items[entry.spec] as ItemSpec
      if (outcome.state !== 'successful' || source.disposition !== 'delete' || source.type === 'queue')
        continue
      try {
        const found = await stat(entry.source)
        if (found.ino === entry.inode && found.mtimeMs === entry.modified) await unlink(entry.source)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
        const description = `BFGTR0075W: the source file cannot be deleted: ${(error as Error).message}`
        this.#outcomes.set(outcome.item, { ...outcome, state: 'warning', description })
      }
    }
  }

  /** Ends the transfer everywhere in one commit: the destination forgets it, and so does the journal. */
  async #finish(): Promise<void> {
    await commitTogether(this.#deps.connection, async (unit) => {
      const warned = this.#entries.filter(({ item }) => this.#outcomes.get(item)?.state === 'warning')
      const phase = this.#cancellation.signal.aborted ? 'cancelled' : 'ended'
      const event = await this.#publish(phase, warned.slice(0, itemsPerRecord), unit)
      if (this.#entries.some(({ failure }) => failure === undefined))
        await this.#tell({ kind: 'close', transfer: this.id }, unit)
      if (this.replyTo) await this.#replyTo(this.replyTo, event, unit)
      await this.#journal.clear(unit)
    })
  }

  async #replyTo(
    target: ReplyAddress,
    { state, description }: { state: string; description: string },
    unitOfWork: UnitOfWork,
  ) {
    const correlationId = Buffer.from(this.id, 'hex')
    const body = Buffer.from(JSON.stringify({ accepted: true, text: description, transfer: this.id, state }))
    const message = { body, format: formats.reply, correlationId, persistence: 'nonPersistent' as const }
    // The program that asked may have ended, and its queue with it.
    await this.#deps.connection.put(target, message, { unitOfWork }).catch(() => undefined)
  }

  async #publish(
    phase: 'started' | 'running' | 'ended' | 'cancelled',
    changed: readonly ManifestItem[],
    unitOfWork?: UnitOfWork,
  ) {
    const counts = countOutcomes(this.#entries.length, this.#outcomes.values())
    const described =
      phase === 'started'
        ? { state: 'started' as const, description: '' }
        : this.#failure !== undefined
          ? { state: 'failed' as const, description: this.#failure }
          : describeState(counts, phase)
    const now = this.#deps.clock()
    const specs = this.request.items
    const event = buildTransferEvent(this.id, this.request, {
      ...described,
      ...counts,
      startedAt: this.#startedAt,
      endedAt: phase === 'ended' || phase === 'cancelled' ? now : undefined,
      publishedAt: now,
      bytesSent: this.#bytesSent,
      retryCount: this.#retryCount,
      items: changed.map((entry) =>
        buildItemStatus(entry, specs[entry.spec] as ItemSpec, this.#outcomes.get(entry.item)),
      ),
    })
    await this.#deps.publisher.publish(topics.log(this.#deps.settings.name, this.id), event, {
      ...(unitOfWork && { unitOfWork }),
    })
    return event
  }

  /** Publishes the number of bytes, at most once in a second. */
  #publishProgress(): void {
    const now = this.#deps.clock()
    if (now - this.#publishedAt < progressIntervalMs) return
    this.#publishedAt = now
    const counts = countOutcomes(this.#entries.length, this.#outcomes.values())
    const event = buildTransferEvent(this.id, this.request, {
      ...describeState(counts, 'running'),
      ...counts,
      ...{ startedAt: this.#startedAt, endedAt: undefined, publishedAt: now },
      ...{ bytesSent: this.#bytesSent, retryCount: this.#retryCount },
    })
    const topic = topics.progress(this.#deps.settings.name, this.id)
    void this.#deps.publisher.publish(topic, event, { lifetimeMs: 60_000 })
  }

  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const settle = () => {
        cancelTimer()
        signal.removeEventListener('abort', settle)
        resolve()
      }
      const cancelTimer = this.#deps.timers.after(milliseconds, settle)
      signal.addEventListener('abort', settle, { once: true })
      if (signal.aborted) settle()
    })
    signal.throwIfAborted()
  }
}
