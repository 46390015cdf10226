/** The items of a transfer at its destination agent, while they arrive and when they are complete, and their journal. */
import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { isDiskFull, type StagedWork } from '../files/file-work.ts'
import { convertTextFile } from '../files/text-conversion.ts'
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

/** What the source has sent. */
export interface SourceEnd {
  readonly size: number
  /** Undefined when the destination has read the source file itself: its own checksum is that of the source. */
  readonly checksum?: string
}

type WrittenFile = { readonly size: number; readonly checksum: string; readonly isSynced: boolean }

/** Adds the item to those that can be published, or to those that have failed. Rejects when the disk is full. */
export async function verifyItem(
  entry: Pick<IncomingItem, 'item' | 'opening' | 'target' | 'staged'>,
  end: SourceEnd,
  { isSynced, ...found }: WrittenFile,
  { verified, failed, unsynced }: CompletedItems,
): Promise<void> {
  const { item, opening, target, staged } = entry
  const damage = findDamage(end, found)
  if (damage !== undefined) {
    await rm(staged, { force: true })
    failed.push(buildFailedItem(entry, damage))
    return
  }
  if (opening.mode === 'binary') {
    if (!isSynced) unsynced.push(staged)
    verified.push({ item, opening, target, staged, ...found })
    return
  }
  const converted = `${staged}.text-${randomUUID()}`
  try {
    const { sourceEncoding: from, targetEncoding: to, endOfLine } = opening
    await convertTextFile(staged, converted, { from, to, endOfLine })
    await rm(staged, { force: true })
    const { size } = await stat(converted)
    verified.push({ item, opening, target, staged: converted, ...found, size })
  } catch (error) {
    await rm(converted, { force: true })
    if (isDiskFull(error)) throw error
    const text = `BFGTR0079E: the text cannot be converted: ${(error as Error).message}`
    failed.push(buildFailedItem(entry, text))
  }
}

/** Returns the text of the failure when an item has not the size or the checksum that its source has. */
function findDamage(end: SourceEnd, found: { readonly size: number; readonly checksum: string }): string | undefined {
  if (found.size !== end.size) return `BFGTR0077E: ${found.size} bytes arrived, and the source has ${end.size}.`
  if (end.checksum !== undefined && found.checksum !== end.checksum)
    return `BFGTR0078E: the checksum ${found.checksum} is not that of the source, ${end.checksum}.`
  return undefined
}
