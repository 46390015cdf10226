/** Cuts the items of a transfer into frames. Small files share a frame; large ones have many. */
import { describeFileFailure } from '../files/file-failure.ts'
import { isFileError } from '../files/file-work.ts'
import { PathAccessError } from '../files/path-access.ts'
import type { ItemOutcome, Piece } from '../types/frame.ts'
import type { ItemSpec } from '../types/request.ts'
import { type ItemReaderDeps, openItemReader, requireUnchanged } from './item-reader.ts'
import { type ManifestItem, openingOf } from './manifest.ts'

export interface FrameContent {
  readonly pieces: readonly Piece[]
  readonly payload: readonly Uint8Array[]
}

export interface FrameSource extends ItemReaderDeps {
  readonly specs: readonly ItemSpec[]
  /** The bytes that the destination has of items, by item. */
  readonly offsets: ReadonlyMap<number, number>
  /** Called for an item that cannot be read. */
  failed(entry: ManifestItem, description: string): void
}

const frameBytes = 262_144
const maxSmallFileBytes = 65_536
const maxFilesPerFrame = 512

/** Yields the frames of the items, in their order. Items that cannot be read are reported and left out. */
export async function* buildFrames(
  entries: Iterable<ManifestItem>,
  source: FrameSource,
): AsyncGenerator<FrameContent> {
  let small: ManifestItem[] = []
  let bytes = 0
  for (const entry of entries) {
    const isSmall = isSmallFile(entry, source)
    const fits =
      small.length < maxFilesPerFrame &&
      bytes + entry.size <= frameBytes &&
      (small.length === 0 || small[0]?.spec === entry.spec)
    if (small.length > 0 && !(isSmall && fits)) {
      yield await readSmallFiles(small, source)
      small = []
      bytes = 0
    }
    if (isSmall) {
      small.push(entry)
      bytes += entry.size
    } else yield* readLargeItem(entry, source)
  }
  if (small.length > 0) yield await readSmallFiles(small, source)
}

function isSmallFile(entry: ManifestItem, { specs, offsets }: FrameSource): boolean {
  const isFile = specs[entry.spec]?.source.type !== 'queue'
  return isFile && entry.size <= maxSmallFileBytes && !offsets.get(entry.item)
}

async function readSmallFiles(entries: readonly ManifestItem[], source: FrameSource): Promise<FrameContent> {
  const spec = source.specs[entries[0]?.spec ?? 0] as ItemSpec
  const paths = entries.map((entry) => entry.source)
  const results = await source.files.readWhole({ paths, checksum: spec.checksum })
  const pieces: Piece[] = []
  const payload: Uint8Array[] = []
  for (const [index, result] of results.entries()) {
    const entry = entries[index] as ManifestItem
    try {
      if (isFileError(result)) throw Object.assign(new Error(result.message), { code: result.code })
      const { data, realPath, checksum, modified } = result
      source.agent.paths.checkReal(realPath)
      requireUnchanged(entry, { size: data.length, modified })
      const end = { size: data.length, checksum }
      pieces.push({ item: entry.item, offset: 0, length: data.length, opening: openingOf(entry, spec), end })
      payload.push(data)
    } catch (error) {
      source.failed(entry, describeReadFailure(entry, error))
    }
  }
  return { pieces, payload }
}

async function* readLargeItem(entry: ManifestItem, source: FrameSource): AsyncGenerator<FrameContent> {
  const { item } = entry
  const spec = source.specs[entry.spec] as ItemSpec
  let offset = source.offsets.get(item) ?? 0
  let opening: Pick<Piece, 'opening'> = { opening: openingOf(entry, spec) }
  try {
    const reader = await openItemReader(entry, spec, offset, source)
    // The next bytes are read while these are sent.
    let ahead = reader.read(frameBytes)
    try {
      for (;;) {
        const { data, end } = await ahead
        if (!end) {
          ahead = reader.read(frameBytes)
          ahead.catch(() => undefined) // it is awaited in the next turn
        }
        const piece: Piece = { item, offset, length: data.length, ...opening, ...(end && { end }) }
        yield { pieces: [piece], payload: [data] }
        if (end) return
        offset += data.length
        opening = {}
      }
    } finally {
      await ahead.catch(() => undefined)
      await reader.close()
    }
  } catch (error) {
    source.failed(entry, describeReadFailure(entry, error))
    yield { pieces: [{ item, offset, length: 0, abort: true }], payload: [] }
  }
}

function describeReadFailure({ source }: ManifestItem, error: unknown): string {
  if (error instanceof PathAccessError) return `BFGIO0056E: ${error.message}.`
  return describeFileFailure(source, error)
}

/** The outcome of an item that the source could not deliver. */
export function failedOutcome(entry: ManifestItem, description: string): ItemOutcome {
  const { item, target } = entry
  return { item, state: 'failed', description, target, size: 0, checksum: '', modified: 0 }
}
