/** Plans a transfer: finds its items, and records them together with the message that opens it at the destination. */
import { stat } from 'node:fs/promises'
import type { PathAccess } from '../files/path-access.ts'
import { commitTogether } from '../queues/journal.ts'
import { buildFailedOutcome } from '../types/frame.ts'
import { isUnknownQueue } from '../types/queue-errors.ts'
import type { TransferCondition } from '../types/request.ts'
import { buildManifest } from './manifest.ts'
import { itemsPerRecord, type OutgoingContext, type OutgoingRecord, putTransferFrame } from './outgoing-record.ts'

/** Plans the transfer. A destination agent that does not exist makes it fail; other errors of the queue manager reject. */
export async function planTransfer(context: OutgoingContext): Promise<void> {
  const { deps, state } = context
  const { conditions, destinationAgent } = state.request
  const unmet = await findUnmetCondition(conditions, deps.paths)
  try {
    await recordPlan(unmet, context)
  } catch (error) {
    state.unplan() // this attempt, or the next one, plans again
    if (!isUnknownQueue(error)) throw error
    const { name, qmgrName } = destinationAgent
    const text = `BFGTR0080E: there is no agent ${name} on the queue manager ${qmgrName}: ${(error as Error).message}`
    await recordPlan(text, context)
  }
}

/** Records the items, or why the transfer does not start. */
async function recordPlan(failure: string | undefined, context: OutgoingContext): Promise<void> {
  const { id, deps, journal, state, reporter } = context
  const entries = failure === undefined ? await buildManifest(state.request, deps) : []
  const outcomes = entries.flatMap((entry) =>
    entry.failure === undefined ? [] : [buildFailedOutcome(entry.item, entry.target, entry.failure)],
  )
  const records: OutgoingRecord[] = []
  for (let from = 0; from === 0 || from < entries.length; from += itemsPerRecord) {
    const page = entries.slice(from, from + itemsPerRecord)
    const isLast = from + itemsPerRecord >= entries.length
    records.push({ kind: 'manifest', entries: page, isLast, failure })
  }
  if (outcomes.length > 0) records.push({ kind: 'outcomes', outcomes })

  await commitTogether(deps.connection, async (unit) => {
    for (const record of records) await journal.append(unit, record)
    if (entries.length > outcomes.length) {
      const { name: source, queueManager: sourceQmgr } = deps.settings
      const totalBytes = entries.reduce((sum, { size }) => sum + size, 0)
      await putTransferFrame({ kind: 'open', transfer: id, source, sourceQmgr, totalBytes }, context, unit)
    }
    for (const record of records) state.apply(record)
    await reporter.publish('started', entries.slice(0, itemsPerRecord), unit)
  })
}

/** Returns a text about the first condition that does not hold, or undefined when all hold. */
async function findUnmetCondition(
  conditions: readonly TransferCondition[],
  access: PathAccess,
): Promise<string | undefined> {
  for (const { type, paths, size = 0 } of conditions) {
    for (const name of paths) {
      const path = access.resolve(name)
      await access.check(path)
      const found = await stat(path).catch(() => undefined)
      const explain = (text: string) => `BFGTR0076I: The transfer did not start: ${text}.`
      if (type === 'notExists' && found) return explain(`${path} exists`)
      if (type !== 'notExists' && !found) return explain(`${path} does not exist`)
      if (type === 'minSize' && found && found.size < size)
        return explain(`${path} has ${found.size} bytes, and the condition needs ${size}`)
    }
  }
  return undefined
}
