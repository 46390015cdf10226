/** The journal of a transfer at its source: its records, the state that they describe, and what the steps of it share. */
import type { UnitOfWork } from '../../../../manager/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import type { Journal } from '../queues/journal.ts'
import type { ReplyAddress } from '../types/command.ts'
import { encodeFrame, type FrameHeader, type ItemOutcome } from '../types/frame.ts'
import { agentQueueName, formats } from '../types/names.ts'
import type { TransferRequest } from '../types/request.ts'
import type { ManifestItem } from './manifest.ts'
import type { TransferReporter } from './transfer-reporter.ts'

export type OutgoingRecord =
  | { kind: 'request'; request: TransferRequest; startedAt: number; replyTo?: ReplyAddress | undefined }
  | { kind: 'manifest'; entries: readonly ManifestItem[]; isLast: boolean; failure?: string | undefined }
  | { kind: 'outcomes'; outcomes: readonly ItemOutcome[] }
  | { kind: 'cancelled' }

export const itemsPerRecord = 500

/** The state of a transfer at its source. */
export class OutgoingState {
  readonly request: TransferRequest
  readonly startedAt: number
  readonly replyTo: ReplyAddress | undefined
  /** The manifest. */
  readonly entries: ManifestItem[] = []
  readonly outcomes = new Map<number, ItemOutcome>()
  /** Whether the manifest is complete. */
  isPlanned = false
  isCancelled = false
  /** Why no item was transferred; undefined when the items say so. */
  failure: string | undefined
  retryCount = 0
  bytesSent = 0

  constructor(records: readonly OutgoingRecord[]) {
    const first = records[0] as Extract<OutgoingRecord, { kind: 'request' }>
    this.request = first.request
    this.startedAt = first.startedAt
    this.replyTo = first.replyTo
    for (const record of records) this.apply(record)
  }

  get isComplete(): boolean {
    return this.outcomes.size >= this.entries.length
  }

  /** The items without an outcome. */
  get pending(): ManifestItem[] {
    return this.entries.filter(({ item }) => !this.outcomes.has(item))
  }

  apply(record: OutgoingRecord): void {
    if (record.kind === 'manifest') {
      this.entries.push(...record.entries)
      this.isPlanned ||= record.isLast
      this.failure ??= record.failure
    } else if (record.kind === 'outcomes') {
      for (const outcome of record.outcomes) this.outcomes.set(outcome.item, outcome)
    } else if (record.kind === 'cancelled') this.isCancelled = true
  }

  /** Takes an incomplete manifest back. */
  unplan(): void {
    this.entries.length = 0
    this.outcomes.clear()
    this.isPlanned = false
  }
}

/** What the steps of a transfer at its source agent share. */
export interface OutgoingContext {
  readonly id: string
  readonly deps: AgentDeps
  readonly journal: Journal
  readonly state: OutgoingState
  readonly reporter: TransferReporter
}

/** Puts a persistent message without file content for the destination agent. */
export async function putTransferFrame(
  header: FrameHeader,
  { deps, state }: OutgoingContext,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const { name, qmgrName } = state.request.destinationAgent
  const target = { queue: agentQueueName('DATA', name), queueManager: qmgrName }
  const message = { body: encodeFrame(header), format: formats.frame, persistence: 'persistent' as const }
  await deps.connection.put(target, message, { unitOfWork })
}
