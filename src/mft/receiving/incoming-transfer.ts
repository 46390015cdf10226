/** A transfer at its destination agent. Frames arrive in their order; the journal has what is certain. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AgentDeps } from '../context/agent-deps.ts'
import { describeFileFailure, isDiskFull } from '../files/file-failure.ts'
import { type FileWork, isFileError } from '../files/file-work.ts'
import { createStagingFolder, removeStagingFolder, stagingFolderOf } from '../files/staging.ts'
import { convertTextFile } from '../files/text-conversion.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import type { DestinationReply, Frame, FrameHeader, ItemOpening, ItemOutcome, Piece } from '../types/frame.ts'
import type { AgentAddress } from '../types/request.ts'
import { isTemporary } from '../types/temporary-reasons.ts'
import {
  closeItem,
  findDamage,
  type IncomingItem,
  resolveTarget,
  type VerifiedItem,
} from './incoming-item.ts'
import { type IncomingRecord, publishFiles, publishItems } from './publish-items.ts'
import { putReply } from './put-reply.ts'

export function incomingKey(id: string): string {
  return `receive:${id}`
}

type DataHeader = Extract<FrameHeader, { kind: 'data' }>

/** The bytes of a large file after which it is synced, so that a restart continues there. */
const checkpointBytes = 64 * 1024 * 1024
/** Frames without a reply; the source stops at 64. */
const framesPerReply = 16
const outcomesPerReply = 2000

export class IncomingTransfer {
  readonly id: string
  readonly #deps: AgentDeps
  readonly #journal: Journal
  readonly #files: FileWork
  readonly #source: AgentAddress
  readonly #frames: Frame[] = []
  readonly #items = new Map<number, IncomingItem>()
  readonly #outcomes = new Map<number, ItemOutcome>()
  readonly #verified: VerifiedItem[] = []
  readonly #checkpoints = new Map<number, number>()
  readonly #stagingFolders = new Set<string>()
  readonly #targets = new Map<string, string>()
  #working: Promise<void> | undefined
  #epoch = 0
  #received = 0
  /** Whether frames of this epoch are ignored, because one is missing or could not be written. */
  #isBroken = true
  #isClosed = false

  constructor(id: string, journal: Journal, records: readonly IncomingRecord[], deps: AgentDeps) {
    this.id = id
    this.#journal = journal
    this.#deps = deps
    const opened = records[0] as Extract<IncomingRecord, { kind: 'opened' }>
    this.#source = { name: opened.source, qmgrName: opened.sourceQmgr }
    this.#files = deps.writerFor(opened.totalBytes)
    for (const record of records) {
      if (record.kind === 'staging') this.#stagingFolders.add(record.folder)
      else if (record.kind === 'verified') this.#verified.push(...record.items)
      else if (record.kind === 'checkpoint') this.#checkpoints.set(record.item, record.offset)
      else if (record.kind === 'outcomes')
        for (const outcome of record.outcomes) this.#outcomes.set(outcome.item, outcome)
    }
  }

  get state(): string {
    return this.#isBroken ? 'waiting' : 'receivingData'
  }

  /** Takes a frame. The frames are written in the background, in their order. */
  receive(frame: Frame): void {
    this.#frames.push(frame)
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
  }

