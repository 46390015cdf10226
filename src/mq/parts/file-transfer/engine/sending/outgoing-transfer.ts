/** A transfer at its source agent, from the request to the end. It survives restarts through its journal. */
import { stat, unlink } from 'node:fs/promises'
import type { AgentDeps } from '../context/agent-deps.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import { buildFailedOutcome, type DestinationReply, type ItemOutcome } from '../types/frame.ts'
import type { ItemSpec } from '../types/request.ts'
import { type Delivery, DeliveryInterruptedError, deliver, ReplyMailbox, RetryPause } from './delivery.ts'
import { buildFrames, type FrameContent } from './frames.ts'
import type { ManifestItem } from './manifest.ts'
import {
  itemsPerRecord,
  type OutgoingContext,
  type OutgoingRecord,
  OutgoingState,
  putTransferFrame,
} from './outgoing-record.ts'
import { planTransfer } from './plan-transfer.ts'
import { HeldMessages } from './source-messages.ts'
import { replyAtEnd, TransferReporter } from './transfer-reporter.ts'

/** Deletes the file, unless it was replaced since. Returns why it cannot be deleted, or undefined. */
async function deleteSource({ source, inode, modified }: ManifestItem): Promise<string | undefined> {
  try {
    const found = await stat(source)
    if (found.ino === inode && found.mtimeMs === modified) await unlink(source)
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : `BFGTR0075W: the source file cannot be deleted: ${message}`
  }
}

export class OutgoingTransfer {
  readonly id: string
  readonly #deps: AgentDeps
  readonly #journal: Journal
  readonly #replies: ReplyMailbox
  readonly #held: HeldMessages
  readonly #state: OutgoingState
  readonly #reporter: TransferReporter
  readonly #cancellation = new AbortController()
  #epoch: number

