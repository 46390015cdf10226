/** Cuts the items of a transfer into frames. Small files share a frame; large ones have many. */
import { describeFileFailure, fromFileError, isFileError } from '../files/file-work.ts'
import { blockBytes } from '../files/shared-blocks.ts'
import type { Piece, SourceFileIdentity } from '../types/frame.ts'
import type { ItemSpec } from '../types/request.ts'
import { type ItemReaderDeps, openItemReader, requireUnchanged } from './item-reader.ts'
import { buildOpening, type ManifestItem } from './manifest.ts'

export interface FrameContent {
  readonly pieces: readonly Piece[]
  readonly payload: Uint8Array
  /** The file that the destination reads, in place of a payload. */
  readonly file?: SourceFileIdentity
  /** Gives the memory of the payload back. */
  release(): void
}

interface FrameSource extends ItemReaderDeps {
  readonly specs: readonly ItemSpec[]
  /** The bytes that the destination has of items, by item. */
  readonly offsets: ReadonlyMap<number, number>
  /** Whether the destination agent is in this process. */
  readonly isNeighbour: boolean
  /** Called for an item that cannot be read. */
  failed(entry: ManifestItem, description: string): void
}

const maxSmallFileBytes = 65_536
const maxFilesPerFrame = 1000

/** Yields the frames of the items, in their order. Items that cannot be read are reported and left out. */
export async function* buildFrames(entries: Iterable<ManifestItem>, source: FrameSource): AsyncGenerator<FrameContent> {
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
    } else yield* isCopied(entry, source) ? referToFile(entry, source) : readLargeItem(entry, source)
  }
  if (small.length > 0) yield await readSmallFiles(small, source)
}

function isSmallFile(entry: ManifestItem, { specs, offsets }: FrameSource): boolean {
  const isFile = specs[entry.spec]?.source.type !== 'queue'
  return isFile && entry.size <= maxSmallFileBytes && !offsets.get(entry.item)
}

async function readSmallFiles(entries: readonly ManifestItem[], source: FrameSource): Promise<FrameContent> {
  const { agent, specs } = source
  const { blocks } = agent
  const spec = specs[entries[0]?.spec ?? 0] as ItemSpec
  const files = entries.map(({ source: path, size }) => ({ path, size }))
  const block = blocks.take()
  const results = await agent.reader.readWhole({ files, checksum: spec.checksum, into: block })
  const pieces: Piece[] = []
  let length = 0
  for (const [index, result] of results.entries()) {
    const entry = entries[index] as ManifestItem
    try {
      if (isFileError(result)) throw fromFileError(result)
      const { from, size, realPath, checksum, modified } = result
      agent.paths.checkReal(realPath)
      requireUnchanged(entry, { size, modified })
      if (from !== length) block.copyWithin(length, from, from + size) // over a file that is left out
      length += size
      const end = { size, checksum }
      pieces.push({ item: entry.item, offset: 0, length: size, opening: buildOpening(entry, spec), end })
    } catch (error) {
      source.failed(entry, describeFileFailure(entry.source, error))
    }
  }
  return { pieces, payload: block.subarray(0, length), release: () => blocks.giveBack(block) }
}

/** The bytes that the destination copies at a time: its thread serves other transfers in between. */
const copiedPieceBytes = 4 * 1024 * 1024

/** Returns whether the destination reads the source file itself; it cannot continue one whose bytes it has. */
function isCopied({ spec, item }: ManifestItem, { specs, offsets, isNeighbour }: FrameSource): boolean {
  return isNeighbour && specs[spec]?.source.type !== 'queue' && !offsets.get(item)
}

/** Yields frames that name the file in place of its bytes. */
async function* referToFile(entry: ManifestItem, source: FrameSource): AsyncGenerator<FrameContent> {
  const { item } = entry
  const { reader, paths } = source.agent
  let opening: Pick<Piece, 'opening'> = { opening: buildOpening(entry, source.specs[entry.spec] as ItemSpec) }
  try {
    const file = await reader.identifySource({ path: entry.source })
    paths.checkReal(file.path)
    requireUnchanged(entry, file)
    for (let offset = 0; offset < file.size; offset += copiedPieceBytes) {
      const length = Math.min(copiedPieceBytes, file.size - offset)
      const isLast = offset + length === file.size
      const end = { size: file.size, checksum: '' }
      const piece: Piece = { item, offset, length, ...opening, end: isLast ? end : undefined }
      yield { pieces: [piece], payload: new Uint8Array(), file, release() {} }
      opening = {}
    }
  } catch (error) {
    yield abortItem(entry, 0, error, source)
  }
}

/** Yields frames with the bytes that the destination does not have. */
async function* readLargeItem(entry: ManifestItem, source: FrameSource): AsyncGenerator<FrameContent> {
  const { item } = entry
  const { blocks } = source.agent
  const spec = source.specs[entry.spec] as ItemSpec
  let offset = source.offsets.get(item) ?? 0
  let opening: Pick<Piece, 'opening'> = { opening: buildOpening(entry, spec) }
  try {
    const reader = await openItemReader(entry, spec, offset, source)
    const readBlock = async () => {
      const block = blocks.take()
      return { block, ...(await reader.read(block)) }
    }
    // The next bytes are read while these are sent.
    let ahead = readBlock()
    try {
      for (;;) {
        const { block, length, end } = await ahead
        if (!end) {
          ahead = readBlock()
          ahead.catch(() => undefined) // it is awaited in the next turn
        }
        const piece: Piece = { item, offset, length, ...opening, end }
        const release = () => blocks.giveBack(block)
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
    yield abortItem(entry, offset, error, source)
  }
}

/** Reports an item that cannot be read, and returns the frame that ends it at the destination. */
function abortItem(entry: ManifestItem, offset: number, error: unknown, { failed }: FrameSource): FrameContent {
  failed(entry, describeFileFailure(entry.source, error))
  const piece: Piece = { item: entry.item, offset, length: 0, abort: true }
  return { pieces: [piece], payload: new Uint8Array(), release() {} }
}
