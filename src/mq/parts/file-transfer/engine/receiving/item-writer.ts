/** Writes the pieces of a transfer into staged files, and verifies the items that become complete. */
import { rm } from 'node:fs/promises'
import type { AgentDeps } from '../context/agent-deps.ts'
import { describeFileFailure, type FileError, fromFileError, isDiskFull, isFileError } from '../files/file-work.ts'
import { createSharedBlock, type SharedBlock, shareBytes } from '../files/shared-blocks.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import type { Frame, ItemOpening, Piece, SourceFileIdentity } from '../types/frame.ts'
import { isTemporary } from '../types/queue-errors.ts'
import {
  buildFailedItem,
  type CompletedItems,
  closeItem,
  type IncomingItem,
  type IncomingRecord,
  type SourceEnd,
  verifyItem,
} from './incoming-items.ts'
import { TargetFolders } from './target-folders.ts'

/** The bytes of a large file after which it is synced, so that a restart continues there. */
const checkpointBytes = 64 * 1024 * 1024

/** A piece with the index of its first byte in the payload. */
type WholePiece = { readonly piece: Piece; readonly from: number }

export class ItemWriter {
  readonly folders: TargetFolders
  readonly #journal: Journal
  readonly #deps: AgentDeps
  readonly #items = new Map<number, IncomingItem>()
  /** The bytes that are on disk of items that were unfinished when the agent ended. */
  readonly #checkpoints = new Map<number, number>()
  /** Holds the payload of a frame that came in a message. */
  #block: SharedBlock | undefined

  constructor(transfer: string, journal: Journal, records: readonly IncomingRecord[], deps: AgentDeps) {
    this.#journal = journal
    this.#deps = deps
    this.folders = new TargetFolders(transfer, journal, records, deps)
    for (const record of records) if (record.kind === 'checkpoint') this.#checkpoints.set(record.item, record.offset)
  }

