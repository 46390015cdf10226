/** Cuts the items of a transfer into frames. Small files share a frame; large ones have many. */
import { describeFileFailure } from '../files/file-failure.ts'
import { fromFileError, isFileError } from '../files/file-work.ts'
import { PathAccessError } from '../files/path-access.ts'
import { blockBytes } from '../files/shared-blocks.ts'
import type { ItemOutcome, Piece } from '../types/frame.ts'
import type { ItemSpec } from '../types/request.ts'
import { type ItemReaderDeps, openItemReader, requireUnchanged } from './item-reader.ts'
import { type ManifestItem, openingOf } from './manifest.ts'

export interface FrameContent {
  readonly pieces: readonly Piece[]
  readonly payload: Uint8Array
  /** Gives the memory of the payload back. */
  release(): void
}

export interface FrameSource extends ItemReaderDeps {
  readonly specs: readonly ItemSpec[]
  /** The bytes that the destination has of items, by item. */
  readonly offsets: ReadonlyMap<number, number>
  /** Whether the frames are handed over in the memory of this process. */
  readonly isNeighbour: boolean
  /** Called for an item that cannot be read. */
  failed(entry: ManifestItem, description: string): void
}

const maxSmallFileBytes = 65_536
const maxFilesPerFrame = 1000

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
      bytes + entry.size <= blockBytes &&
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

/**
 * Returns whether the pieces of an item are checked one by one, in place of a second checksum of the whole item. The first bytes
 * of an item that continues are only covered by the checksum of the whole item.
 */
function hasPieceChecks({ checksum }: ItemSpec, offset: number, { isNeighbour }: FrameSource): boolean {
  return isNeighbour && offset === 0 && checksum !== 'none'
}

function withCrc32(crc32: number | undefined): Pick<Piece, 'crc32'> {
  return crc32 === undefined ? {} : { crc32 }
}

async function readSmallFiles(entries: readonly ManifestItem[], source: FrameSource): Promise<FrameContent> {
  const { agent, specs } = source
  const { blocks } = agent
  const spec = specs[entries[0]?.spec ?? 0] as ItemSpec
  const files = entries.map(({ source: path, size }) => ({ path, size }))
  const needsCrc32 = hasPieceChecks(spec, 0, source)
  const block = blocks.take()
  const results = await agent.reader.readWhole({ files, checksum: spec.checksum, into: block, needsCrc32 })
  const pieces: Piece[] = []
  let length = 0
  for (const [index, result] of results.entries()) {
    const entry = entries[index] as ManifestItem
    try {
      if (isFileError(result)) throw fromFileError(result)
      const { from, size, realPath, checksum, modified, crc32 } = result
      agent.paths.checkReal(realPath)
      requireUnchanged(entry, { size, modified })
      if (from !== length) block.copyWithin(length, from, from + size) // over a file that is left out
      length += size
      const end = { size, checksum }
      const opening = openingOf(entry, spec, needsCrc32)
      pieces.push({ item: entry.item, offset: 0, length: size, opening, ...withCrc32(crc32), end })
    } catch (error) {
      source.failed(entry, describeReadFailure(entry, error))
    }
  }
  return { pieces, payload: block.subarray(0, length), release: () => blocks.give(block) }
}

async function* readLargeItem(entry: ManifestItem, source: FrameSource): AsyncGenerator<FrameContent> {
  const { item } = entry
  const { blocks } = source.agent
  const spec = source.specs[entry.spec] as ItemSpec
  let offset = source.offsets.get(item) ?? 0
  const needsCrc32 = hasPieceChecks(spec, offset, source)
  let opening: Pick<Piece, 'opening'> = { opening: openingOf(entry, spec, needsCrc32) }
  try {
    const reader = await openItemReader(entry, spec, { skip: offset, needsCrc32 }, source)
    const readBlock = async () => {
      const block = blocks.take()
      return { block, ...(await reader.read(block)) }
    }
    // The next bytes are read while these are sent.
    let ahead = readBlock()
    try {
      for (;;) {
        const { block, length, crc32, end } = await ahead
        if (!end) {
          ahead = readBlock()
          ahead.catch(() => undefined) // it is awaited in the next turn
        }
        const piece: Piece = { item, offset, length, ...opening, ...withCrc32(crc32), ...(end && { end }) }
        const release = () => blocks.give(block)
        yield { pieces: [piece], payload: block.subarray(0, length), release }
        if (end) return
        offset += length
        opening = {}
      }
    } finally {
      await ahead.catch(() => undefined)
      await reader.close()
    }
  } catch (error) {
    source.failed(entry, describeReadFailure(entry, error))
    const abort: Piece = { item, offset, length: 0, abort: true }
    yield { pieces: [abort], payload: new Uint8Array(), release() {} }
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
