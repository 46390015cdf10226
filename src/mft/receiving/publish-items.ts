/**
 * Makes complete items visible: a file is renamed to its target, a message is put. What must not be done twice is
 * recorded before: after a crash, the publication of recorded files is repeated.
 */
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AgentDeps } from '../context/agent-deps.ts'
import { describeFileFailure, isDiskFull } from '../files/file-failure.ts'
import { runConcurrently } from '../files/run-concurrently.ts'
import { publishStagedFile, syncFolders } from '../files/staging.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import type { ItemOutcome } from '../types/frame.ts'
import { isTemporary } from '../types/temporary-reasons.ts'
import type { VerifiedItem } from './incoming-item.ts'
import { putStagedFile } from './queue-target.ts'

/** A record of the journal of a transfer at its destination. */
export type IncomingRecord =
  | { kind: 'opened'; source: string; sourceQmgr: string; totalBytes: number }
  | { kind: 'staging'; folder: string }
  /** The staged files are complete and on disk, and are published next. */
  | { kind: 'verified'; items: readonly VerifiedItem[] }
  | { kind: 'outcomes'; outcomes: readonly ItemOutcome[] }
  /** The first bytes of an unfinished item are on disk. */
  | { kind: 'checkpoint'; item: number; offset: number }

export interface ItemsToPublish {
  readonly transfer: string
  readonly items: readonly VerifiedItem[]
  /** The outcomes of items that cannot be published. */
  readonly failed: readonly ItemOutcome[]
  /** Called when the files are recorded: their publication must be repeated if it is interrupted. */
  recorded(files: readonly VerifiedItem[]): void
}

/** Publishes items and returns their outcomes. Rejects when the disk is full or the queue manager ends. */
export async function publishItems(
  { transfer, items, failed, recorded }: ItemsToPublish,
  journal: Journal,
  deps: AgentDeps,
): Promise<ItemOutcome[]> {
  const files = items.filter(({ target }) => target !== undefined)
  const messages = items.filter(({ target }) => target === undefined)
  await syncFolders(files.map(({ staged }) => dirname(staged)))

  // 1. One commit records the failures, and the files whose publication can be repeated from now on.
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
  return [...outcomes, ...(await publishFiles(files, journal, deps))]
}

/** Publishes recorded files. The call can be repeated after a crash. */
export async function publishFiles(
  items: readonly VerifiedItem[],
  journal: Journal,
  deps: AgentDeps,
): Promise<ItemOutcome[]> {
  const outcomes = await runConcurrently(items, publishFile)
  await syncFolders(
    items
      .filter((_, index) => outcomes[index]?.state === 'successful')
      .map(({ target }) => dirname(target as string)),
  )
  const failed = outcomes.filter(({ state }) => state === 'failed')
  if (failed.length > 0) {
    // Recorded before the staged file is removed: a staged file that is missing counts as published.
    await commitTogether(deps.connection, (unit) =>
      journal.append(unit, { kind: 'outcomes', outcomes: failed }),
    )
    const failedItems = new Set(failed.map(({ item }) => item))
    for (const { item, staged } of items) if (failedItems.has(item)) await rm(staged, { force: true })
  }
  return outcomes
}

async function publishFile(item: VerifiedItem): Promise<ItemOutcome> {
  const { opening, staged } = item
  const target = item.target as string
  try {
    const found = await publishStagedFile({ staged, target, actionIfExists: opening.actionIfExists })
    return {
      ...{ item: item.item, state: 'successful', description: '', target },
      ...{ size: found?.size ?? item.size, checksum: item.checksum, modified: found?.mtimeMs ?? 0 },
    }
  } catch (error) {
    if (isDiskFull(error)) throw error
    const text = describeFileFailure(target, error)
    const description = `BFGTR0072E: The transfer failed to complete due to the exception : ${text}`
    return { item: item.item, state: 'failed', description, target, size: 0, checksum: '', modified: 0 }
  }
}

async function publishMessages(
  item: VerifiedItem,
  transfer: string,
  journal: Journal,
  deps: AgentDeps,
): Promise<ItemOutcome> {
  const base = { item: item.item, target: item.opening.target, modified: 0 }
  const done: ItemOutcome = {
    ...base,
    state: 'successful',
    description: '',
    size: item.size,
    checksum: item.checksum,
  }
  try {
    await commitTogether(deps.connection, async (unit) => {
      await putStagedFile(deps.connection, item, transfer, unit)
      await journal.append(unit, { kind: 'outcomes', outcomes: [done] })
    })
    return done
  } catch (error) {
    if (isTemporary(error)) throw error
    const description = `BFGTR0072E: The transfer failed to complete due to the exception : ${(error as Error).message}`
    const outcome: ItemOutcome = { ...base, state: 'failed', description, size: 0, checksum: '' }
    await commitTogether(deps.connection, (unit) =>
      journal.append(unit, { kind: 'outcomes', outcomes: [outcome] }),
    )
    return outcome
  } finally {
    await rm(item.staged, { force: true })
  }
}
