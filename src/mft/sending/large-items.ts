/** The frames of an item that does not share frames with others. */
import { describeFileFailure } from '../files/file-failure.ts'
import type { Piece } from '../types/frame.ts'
import type { ItemSpec } from '../types/request.ts'
import type { FrameContent, FrameSource } from './frames.ts'
import { openItemReader, requireUnchanged } from './item-reader.ts'
import { buildOpening, type ManifestItem } from './manifest.ts'

/** The bytes that the destination copies at a time: its thread serves other transfers in between. */
const copiedPieceBytes = 4 * 1024 * 1024

/**
 * Returns whether the destination reads the source file itself. It does not continue a file in this way: the first bytes, which it
 * has, must be compared with the source.
 */
export function isCopied({ spec, item }: ManifestItem, { specs, offsets, isNeighbour }: FrameSource): boolean {
  return isNeighbour && specs[spec]?.source.type !== 'queue' && !offsets.get(item)
}

/** Yields frames that name the file in place of its bytes. */
export async function* referToFile(entry: ManifestItem, source: FrameSource): AsyncGenerator<FrameContent> {
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
      const piece: Piece = { item, offset, length, ...opening, ...(isLast && { end }) }
      yield { pieces: [piece], payload: new Uint8Array(), file, release() {} }
      opening = {}
    }
  } catch (error) {
    yield abortItem(entry, 0, error, source)
  }
}

/** Yields frames with the bytes that the destination does not have. */
export async function* readLargeItem(entry: ManifestItem, source: FrameSource): AsyncGenerator<FrameContent> {
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
        const piece: Piece = { item, offset, length, ...opening, ...(end && { end }) }
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