  /** The bytes that are here of unfinished items. */
  get partial(): { readonly item: number; readonly offset: number }[] {
    const open = [...this.#items.values()].map(({ item, offset }) => ({ item, offset }))
    const recorded = [...this.#checkpoints].map(([item, offset]) => ({ item, offset }))
    return [...open, ...recorded.filter(({ item }) => !this.#items.has(item))]
  }

  /** Writes the pieces of a frame, except those of items that have ended. Rejects when the disk is full. */
  async write(
    pieces: readonly Piece[],
    { payload, file }: Pick<Frame, 'payload' | 'file'>,
    hasEnded: (item: number) => boolean,
    completed: CompletedItems,
  ): Promise<void> {
    const [first] = pieces
    if (file && first) {
      if (!hasEnded(first.item)) await this.#writePiece(first, file, completed)
      return
    }
    this.#block ??= createSharedBlock()
    const data = shareBytes(payload, this.#block)
    const whole: WholePiece[] = []
    let from = 0
    for (const piece of pieces) {
      const pieceFrom = from
      from += piece.length
      if (hasEnded(piece.item)) continue
      if (piece.opening && piece.end && piece.offset === 0) whole.push({ piece, from: pieceFrom })
      else await this.#writePiece(piece, data.subarray(pieceFrom, from), completed)
    }
    if (whole.length > 0) await this.#writeWhole(whole, data, completed)
  }

  /** Forgets what is known of an item that has ended. */
  forget(item: number): void {
    this.#items.delete(item)
    this.#checkpoints.delete(item)
  }

  /** Closes the files, which stay. */
  async close(): Promise<void> {
    for (const item of this.#items.values()) await closeItem(item, this.#deps.writer)
  }

  /** Closes the files after an error: bytes that are not synced may be missing. */
  async abandon(): Promise<void> {
    for (const item of this.#items.values()) {
      await closeItem(item, this.#deps.writer).catch(() => undefined)
      item.offset = Math.min(item.offset, item.synced)
    }
  }

  async #writeWhole(whole: readonly WholePiece[], data: Uint8Array, completed: CompletedItems): Promise<void> {
    const writable: { item: IncomingItem; piece: Piece; from: number }[] = []
    for (const { piece, from } of whole) {
      const item = await this.#prepare(piece.item, piece.opening as ItemOpening, completed)
      if (item) writable.push({ item, piece, from })
    }
    const files = writable.map(({ item, piece, from }) => {
      const { staged: path, opening } = item
      return { path, from, size: piece.length, checksum: opening.checksum }
    })
    const results = await this.#deps.writer.writeWhole({ data, files })
    for (const [index, result] of results.entries()) {
      const { item, piece } = writable[index] as (typeof writable)[number]
      const end = piece.end as NonNullable<Piece['end']>
      if (isFileError(result)) completed.failed.push(buildFailedItem(item, explain(item, result)))
      else await verifyItem(item, end, { size: piece.length, checksum: result, isSynced: false }, completed)
    }
  }

  async #writePiece(piece: Piece, content: Uint8Array | SourceFileIdentity, completed: CompletedItems): Promise<void> {
    if (piece.abort) return this.#discard(piece.item)
    const entry = piece.opening ? await this.#begin(piece, piece.opening, completed) : this.#items.get(piece.item)
    if (entry?.handle === undefined) return // the item has failed
    try {
      const { handle } = entry
      const { length, end } = piece
      const isCopied = !(content instanceof Uint8Array)
      if (isCopied) await this.#deps.writer.copyStaged({ handle, source: content, length })
      else await this.#deps.writer.writeStaged({ handle, data: content })
      entry.offset += length
      if (end) await this.#complete(entry, isCopied ? { size: end.size } : end, completed)
      else if (entry.offset - entry.checkpointOffset >= checkpointBytes) await this.#beginCheckpoint(entry)
    } catch (error) {
      const text = explain(entry, error as FileError)
      await this.#discard(piece.item)
      completed.failed.push(buildFailedItem(entry, text))
    }
  }

  async #begin(piece: Piece, opening: ItemOpening, completed: CompletedItems) {
    const before = this.#items.get(piece.item)
    if (before) await closeItem(before, this.#deps.writer)
    const entry = await this.#prepare(piece.item, opening, completed)
    if (!entry) return undefined
    const { offset } = piece
    const { checksum } = opening
    try {
      entry.handle = await this.#deps.writer.openStaged({ path: entry.staged, offset, checksum })
    } catch (error) {
      completed.failed.push(buildFailedItem(entry, explain(entry, error as FileError)))
      return undefined
    }
    Object.assign(entry, { offset, checkpointOffset: offset, synced: offset })
    this.#items.set(piece.item, entry)
    return entry
  }

  /** Finds the place of an item. Adds a failure and returns undefined when it has none. */
  async #prepare(item: number, opening: ItemOpening, { failed }: CompletedItems): Promise<IncomingItem | undefined> {
    try {
      const place = await this.folders.prepare(item, opening)
      const written = { handle: undefined, offset: 0, checkpointOffset: 0, synced: 0 }
      return { item, opening, ...place, ...written, checkpoint: Promise.resolve(), checkpointError: undefined }
    } catch (error) {
      if (isDiskFull(error) || isTemporary(error)) throw error
      const text = describeFileFailure(opening.target, error)
      failed.push(buildFailedItem({ item, opening, target: undefined }, text))
      return undefined
    }
  }

  async #complete(entry: IncomingItem, end: SourceEnd, completed: CompletedItems): Promise<void> {
    const handle = entry.handle as number
    await endCheckpoint(entry)
    entry.handle = undefined
    const found = await this.#deps.writer.finishStaged({ handle })
    this.#items.delete(entry.item)
    await verifyItem(entry, end, { ...found, isSynced: true }, completed)
  }

  /** Syncs what is written, beside the next writes, and records it. One checkpoint of an item runs at a time. */
  async #beginCheckpoint(entry: IncomingItem): Promise<void> {
    await endCheckpoint(entry)
    const { item, offset } = entry
    const handle = entry.handle as number
    const run = async () => {
      await this.#deps.writer.syncStaged({ handle })
      const record: IncomingRecord = { kind: 'checkpoint', item, offset }
      await commitTogether(this.#deps.connection, (unit) => this.#journal.append(unit, record))
      entry.synced = offset
    }
    entry.checkpointOffset = offset
    entry.checkpoint = run().catch((error: Error) => {
      entry.checkpointError = error
    })
  }

  async #discard(item: number): Promise<void> {
    const entry = this.#items.get(item)
    this.forget(item)
    if (!entry) return
    await closeItem(entry, this.#deps.writer).catch(() => undefined)
    await rm(entry.staged, { force: true })
  }
}

/** Waits for the checkpoint. Rejects when it failed: after an error, the next sync of a file succeeds without the lost bytes. */
async function endCheckpoint(entry: IncomingItem): Promise<void> {
  await entry.checkpoint
  if (entry.checkpointError) throw entry.checkpointError
}

/** Returns why an item cannot be written. Throws an error that is not about this item: it ends when there is space again. */
function explain({ target, staged }: IncomingItem, error: FileError): string {
  if (isDiskFull(error) || error.code === undefined || isTemporary(error)) throw fromFileError(error)
  return describeFileFailure(target ?? staged, error)
}
