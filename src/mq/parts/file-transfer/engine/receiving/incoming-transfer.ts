/** A transfer at its destination agent. Frames arrive in order; the journal records what survives a restart. */
import type { AgentDeps } from '../context/agent-deps.ts'
import type { Journal } from '../queues/journal.ts'
import { putReply } from '../queues/messages.ts'
import type { DestinationReply, Frame, FrameHeader, ItemOutcome } from '../types/frame.ts'
import type { AgentAddress } from '../types/request.ts'
import type { CompletedItems, IncomingRecord, VerifiedItem } from './incoming-items.ts'
import { ItemWriter } from './item-writer.ts'
import { publishFiles, publishItems } from './publish-items.ts'

type DataHeader = Extract<FrameHeader, { kind: 'data' }>

/** The frames that are written before the next reply. The source stops at 12 frames without one. */
const framesPerReply = 4
const outcomesPerReply = 2000
/** The interval of replies during long work. The source interrupts the delivery after 15 seconds without a reply. */
const aliveIntervalMs = 5000

export class IncomingTransfer {
  readonly id: string
  readonly #deps: AgentDeps
  readonly #journal: Journal
  readonly #source: AgentAddress
  readonly #items: ItemWriter
  readonly #frames: Frame[] = []
  readonly #outcomes = new Map<number, ItemOutcome>()
  /** The items that were recorded as complete. */
  readonly #verified: VerifiedItem[] = []
  #working: Promise<void> | undefined
  #epoch = 0
  #received = 0
  /** Whether frames of this epoch are ignored, because one is missing or could not be written. */
  #isBroken = true
  #isClosed = false

  constructor(id: string, journal: Journal, records: readonly IncomingRecord[], deps: AgentDeps) {
    this.id = id
    this.#journal = journal
    this.#deps = deps
    const opened = records[0] as Extract<IncomingRecord, { kind: 'opened' }>
    this.#source = { name: opened.source, qmgrName: opened.sourceQmgr }
    this.#items = new ItemWriter(id, journal, records, deps)
    for (const record of records) {
      if (record.kind === 'verified') this.#verified.push(...record.items)
      else if (record.kind === 'outcomes') this.#keep(record.outcomes)
    }
  }

  get state(): string {
    return this.#isBroken ? 'waiting' : 'receivingData'
  }

  /** Takes a frame. The frames are written in the background, in their order. */
  receive(frame: Frame): void {
    this.#frames.push(frame)
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
  }

  /** Ends the transfer: removes what is unfinished, and the journal in the unit of work of the caller. */
  async close(end: (journal: Journal) => Promise<unknown>): Promise<void> {
    this.#isClosed = true
    await this.#working
    await this.#publishRecorded().catch(() => undefined) // a full disk: the source has no outcome of these items
    await this.#items.close()
    await this.#items.folders.removeStaging()
    await end(this.#journal)
  }

  /** Stops at an end of the agent; the transfer continues after its next start. */
  async stop(): Promise<void> {
    this.#isClosed = true
    await this.#working
    await this.#items.close().catch(() => undefined)
  }

  async #work(): Promise<void> {
    const endAlive = this.#keepAlive()
    while (this.#frames.length > 0 && !this.#isClosed) {
      const batch = this.#frames.splice(0, framesPerReply)
      try {
        await this.#takeBatch(batch)
      } catch (error) {
        if (this.#isClosed) break
        await this.#suspend(error as Error)
      } finally {
        for (const frame of batch) frame.release()
      }
    }
    endAlive()
  }

  /** Replies at intervals, so that the source waits while a disk is slow or a large file is read again. */
  #keepAlive(): () => void {
    let cancel = () => {}
    const arm = () => {
      cancel = this.#deps.timers.after(aliveIntervalMs, () => {
        void this.#reply({ kind: 'progress', outcomes: [], partial: [] }).catch(() => undefined)
        arm()
      })
    }
    arm()
    return () => cancel()
  }

  async #takeBatch(batch: readonly Frame[]): Promise<void> {
    const completed: CompletedItems = { verified: [], failed: [], unsynced: [] }
    const hasEnded = (item: number) => this.#outcomes.has(item)
    let hasData = false
    for (const { header, payload, file } of batch) {
      if (header.kind === 'resume') await this.#resume(header.epoch)
      else if (header.kind === 'data' && this.#isNext(header)) {
        await this.#items.write(header.pieces, { payload, file }, hasEnded, completed)
        this.#received = header.sequence
        hasData = true
      }
    }
    if (!hasData) return
    const outcomes = await this.#publish(completed)
    this.#keep(outcomes)
    await this.#reply({ kind: 'progress', outcomes, partial: [] })
  }

  async #publish(completed: CompletedItems): Promise<ItemOutcome[]> {
    if (completed.verified.length + completed.failed.length === 0) return []
    const recorded = (files: readonly VerifiedItem[]) => this.#verified.push(...files)
    return publishItems({ transfer: this.id, completed, recorded }, this.#journal, this.#deps)
  }

  #isNext({ epoch, sequence }: DataHeader): boolean {
    if (epoch !== this.#epoch || this.#isBroken) return false
    if (sequence === this.#received + 1) return true
    this.#isBroken = true // the source asks again when it misses replies
    const suspended = `frame ${this.#received + 1} is missing`
    void this.#reply({ kind: 'progress', outcomes: [], partial: [], suspended }).catch(() => undefined)
    return false
  }

  /** Begins an epoch: repeats what was recorded and not done, and replies with what is here. */
  async #resume(epoch: number): Promise<void> {
    await this.#publishRecorded()
    this.#epoch = epoch
    this.#received = 0
    this.#isBroken = false
    await this.#items.close()
    const outcomes = [...this.#outcomes.values()]
    for (let from = 0; from < outcomes.length; from += outcomesPerReply) {
      const page = outcomes.slice(from, from + outcomesPerReply)
      await this.#reply({ kind: 'progress', outcomes: page, partial: [] })
    }
    await this.#reply({ kind: 'state', outcomes: [], partial: this.#items.partial })
  }

  /** Publishes files that were recorded as complete and have no outcome: their publication was interrupted. */
  async #publishRecorded(): Promise<void> {
    const open = this.#verified.filter(({ item }) => !this.#outcomes.has(item))
    if (open.length > 0) this.#keep(await publishFiles(open, true, this.#journal, this.#deps))
  }

  #keep(outcomes: readonly ItemOutcome[]): void {
    for (const outcome of outcomes) {
      this.#outcomes.set(outcome.item, outcome)
      this.#items.forget(outcome.item)
    }
  }

  /** Stops writing until the source begins another epoch, and replies with the reason. */
  async #suspend(error: Error): Promise<void> {
    this.#isBroken = true
    await this.#items.abandon()
    this.#deps.log.warn({ err: error, transfer: this.id }, 'a transfer cannot be received now')
    await this.#reply({ kind: 'progress', outcomes: [], partial: [], suspended: error.message }).catch(() => undefined)
  }

  async #reply(reply: Pick<DestinationReply, 'kind' | 'outcomes' | 'partial' | 'suspended'>): Promise<void> {
    const content = { transfer: this.id, epoch: this.#epoch, received: this.#received, ...reply }
    await putReply(this.#deps.connection, this.#source, content)
  }
}
