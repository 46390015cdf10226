/** Publishes the state of a transfer at its source agent, and replies to the command that waits for its end. */
import type { Connection, UnitOfWork } from '../../../../manager/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import type { AgentReply, ReplyAddress } from '../types/command.ts'
import { formats, topics } from '../types/names.ts'
import type { TransferEvent } from '../types/publications.ts'
import type { ItemSpec } from '../types/request.ts'
import type { ManifestItem } from './manifest.ts'
import type { OutgoingState } from './outgoing-record.ts'
import { buildItemStatus, buildTransferEvent, countOutcomes, describeState } from './transfer-status.ts'

type TransferPhase = 'started' | 'running' | 'ended' | 'cancelled'

const progressIntervalMs = 1000
const progressLifetimeMs = 60_000

export class TransferReporter {
  readonly #id: string
  readonly #state: OutgoingState
  readonly #deps: AgentDeps
  #progressAt = 0

  constructor(id: string, state: OutgoingState, deps: AgentDeps) {
    this.#id = id
    this.#state = state
    this.#deps = deps
  }

  /** Publishes the transfer with the items that have changed. Returns what was published. */
  async publish(phase: TransferPhase, changed: readonly ManifestItem[], unitOfWork?: UnitOfWork) {
    const { request, outcomes } = this.#state
    const items = changed.map((entry) =>
      buildItemStatus(entry, request.items[entry.spec] as ItemSpec, outcomes.get(entry.item)),
    )
    const event = { ...this.#describe(phase), items }
    const topic = topics.log(this.#deps.settings.name, this.#id)
    await this.#deps.publisher.publish(topic, event, { unitOfWork })
    return event
  }

  /** Publishes the number of bytes and files, at most once in a second. */
  publishProgress(): void {
    const now = this.#deps.clock()
    if (now - this.#progressAt < progressIntervalMs) return
    this.#progressAt = now
    const topic = topics.progress(this.#deps.settings.name, this.#id)
    const options = { lifetimeMs: progressLifetimeMs }
    void this.#deps.publisher.publish(topic, this.#describe('running'), options)
  }

  #describe(phase: TransferPhase) {
    const { request, entries, outcomes, failure, startedAt, bytesSent, retryCount } = this.#state
    const counts = countOutcomes(entries.length, outcomes.values())
    const now = this.#deps.clock()
    const hasEnded = phase === 'ended' || phase === 'cancelled'
    return buildTransferEvent(this.#id, request, {
      ...describeState(counts, phase, failure),
      ...counts,
      startedAt,
      endedAt: hasEnded ? now : undefined,
      publishedAt: now,
      bytesSent,
      bytesTotal: entries.reduce((sum, { size }) => sum + size, 0),
      retryCount,
    })
  }
}

/** The number of different reasons of failed items that a reply has. */
const maxReasons = 10

/** Puts the reply in the unit of work that ends the transfer. `failures` are the reasons for which items failed. */
export async function replyAtEnd(
  connection: Connection,
  target: ReplyAddress,
  { id, state, description }: Pick<TransferEvent, 'id' | 'state' | 'description'>,
  failures: readonly string[],
  unitOfWork: UnitOfWork,
): Promise<void> {
  const reasons = [...new Set(failures)].filter((each) => each !== description).slice(0, maxReasons)
  const reply: AgentReply = { accepted: true, text: [description, ...reasons].join('\n'), transfer: id, state }
  const message = {
    body: Buffer.from(JSON.stringify(reply)),
    format: formats.reply,
    correlationId: Buffer.from(id, 'hex'),
    persistence: 'nonPersistent' as const,
  }
  // The program that asked may have ended, and its queue with it.
  await connection.put(target, message, { unitOfWork }).catch(() => undefined)
}
