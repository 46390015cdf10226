/** An item that is arriving at its destination agent, before all its bytes are there. */
import type { AgentDeps } from '../context/agent-deps.ts'
import type { FileWork } from '../files/file-work.ts'
import type { ItemOpening, Piece } from '../types/frame.ts'

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
  /** The bytes up to which the file is on disk for certain. */
  synced: number
}

/** An item whose staged file is complete and on disk. */
export interface VerifiedItem {
  readonly item: number
  readonly opening: ItemOpening
  readonly target: string | undefined
  readonly staged: string
  readonly size: number
  readonly checksum: string
}

/** Returns the text of the failure when an item has not the size or the checksum that its source has. */
export function findDamage(
  end: NonNullable<Piece['end']>,
  found: { readonly size: number; readonly checksum: string },
): string | undefined {
  if (found.size !== end.size)
    return `BFGTR0077E: ${found.size} bytes arrived, and the source has ${end.size}.`
  if (found.checksum !== end.checksum)
    return `BFGTR0078E: the checksum ${found.checksum} is not that of the source, ${end.checksum}.`
  return undefined
}

export async function closeItem(item: IncomingItem, files: FileWork): Promise<void> {
  const { handle } = item
  item.handle = undefined
  if (handle !== undefined) await files.closeStaged({ handle })
}

/** Returns the path of the target file. Rejects with `PathAccessError`. */
export async function resolveTarget({ paths }: AgentDeps, { target }: ItemOpening): Promise<string> {
  const path = paths.resolve(target)
  await paths.check(path)
  return path
}
