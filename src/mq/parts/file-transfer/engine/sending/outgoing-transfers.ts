/** The transfers of which an agent is the source. The one of the highest priority starts first. */
import { waitOrAbort } from '../../../../../shared/lib/time/wait-or-abort.ts'
import type { UnitOfWork } from '../../../../manager/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { Journal, type LoadedJournal, selectJournals } from '../queues/journal.ts'
import { CommandRejectedError, type ReplyAddress } from '../types/command.ts'
import type { DestinationReply } from '../types/frame.ts'
import { agentQueueName } from '../types/names.ts'
import type { TransferRequest } from '../types/request.ts'
import type { OutgoingRecord } from './outgoing-record.ts'
import { OutgoingTransfer } from './outgoing-transfer.ts'

const prefix = 'send:'
const retryMs = 2000

export class OutgoingTransfers {
  readonly #deps: AgentDeps
  readonly #changed: () => void
  readonly #transfers = new Map<string, OutgoingTransfer>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()

  constructor(journals: ReadonlyMap<string, LoadedJournal>, deps: AgentDeps, changed: () => void) {
    this.#deps = deps
    this.#changed = changed
    for (const { id, journal, records } of selectJournals<OutgoingRecord>(journals, prefix, 'request'))
      this.#transfers.set(id, new OutgoingTransfer(id, journal, records, deps))
  }

  get size(): number {
    return this.#transfers.size
  }

  has(id: string): boolean {
    return this.#transfers.has(id)
  }

  find(id: string): OutgoingTransfer | undefined {
    return this.#transfers.get(id)
  }

  list(): { readonly id: string; readonly state: string }[] {
    return [...this.#transfers.values()].map(({ id, state }) => ({ id, state }))
  }

  /** Adds a transfer in the unit of work that removes its command. It starts after the commit. */
  async add(
    id: string,
    request: TransferRequest,
    replyTo: ReplyAddress | undefined,
    unit: UnitOfWork,
  ): Promise<() => void> {
    const { connection, settings, clock } = this.#deps
    const limit = settings.maxQueuedTransfers + settings.maxSourceTransfers
    if (this.#transfers.size >= limit)
      throw new CommandRejectedError(
        `BFGSS0030E: the agent has ${limit} transfers; it takes no more before one of them ends.`,
      )
    const journal = new Journal(connection, agentQueueName('STATE', settings.name), prefix + id)
    const record: OutgoingRecord = { kind: 'request', request, startedAt: clock(), replyTo }
    await journal.append(unit, record)
    return () => {
      this.#transfers.set(id, new OutgoingTransfer(id, journal, [record], this.#deps))
      this.start()
    }
  }

  receive(reply: DestinationReply): void {
    this.#transfers.get(reply.transfer)?.receive(reply)
  }

  /** Starts waiting transfers up to the limit. */
  start(): void {
    const waiting = [...this.#transfers.values()]
      .filter(({ id }) => !this.#running.has(id))
      .sort((one, other) => other.priority - one.priority)
    for (const transfer of waiting) {
      if (this.#running.size >= this.#deps.settings.maxSourceTransfers || this.#stop.signal.aborted) break
      this.#running.set(transfer.id, this.#run(transfer))
    }
    this.#changed()
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the agent ends'))
    await Promise.all(this.#running.values())
  }

  async #run(transfer: OutgoingTransfer): Promise<void> {
    const { log, timers } = this.#deps
    try {
      await transfer.run(this.#stop.signal)
      this.#transfers.delete(transfer.id)
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        log.error({ err: error, transfer: transfer.id }, 'a transfer failed unexpectedly and is tried again')
        // The transfer stays, and begins again from its journal.
        await waitOrAbort(retryMs, this.#stop.signal, timers)
      }
    } finally {
      this.#running.delete(transfer.id)
    }
    if (!this.#stop.signal.aborted) this.start()
  }
}
