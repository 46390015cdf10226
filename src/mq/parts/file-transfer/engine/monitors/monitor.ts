/** A resource monitor. Its transfers are queued in the commit that records their files: each starts once. */
import { opendir } from 'node:fs/promises'
import { describeError } from '../../../../../shared/lib/files/file-error.ts'
import type { UnitOfWork } from '../../../../manager/index.ts'
import { agentAddress } from '../config/agent-settings.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import { putCommand, toTransferId } from '../queues/messages.ts'
import {
  type AgentCommand,
  CommandRejectedError,
  type MonitorDefinition,
  monitorNameKey,
  pollIntervalMs,
} from '../types/command.ts'
import { agentQueueName } from '../types/names.ts'
import type { TransferRequest } from '../types/request.ts'
import { FolderMonitor, type HandledFile, pollQueue } from './folder-monitor.ts'
import type { ScannedFile } from './folder-scanner.ts'
import { buildTaskRequest, fileVariables, queueVariables, type Variables } from './substitute-variables.ts'

export type MonitorRecord =
  | { kind: 'definition'; definition: MonitorDefinition }
  | { kind: 'handled'; files: readonly HandledFile[] }
  /** The transfer that a monitor of a queue started last. */
  | { kind: 'fired'; transfer: string }
  /** Whether `matchNone` has started its transfer since files matched. */
  | { kind: 'noneReported'; isReported: boolean }
  | { kind: 'running'; isRunning: boolean }

/** The transfers that one poll starts. The rest of the files waits for the next poll. */
const maxTasksPerPoll = 50
/** The number of records above which the journal is rewritten. */
const maxRecords = 500
const filesPerRecord = 1000

export class Monitor {
  readonly definition: MonitorDefinition
  isRunning = true
  readonly #journal: Journal
  readonly #deps: AgentDeps
  readonly #isActive: (transfer: string) => boolean
  readonly #handled: HandledFile[] = []
  #folder: FolderMonitor | undefined
  #fired: string | undefined
  #isNoneReported = false
  #recordCount: number
  #cancelTimer = () => {}
  #isClosed = true

  constructor(
    journal: Journal,
    records: readonly MonitorRecord[],
    deps: AgentDeps,
    isActive: (transfer: string) => boolean,
  ) {
    this.#journal = journal
    this.#deps = deps
    this.#isActive = isActive
    this.#recordCount = records.length
    this.definition = (records[0] as Extract<MonitorRecord, { kind: 'definition' }>).definition
    for (const record of records) {
      if (record.kind === 'handled') this.#handled.push(...record.files)
      else if (record.kind === 'fired') this.#fired = record.transfer
      else if (record.kind === 'noneReported') this.#isNoneReported = record.isReported
      else if (record.kind === 'running') this.isRunning = record.isRunning
    }
  }

  /** Rejects with `CommandRejectedError` when the monitor cannot work. */
  async check(): Promise<void> {
    const { paths, connection } = this.#deps
    try {
      if (this.definition.type === 'directory') {
        const folder = paths.resolve(this.definition.resource)
        await paths.check(folder)
        await (await opendir(folder)).close()
        this.#openFolder().close()
      } else await connection.list(this.definition.resource, { limit: 1 })
    } catch (error) {
      throw new CommandRejectedError(`BFGDM0013E: the monitor cannot be created: ${describeError(error)}.`)
    }
  }