  constructor(id: string, journal: Journal, records: readonly OutgoingRecord[], deps: AgentDeps) {
    this.id = id
    this.#journal = journal
    this.#deps = deps
    this.#replies = new ReplyMailbox(deps.timers)
    this.#held = new HeldMessages(deps.connection)
    this.#state = new OutgoingState(records)
    this.#reporter = new TransferReporter(id, this.#state, deps)
    // Later than every epoch before a restart.
    this.#epoch = deps.clock()
    if (this.#state.isCancelled) this.#abort()
  }

  get priority(): number {
    return this.#state.request.priority
  }

  get state(): string {
    return this.#state.isPlanned ? 'sendingData' : 'started'
  }

  /** Takes a reply of the destination agent. */
  receive(reply: DestinationReply): void {
    this.#replies.add(reply)
  }

  /** Cancels the transfer. Items that the destination has completed stay there. */
  async cancel(): Promise<void> {
    const { isPlanned, isComplete, isCancelled } = this.#state
    if (isCancelled || (isPlanned && isComplete)) return // its end removes the journal
    await commitTogether(this.#deps.connection, (unit) => this.#journal.append(unit, { kind: 'cancelled' }))
    this.#state.apply({ kind: 'cancelled' })
    this.#abort()
  }

  /** Runs the transfer to its end. Rejects when the signal is aborted or the queue manager ends; it then continues later. */
  async run(stop: AbortSignal): Promise<void> {
    const cancelled = this.#cancellation.signal
    try {
      if (!this.#state.isPlanned) await planTransfer(this.#context)
      await this.#deliverAll(AbortSignal.any([stop, cancelled]))
    } catch (error) {
      if (!cancelled.aborted || stop.aborted) throw error
    } finally {
      await this.#held.releaseAll().catch(() => undefined) // the end of the connection does so as well
    }
    stop.throwIfAborted()
    await this.#finish()
  }

  get #context(): OutgoingContext {
    const { id } = this
    return { id, deps: this.#deps, journal: this.#journal, state: this.#state, reporter: this.#reporter }
  }

  #abort(): void {
    this.#cancellation.abort(new Error('the transfer was cancelled'))
  }

  async #deliverAll(signal: AbortSignal): Promise<void> {
    const { outcomes } = this.#state
    await this.#deleteSources([...outcomes.values()])
    const pause = new RetryPause(this.#deps.timers)
    const progress = () => outcomes.size + this.#state.bytesSent
    while (!this.#state.isComplete) {
      const before = progress()
      this.#epoch += 1
      try {
        await deliver(this.#delivery(signal), this.#deps)
      } catch (error) {
        if (!(error instanceof DeliveryInterruptedError)) throw error
        const { message: reason } = error
        const { idleMs, pauseMs } = pause.interrupted(this.#deps.clock(), progress() > before)
        const leftMs = this.#recoveryTimeoutMs - idleMs
        if (leftMs <= 0) return this.#failRest(reason)
        this.#state.retryCount += 1
        this.#deps.log.warn({ transfer: this.id, reason, pauseMs }, 'a transfer is interrupted')
        await pause.wait(signal, leftMs)
      }
    }
  }

  /** The milliseconds for which an interrupted transfer is tried again; infinite without a limit. */
  get #recoveryTimeoutMs(): number {
    const { request } = this.#state
    const seconds = request.recoveryTimeoutSeconds ?? this.#deps.settings.transferRecoveryTimeoutSeconds
    return seconds < 0 ? Number.POSITIVE_INFINITY : seconds * 1000
  }

  #delivery(signal: AbortSignal): Delivery {
    const failed: ItemOutcome[] = []
    return {
      transfer: this.id,
      destination: this.#state.request.destinationAgent,
      epoch: this.#epoch,
      replies: this.#replies,
      signal,
      frames: (offsets) => this.#readFrames(offsets, failed),
      settle: (outcomes) => this.#settle(outcomes),
      sent: (bytes) => {
        this.#state.bytesSent += bytes
        this.#reporter.publishProgress()
      },
      isComplete: () => this.#state.isComplete,
    }
  }

  /** Yields the frames of the pending items, and settles items that cannot be read. */
  async *#readFrames(offsets: ReadonlyMap<number, number>, failed: ItemOutcome[]): AsyncGenerator<FrameContent> {
    const { items: specs, destinationAgent } = this.#state.request
    const source = {
      agent: this.#deps,
      held: this.#held,
      specs,
      offsets,
      isNeighbour: this.#deps.findNeighbour(destinationAgent) !== undefined,
      failed: ({ item, target }: ManifestItem, description: string) =>
        failed.push(buildFailedOutcome(item, target, description)),
    }
    for await (const frame of buildFrames(this.#state.pending, source)) {
      if (failed.length > 0) await this.#settle(failed.splice(0))
      yield frame
    }
  }

  /** Records outcomes in one commit, which also removes the messages of source queues, and then deletes source files. */
  async #settle(outcomes: readonly ItemOutcome[]): Promise<void> {
    const { entries, outcomes: known } = this.#state
    const fresh = outcomes.filter(({ item }) => !known.has(item))
    if (fresh.length === 0) return
    await commitTogether(this.#deps.connection, async (unit) => {
      await this.#journal.append(unit, { kind: 'outcomes', outcomes: fresh })
      for (const { item, state } of fresh) {
        const entry = entries[item] as ManifestItem
        if (entry.messageIds && state !== 'failed') await this.#held.remove(entry, unit)
      }
      for (const outcome of fresh) known.set(outcome.item, outcome)
      for (let from = 0; from < fresh.length; from += itemsPerRecord) {
        const page = fresh.slice(from, from + itemsPerRecord)
        const changed = page.map(({ item }) => entries[item] as ManifestItem)
        await this.#reporter.publish('running', changed, unit)
      }
    }).catch((error: unknown) => {
      for (const { item } of fresh) known.delete(item)
      throw error
    })
    for (const { item, state } of fresh) if (state === 'failed') await this.#held.release(item)
    await this.#deleteSources(fresh)
  }

  async #failRest(reason: string): Promise<void> {
    await this.#settle(
      this.#state.pending.map(({ item, target }) => buildFailedOutcome(item, target, `BFGTR0074E: ${reason}.`)),
    )
  }

  async #deleteSources(outcomes: readonly ItemOutcome[]): Promise<void> {
    const { request, entries, outcomes: known } = this.#state
    for (const outcome of outcomes) {
      const entry = entries[outcome.item] as ManifestItem
      const { source } = request.items[entry.spec] as ItemSpec
      if (outcome.state !== 'successful' || source.disposition !== 'delete' || source.type === 'queue') continue
      const description = await deleteSource(entry)
      if (description !== undefined) known.set(outcome.item, { ...outcome, state: 'warning', description })
    }
  }

  /** Ends the transfer everywhere in one commit: the destination forgets it, and so does the journal. */
  async #finish(): Promise<void> {
    const { entries, outcomes, replyTo } = this.#state
    await commitTogether(this.#deps.connection, async (unit) => {
      const warned = entries.filter(({ item }) => outcomes.get(item)?.state === 'warning')
      const phase = this.#cancellation.signal.aborted ? 'cancelled' : 'ended'
      const event = await this.#reporter.publish(phase, warned.slice(0, itemsPerRecord), unit)
      if (entries.some(({ failure }) => failure === undefined))
        await putTransferFrame({ kind: 'close', transfer: this.id }, this.#context, unit)
      const failures = [...outcomes.values()].flatMap((each) => (each.state === 'failed' ? [each.description] : []))
      if (replyTo) await replyAtEnd(this.#deps.connection, replyTo, event, failures, unit)
      await this.#journal.clear(unit)
    })
  }
}
