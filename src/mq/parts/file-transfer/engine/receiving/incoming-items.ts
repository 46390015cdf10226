/** The items of a transfer at its destination agent, while they arrive and when they are complete, and their journal. */
import type { StagedWork } from '../files/file-work.ts'
import { buildFailedOutcome, type ItemOpening, type ItemOutcome } from '../types/frame.ts'

export interface IncomingItem {
  readonly item: number
  readonly opening: ItemOpening
  /** The path of the target file; undefined for a target queue. */
  readonly target: string | undefined
  readonly staged: string
  /** The open staged file; undefined when it is complete, or when it has been closed. */
  handle: number | undefined
  /** The bytes that are written. */
  offset: number
  /** The bytes at which the last checkpoint began. */
  checkpointOffset: number
  /** The number of first bytes that were synced to disk. */
  synced: number
  /** The checkpoint in progress. It does not reject. */
  checkpoint: Promise<void>
  /** Why the last checkpoint failed. */
  checkpointError: Error | undefined
}

/** An item whose staged file is complete. */
export interface VerifiedItem extends Pick<IncomingItem, 'item' | 'opening' | 'target' | 'staged'> {
  readonly size: number
  readonly checksum: string
}

/** What a batch of frames completed. */
export interface CompletedItems {
  readonly verified: VerifiedItem[]
  readonly failed: ItemOutcome[]
  /** The staged files that were not synced. */
  readonly unsynced: string[]
}

export async function closeItem(item: IncomingItem, files: StagedWork): Promise<void> {
  const { handle } = item
  item.handle = undefined
  await item.checkpoint
  if (handle !== undefined) await files.closeStaged({ handle })
}

/** Returns the outcome of an item that cannot be completed. */
export function buildFailedItem(
  { item, opening, target = opening.target }: Pick<IncomingItem, 'item' | 'opening' | 'target'>,
  text: string,
): ItemOutcome {
  const description = `BFGTR0072E: The transfer failed to complete due to the exception : ${text}`
  return buildFailedOutcome(item, target, description)
}

/** The records of the journal of a transfer at its destination. */
export type IncomingRecord =
  | { kind: 'opened'; source: string; sourceQmgr: string; totalBytes: number }
  | { kind: 'staging'; folder: string }
  /** The staged files are complete and on disk, and are published next. */
  | { kind: 'verified'; items: readonly VerifiedItem[] }
  | { kind: 'outcomes'; outcomes: readonly ItemOutcome[] }
  /** The first bytes of an unfinished item are on disk. */
  | { kind: 'checkpoint'; item: number; offset: number }
