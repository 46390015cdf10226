/** Publishes items: renames a file, or puts a message. Files are recorded first, for another try after a crash. */
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Connection, UnitOfWork } from '../../../../manager/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import {
  describeFileFailure,
  type FileError,
  fromFileError,
  isDiskFull,
  isFileError,
  type PublishedFile,
} from '../files/file-work.ts'
import { syncFolders } from '../files/staging.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import type { ItemOutcome } from '../types/frame.ts'
import { isTemporary } from '../types/queue-errors.ts'
import { buildFailedItem, type CompletedItems, type VerifiedItem } from './incoming-items.ts'

interface ItemsToPublish {
  readonly transfer: string
  readonly completed: CompletedItems
  /** Called when the files are recorded: their publication must be repeated if it is interrupted. */
  recorded(files: readonly VerifiedItem[]): void
}

/** Publishes items and returns their outcomes. Rejects when the disk is full or the queue manager ends. */
export async function publishItems(
  { transfer, completed: { verified, failed, unsynced }, recorded }: ItemsToPublish,
  journal: Journal,
  deps: AgentDeps,
): Promise<ItemOutcome[]> {
  const files = verified.filter(({ target }) => target !== undefined)
  const messages = verified.filter(({ target }) => target === undefined)
  if (unsynced.length > 0) await deps.writer.syncFiles({ paths: unsynced })
  await syncFolders(files.map(({ staged }) => dirname(staged)))

  // 1. One commit records the failures, and the files, whose publication is repeated after a crash.
  if (files.length > 0 || failed.length > 0) {
    await commitTogether(deps.connection, async (unit) => {
      if (failed.length > 0) await journal.append(unit, { kind: 'outcomes', outcomes: failed })
      if (files.length > 0) await journal.append(unit, { kind: 'verified', items: files })
    })
    recorded(files)
  }
  // 2. Messages and their outcomes are in one commit each.
  const outcomes = [...failed]
  for (const item of messages) outcomes.push(await publishMessages(item, transfer, journal, deps))
  // 3. Files.
  return [...outcomes, ...(await publishFiles(files, false, journal, deps))]
}

/** Publishes recorded files. The call can be repeated after a crash, with `isRepeated`. */
export async function publishFiles(
  items: readonly VerifiedItem[],
  isRepeated: boolean,
  journal: Journal,
  deps: AgentDeps,
): Promise<ItemOutcome[]> {
  const results = await deps.writer.publish({
    files: items.map(({ staged, target = '', opening: { actionIfExists } }) => {
      return { staged, target, actionIfExists, isRepeated }
    }),
  })
  const outcomes = items.map((item, index) => describePublished(item, results[index]))
  await syncFolders(
    items.filter((_, index) => outcomes[index]?.state === 'successful').map(({ target }) => dirname(target as string)),
  )
  const failed = outcomes.filter(({ state }) => state === 'failed')
  if (failed.length > 0) {
    // Recorded before the staged file is removed: a staged file that is missing counts as published.
    await commitTogether(deps.connection, (unit) => journal.append(unit, { kind: 'outcomes', outcomes: failed }))
    const failedItems = new Set(failed.map(({ item }) => item))
    for (const { item, staged } of items) if (failedItems.has(item)) await rm(staged, { force: true })
  }
  return outcomes
}

/** Throws when the disk is full. */
function describePublished(item: VerifiedItem, result: PublishedFile | FileError | undefined): ItemOutcome {
  const { target = item.opening.target, checksum } = item
  if (isFileError(result)) {
    if (isDiskFull(result)) throw fromFileError(result)
    return buildFailedItem(item, describeFileFailure(target, result))
  }
  const { size, modified } = result ?? { size: item.size, modified: 0 }
  return { item: item.item, state: 'successful', description: '', target, size, checksum, modified }
}

async function publishMessages(
  item: VerifiedItem,
  transfer: string,
  journal: Journal,
  deps: AgentDeps,
): Promise<ItemOutcome> {
  const done = describePublished(item, undefined)
  try {
    await commitTogether(deps.connection, async (unit) => {
      await putStagedFile(deps.connection, item, transfer, unit)
      await journal.append(unit, { kind: 'outcomes', outcomes: [done] })
    })
    return done
  } catch (error) {
    if (isTemporary(error)) throw error
    const outcome = buildFailedItem(item, (error as Error).message)
    await commitTogether(deps.connection, (unit) => journal.append(unit, { kind: 'outcomes', outcomes: [outcome] }))
    return outcome
  } finally {
    await rm(item.staged, { force: true })
  }
}

/** Puts one message, or several of `messageSize` bytes as a group. Rejects with an `MqError`. */
async function putStagedFile(
  connection: Connection,
  { opening, staged, size }: VerifiedItem,
  transfer: string,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const [queue = '', queueManager] = opening.target.split('@')
  const { messageSize = Math.max(size, 1) } = opening
  const count = Math.max(1, Math.ceil(size / messageSize))
  await using file = await open(staged, 'r')
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const from = (sequence - 1) * messageSize
    const body = Buffer.alloc(Math.min(messageSize, size - from))
    if (body.length > 0) await file.read(body, 0, body.length, from)
    await connection.put(
      { queue, queueManager },
      {
        body,
        format: opening.mode === 'text' ? 'MQSTR' : '',
        persistence: 'persistent',
        group: count > 1 ? { id: transfer, sequence, isLast: sequence === count } : undefined,
      },
      { unitOfWork },
    )
  }
}