  start(): void {
    this.isRunning = true
    if (!this.#isClosed) return
    this.#isClosed = false
    void this.#poll()
  }

  close(): void {
    this.isRunning = false
    this.#isClosed = true
    this.#cancelTimer()
    this.#closeFolder()
  }

  #closeFolder(): void {
    this.#folder?.close()
    if (this.#folder) this.#handled.splice(0, this.#handled.length, ...this.#folder.handled)
    this.#folder = undefined
  }

  async record(unit: UnitOfWork, record: MonitorRecord): Promise<void> {
    this.#recordCount += 1
    await this.#journal.append(unit, record)
  }

  async clear(unit: UnitOfWork): Promise<void> {
    await this.#journal.clear(unit)
  }

  async #poll(): Promise<void> {
    const { log, timers } = this.#deps
    let hasMore = false
    try {
      hasMore = this.definition.type === 'directory' ? await this.#pollFolder() : await this.#pollQueue()
      if (this.#recordCount > maxRecords) await this.#rewriteJournal()
    } catch (error) {
      this.#closeFolder() // what it has found and did not return is found again
      if (!this.#isClosed)
        log.warn({ err: error, monitor: this.definition.name }, 'a monitor could not read its resource')
    }
    if (this.#isClosed) return
    const wait = hasMore ? morePollMs : pollIntervalMs(this.definition)
    this.#cancelTimer = timers.after(wait, () => void this.#poll())
  }

  #openFolder(): FolderMonitor {
    const { paths, clock } = this.#deps
    return new FolderMonitor(this.definition, paths.resolve(this.definition.resource), this.#handled, clock)
  }

  /** Starts transfers for files. Returns whether more files wait. */
  async #pollFolder(): Promise<boolean> {
    this.#folder ??= this.#openFolder()
    const folder = this.#folder
    const ready = await folder.poll()
    if (this.definition.trigger.type === 'matchNone') return this.#pollNone(folder)

    const { matchesPerTask } = this.definition
    const taken = ready.slice(0, maxTasksPerPoll * matchesPerTask)
    for (let from = 0; from < taken.length && !this.#isClosed; from += matchesPerTask)
      await this.#startForFiles(folder, taken.slice(from, from + matchesPerTask))
    return ready.length > taken.length
  }

  async #startForFiles(folder: FolderMonitor, files: readonly ScannedFile[]): Promise<void> {
    const { settings, clock } = this.#deps
    const matches = files.map((file) => fileVariables(file, settings.name, clock()))
    const handled = files.map(({ path, size, modified }): HandledFile => [path, size, modified])
    await this.#startTransfer(matches, {}, () => ({ kind: 'handled', files: handled }))
    folder.markHandled(files)
  }

  async #pollNone(folder: FolderMonitor): Promise<false> {
    const isNone = !folder.hasMatches
    if (isNone === this.#isNoneReported) return false
    const record: MonitorRecord = { kind: 'noneReported', isReported: isNone }
    if (isNone) await this.#startTransfer([new Map()], {}, () => record)
    else await commitTogether(this.#deps.connection, (unit) => this.record(unit, record))
    this.#isNoneReported = isNone
    return false
  }

  /** Starts a transfer for a queue, unless the one before has not ended. */
  async #pollQueue(): Promise<false> {
    const { connection, settings, clock } = this.#deps
    if (this.#fired !== undefined) {
      const messageId = Buffer.from(this.#fired, 'hex')
      const isWaiting = await connection.browse(agentQueueName('COMMAND', settings.name), { messageId })
      if (isWaiting || this.#isActive(this.#fired)) return false
    }
    const found = await pollQueue(this.definition, connection)
    if (!found) return false
    const variables = queueVariables(this.definition.resource, found.groupId, settings.name, clock())
    await this.#startTransfer([variables], found, (transfer) => {
      this.#fired = transfer
      return { kind: 'fired', transfer }
    })
    return false
  }

  /** Puts a transfer to the command queue and records it, in one commit. */
  async #startTransfer(
    matches: readonly Variables[],
    { groupId }: { readonly groupId?: string },
    describe: (transfer: string) => MonitorRecord,
  ): Promise<void> {
    const { connection, settings } = this.#deps
    const task = withGroup(buildTaskRequest(this.definition.task, matches), groupId)
    const metadata = { ...task.metadata, [monitorNameKey]: this.definition.name }
    const request = { ...task, metadata }
    await commitTogether(connection, async (unit) => {
      const command: AgentCommand = { type: 'transfer', request }
      const messageId = await putCommand(connection, agentAddress(settings), command, { unitOfWork: unit })
      await this.record(unit, describe(toTransferId(messageId)))
    })
  }

  /** Replaces the journal by the files that still exist. */
  async #rewriteJournal(): Promise<void> {
    const handled = [...(this.#folder?.handled ?? [])]
    const removed = await commitTogether(this.#deps.connection, async (unit) => {
      const count = await this.#journal.clear(unit)
      this.#recordCount = 0
      await this.record(unit, { kind: 'definition', definition: this.definition })
      for (let from = 0; from < handled.length; from += filesPerRecord)
        await this.record(unit, { kind: 'handled', files: handled.slice(from, from + filesPerRecord) })
      if (this.#fired !== undefined) await this.record(unit, { kind: 'fired', transfer: this.#fired })
      await this.record(unit, { kind: 'noneReported', isReported: this.#isNoneReported })
      return count
    })
    this.#journal.forget(removed)
  }
}

const morePollMs = 200

function withGroup(request: TransferRequest, groupId: string | undefined): TransferRequest {
  if (groupId === undefined) return request
  const items = request.items.map((item) => ({ ...item, source: { ...item.source, groupId } }))
  return { ...request, items }
}
