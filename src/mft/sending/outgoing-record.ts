/** The records of the journal of a transfer at its source, and the state that they describe. */
import type { ReplyAddress } from '../types/command.ts'
import type { ItemOutcome } from '../types/frame.ts'
import type { TransferRequest } from '../types/request.ts'
import type { ManifestItem } from './manifest.ts'

export type OutgoingRecord =
  | { kind: 'request'; request: TransferRequest; startedAt: number; replyTo?: ReplyAddress }
  | { kind: 'manifest'; entries: readonly ManifestItem[]; isLast: boolean; failure?: string }
  | { kind: 'outcomes'; outcomes: readonly ItemOutcome[] }
  | { kind: 'cancelled' }

export const itemsPerRecord = 500

/** What is known of a transfer at its source. */
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
