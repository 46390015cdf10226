/** Compares a complete staged file with its source, and converts text. */
import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { isDiskFull } from '../files/file-work.ts'
import { convertTextFile } from '../files/text-conversion.ts'
import { buildFailedItem, type CompletedItems, type IncomingItem } from './incoming-items.ts'

/** What the source has sent. */
export interface SourceEnd {
  readonly size: number
  /** Undefined when the destination has read the source file itself: its own checksum is that of the source. */
  readonly checksum?: string
}

export type WrittenFile = { readonly size: number; readonly checksum: string; readonly isSynced: boolean }

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
  try {
    const converted = `${staged}.text-${randomUUID()}`
    const { sourceEncoding: from, targetEncoding: to, endOfLine } = opening
    await convertTextFile(staged, converted, { from, to, endOfLine })
    await rm(staged, { force: true })
    const { size } = await stat(converted)
    verified.push({ item, opening, target, staged: converted, ...found, size })
  } catch (error) {
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
