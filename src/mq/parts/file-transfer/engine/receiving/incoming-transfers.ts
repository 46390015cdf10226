/** The transfers of which an agent is the destination. */
import type { UnitOfWork } from '../../../../manager/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { type AfterCommit, Journal, type LoadedJournal, selectJournals } from '../queues/journal.ts'
import { putReply } from '../queues/messages.ts'
import type { DestinationReply, Frame, FrameHeader } from '../types/frame.ts'
import { agentQueueName } from '../types/names.ts'
import type { IncomingRecord } from './incoming-items.ts'
import { IncomingTransfer } from './incoming-transfer.ts'

const prefix = 'receive:'

export class IncomingTransfers {
  readonly #deps: AgentDeps
  readonly #changed: () => void
  readonly #transfers = new Map<string, IncomingTransfer>()

  constructor(journals: ReadonlyMap<string, LoadedJournal>, deps: AgentDeps, changed: () => void) {
    this.#deps = deps
    this.#changed = changed
    for (const { id, journal, records } of selectJournals<IncomingRecord>(journals, prefix, 'opened'))
      this.#transfers.set(id, new IncomingTransfer(id, journal, records, deps))
  }

  get size(): number {
    return this.#transfers.size
  }

  list(): { readonly id: string; readonly state: string }[] {
    return [...this.#transfers.values()].map(({ id, state }) => ({ id, state }))
  }

  /** Takes a frame with file content from an agent in this process. */
  receive(frame: Frame): void {
    this.#transfers.get(frame.header.transfer)?.receive(frame)
  }

  /** Takes a message of the data queue in the unit of work that removes it. Returns what happens after the commit. */
  async take(frame: Frame, unit: UnitOfWork): Promise<AfterCommit> {
    const { header } = frame
    const transfer = this.#transfers.get(header.transfer)
    switch (header.kind) {
      case 'open':
        return transfer ? undefined : this.#open(header, unit)
      case 'close':
        if (!transfer) return undefined
        await transfer.close((journal) => journal.clear(unit))
        return () => {
          this.#transfers.delete(header.transfer)
          this.#changed()
        }
      case 'resume':
        if (!transfer) return () => this.#replyUnknown(header)
        transfer.receive(frame)
        return undefined
      default:
        transfer?.receive(frame)
        return undefined
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#transfers.values()].map((transfer) => transfer.stop()))
  }

  /** A source may ask before its `open`, which travels in a batch of a channel, has arrived. It asks again. */
  async #replyUnknown({ transfer, epoch, source, sourceQmgr }: Extract<FrameHeader, { kind: 'resume' }>) {
    const reply: DestinationReply = { transfer, epoch, kind: 'unknown', received: 0, outcomes: [], partial: [] }
    await putReply(this.#deps.connection, { name: source, qmgrName: sourceQmgr }, reply).catch((error: unknown) =>
      this.#deps.log.warn({ err: error, transfer }, 'a source agent cannot be reached'),
    )
  }

  async #open(header: Extract<FrameHeader, { kind: 'open' }>, unit: UnitOfWork): Promise<() => void> {
    const { connection, settings } = this.#deps
    const { transfer: id, source, sourceQmgr, totalBytes } = header
    const journal = new Journal(connection, agentQueueName('STATE', settings.name), prefix + id)
    const record: IncomingRecord = { kind: 'opened', source, sourceQmgr, totalBytes }
    await journal.append(unit, record)
    return () => {
      this.#transfers.set(id, new IncomingTransfer(id, journal, [record], this.#deps))
      this.#changed()
    }
  }
}