  /** Ends the transfer: removes what is unfinished, and the journal in the unit of work of the caller. */
  async close(end: (journal: Journal) => Promise<unknown>): Promise<void> {
    this.#isClosed = true
    await this.#working
    await this.#publishRecorded().catch(() => undefined) // a full disk: the source was told nothing about these items
    for (const item of this.#items.values()) await closeItem(item, this.#files)
    for (const folder of this.#stagingFolders) await removeStagingFolder(folder)
    await end(this.#journal)
  }

  /** Stops at an end of the agent; the transfer continues after its next start. */
  async stop(): Promise<void> {
    this.#isClosed = true
    await this.#working
    for (const item of this.#items.values()) await closeItem(item, this.#files).catch(() => undefined)
  }

  async #work(): Promise<void> {
    while (this.#frames.length > 0 && !this.#isClosed) {
      const batch = this.#frames.splice(0, framesPerReply)
      try {
        await this.#takeBatch(batch)
      } catch (error) {
        if (this.#isClosed) return
        await this.#suspend(error as Error)
      }
    }
  }

  async #takeBatch(batch: readonly Frame[]): Promise<void> {
    const failed: ItemOutcome[] = []
    const verified: VerifiedItem[] = []
    let hasData = false
    for (const { header, payload } of batch) {
      if (header.kind === 'resume') await this.#resume(header.epoch)
      else if (header.kind === 'data' && this.#isNext(header)) {
        await this.#writeFrame(header, payload, verified, failed)
        this.#received = header.sequence
        hasData = true
      }
    }
    if (!hasData) return
    const recorded = (files: readonly VerifiedItem[]) => this.#verified.push(...files)
    const outcomes =
      verified.length + failed.length > 0
        ? await publishItems(
            { transfer: this.id, items: verified, failed, recorded },
            this.#journal,
            this.#deps,
          )
        : []
    this.#keep(outcomes)
    await this.#reply({ kind: 'progress', outcomes, partial: [] })
  }

  #isNext({ epoch, sequence }: DataHeader): boolean {
    if (epoch !== this.#epoch || this.#isBroken) return false
    if (sequence === this.#received + 1) return true
    this.#isBroken = true // the source asks again when it misses replies
    void this.#reply({
      kind: 'progress',
      outcomes: [],
      partial: [],
      suspended: `frame ${this.#received + 1} is missing`,
    })
    return false
  }

  /** Begins an epoch: repeats what was recorded and not done, and replies with what is here. */
  async #resume(epoch: number): Promise<void> {
    if (epoch < this.#epoch) return
    await this.#publishRecorded()
    this.#epoch = epoch
    this.#received = 0
    this.#isBroken = false
    const partial: { item: number; offset: number }[] = []
    for (const entry of this.#items.values()) {
      await closeItem(entry, this.#files)
      partial.push({ item: entry.item, offset: entry.offset })
    }
    for (const [item, offset] of this.#checkpoints)
      if (!this.#items.has(item) && !this.#outcomes.has(item)) partial.push({ item, offset })
    const outcomes = [...this.#outcomes.values()]
    for (let from = 0; from < outcomes.length; from += outcomesPerReply)
      await this.#reply({
        kind: 'progress',
        outcomes: outcomes.slice(from, from + outcomesPerReply),
        partial: [],
      })
    await this.#reply({ kind: 'state', outcomes: [], partial })
  }

  /** Publishes files that were recorded as complete and have no outcome: their publication was interrupted. */
  async #publishRecorded(): Promise<void> {
    const open = this.#verified.filter(({ item }) => !this.#outcomes.has(item))
    if (open.length > 0) this.#keep(await publishFiles(open, this.#journal, this.#deps))
  }

  #keep(outcomes: readonly ItemOutcome[]): void {
    for (const outcome of outcomes) {
      this.#outcomes.set(outcome.item, outcome)
      this.#checkpoints.delete(outcome.item)
    }
  }

  async #writeFrame(
    { pieces }: DataHeader,
    payload: Buffer,
    verified: VerifiedItem[],
    failed: ItemOutcome[],
  ): Promise<void> {
    const small: { piece: Piece; data: Buffer }[] = []
    let at = 0
    for (const piece of pieces) {
      const data = payload.subarray(at, at + piece.length)
      at += piece.length
      if (this.#outcomes.has(piece.item)) continue
      if (piece.opening && piece.end && piece.offset === 0) small.push({ piece, data })
      else await this.#writePiece(piece, data, verified, failed)
    }
    if (small.length > 0) await this.#writeSmallFiles(small, verified, failed)
  }

  /** Writes files that arrived whole. */
  async #writeSmallFiles(
    pieces: readonly { piece: Piece; data: Buffer }[],
    verified: VerifiedItem[],
    failed: ItemOutcome[],
  ): Promise<void> {
    const writable: { item: IncomingItem; piece: Piece; data: Buffer }[] = []
    for (const { piece, data } of pieces) {
      const item = await this.#open(piece.item, piece.opening as ItemOpening, failed)
      if (item) writable.push({ item, piece, data })
    }
    const results = await this.#files.writeWhole({
      files: writable.map(({ item, data }) => ({ path: item.staged, data, checksum: item.opening.checksum })),
    })
    for (const [index, result] of results.entries()) {
      const { item, piece } = writable[index] as (typeof writable)[number]
      const end = piece.end as NonNullable<Piece['end']>
      if (isFileError(result)) {
        if (isDiskFull(result)) throw Object.assign(new Error(result.message), { code: result.code })
        failed.push(failure(item, describeFileFailure(item.staged, result)))
      } else await this.#verify(item, end, { size: piece.length, checksum: result }, verified, failed)
    }
  }

  async #writePiece(
    piece: Piece,
    data: Buffer,
    verified: VerifiedItem[],
    failed: ItemOutcome[],
  ): Promise<void> {
    if (piece.abort) return this.#discard(piece.item)
    const entry = piece.opening
      ? await this.#begin(piece, piece.opening, failed)
      : this.#items.get(piece.item)
    if (entry?.handle === undefined) return // the item has failed
    await this.#files.writeStaged({ handle: entry.handle, data })
    entry.offset += data.length
    if (piece.end) {
      const { handle } = entry
      entry.handle = undefined
      this.#items.delete(piece.item)
      const found = await this.#files.finishStaged({ handle })
      await this.#verify(entry, piece.end, found, verified, failed)
    } else if (entry.offset - entry.synced >= checkpointBytes) await this.#checkpoint(entry)
  }

  async #begin(piece: Piece, opening: ItemOpening, failed: ItemOutcome[]): Promise<IncomingItem | undefined> {
    const before = this.#items.get(piece.item)
    if (before) await closeItem(before, this.#files)
    const entry = await this.#open(piece.item, opening, failed)
    if (!entry) return undefined
    const { offset } = piece
    entry.handle = await this.#files.openStaged({ path: entry.staged, offset, checksum: opening.checksum })
    entry.offset = offset
    entry.synced = offset
    this.#items.set(piece.item, entry)
    return entry
  }

  /** Finds the places of an item and creates its staging folder. Adds a failure and returns undefined when that is impossible. */
  async #open(item: number, opening: ItemOpening, failed: ItemOutcome[]): Promise<IncomingItem | undefined> {
    const base = { item, opening, handle: undefined, offset: 0, synced: 0 }
    try {
      if (opening.type === 'queue') {
        const staging = stagingFolderOf(this.#deps.workFolder, this.id)
        await this.#stage(staging)
        return { ...base, target: undefined, staged: join(staging, String(item)) }
      }
      const target = await this.#resolveTarget(opening)
      const staging = stagingFolderOf(dirname(target), this.id)
      await this.#stage(staging)
      return { ...base, target, staged: join(staging, String(item)) }
    } catch (error) {
      if (isDiskFull(error) || isTemporary(error)) throw error
      failed.push(failure({ item, opening, target: undefined }, describeFileFailure(opening.target, error)))
      return undefined
    }
  }

  /** Resolves a target. The folder is checked once for all its files. */
  async #resolveTarget(opening: ItemOpening): Promise<string> {
    const folder = dirname(opening.target)
    const known = this.#targets.get(folder)
    if (known !== undefined) return join(known, basename(opening.target))
    const target = await resolveTarget(this.#deps, opening)
    this.#targets.set(folder, dirname(target))
    return target
  }

  /** Creates a staging folder, after it is in the journal, which a later end of the transfer cleans up by. */
  async #stage(folder: string): Promise<void> {
    if (this.#stagingFolders.has(folder)) return
    await commitTogether(this.#deps.connection, (unit) =>
      this.#journal.append(unit, { kind: 'staging', folder } satisfies IncomingRecord),
    )
    await mkdir(dirname(folder), { recursive: true })
    await createStagingFolder(folder)
    this.#stagingFolders.add(folder)
  }

  async #checkpoint(entry: IncomingItem): Promise<void> {
    const { item, handle, offset } = entry
    await this.#files.syncStaged({ handle: handle as number })
    await commitTogether(this.#deps.connection, (unit) =>
      this.#journal.append(unit, { kind: 'checkpoint', item, offset } satisfies IncomingRecord),
    )
    entry.synced = offset
    this.#checkpoints.set(item, offset)
  }

  /** Compares a complete file with its source and converts text. */
  async #verify(
    entry: Pick<IncomingItem, 'item' | 'opening' | 'target' | 'staged'>,
    end: NonNullable<Piece['end']>,
    found: { readonly size: number; readonly checksum: string },
    verified: VerifiedItem[],
    failed: ItemOutcome[],
  ): Promise<void> {
    const { item, opening, target, staged } = entry
    const damage = findDamage(end, found)
    if (damage !== undefined) {
      await rm(staged, { force: true })
      this.#checkpoints.delete(item)
      failed.push(failure(entry, damage))
      return
    }
    if (opening.mode === 'binary') {
      verified.push({ item, opening, target, staged, ...found })
      return
    }
    try {
      const converted = `${staged}.text-${randomUUID()}`
      const { sourceEncoding: from, targetEncoding: to, endOfLine } = opening
      await convertTextFile(staged, converted, { from, to, endOfLine })
      await rm(staged, { force: true })
      verified.push({
        item,
        opening,
        target,
        staged: converted,
        ...found,
        size: (await stat(converted)).size,
      })
    } catch (error) {
      if (isDiskFull(error)) throw error
      failed.push(failure(entry, `BFGTR0079E: the text cannot be converted: ${(error as Error).message}`))
    }
  }

  async #discard(item: number): Promise<void> {
    const entry = this.#items.get(item)
    this.#items.delete(item)
    this.#checkpoints.delete(item)
    if (!entry) return
    await closeItem(entry, this.#files)
    await rm(entry.staged, { force: true })
  }

  /** Stops writing until the source begins again, and says why. */
  async #suspend(error: Error): Promise<void> {
    this.#isBroken = true
    for (const item of this.#items.values()) {
      await closeItem(item, this.#files).catch(() => undefined)
      // Bytes that are not synced may be missing.
      item.offset = Math.min(item.offset, item.synced)
    }
    this.#deps.log.warn({ err: error, transfer: this.id }, 'a transfer cannot be received now')
    await this.#reply({ kind: 'progress', outcomes: [], partial: [], suspended: error.message }).catch(
      () => undefined,
    )
  }

  async #reply(reply: Pick<DestinationReply, 'kind' | 'outcomes' | 'partial' | 'suspended'>): Promise<void> {
    const content = { transfer: this.id, epoch: this.#epoch, received: this.#received, ...reply }
    await putReply(this.#deps.connection, this.#source, content)
  }
}

function failure(
  { item, opening, target }: Pick<IncomingItem, 'item' | 'opening' | 'target'>,
  text: string,
): ItemOutcome {
  const description = `BFGTR0072E: The transfer failed to complete due to the exception : ${text}`
  const failed = { item, state: 'failed' as const, description, target: target ?? opening.target }
  return { ...failed, size: 0, checksum: '', modified: 0 }
}
