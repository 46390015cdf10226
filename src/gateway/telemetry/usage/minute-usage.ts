/**
 * Usage of applications by the minute, for a day: calls, their durations and why they failed, by operation.
 *
 * It is counted only in catalogs with a portal. Each process writes what it counted in five minutes as one entry of the
 * store, where the entries of all processes and nodes meet. Each hour of an application is a kind of its own.
 */
import { randomUUID } from 'node:crypto'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { membersOf } from '../../../shared/lib/collections/json-object.ts'
import { dayMs, hourMs, minuteMs } from '../../../shared/lib/time/durations.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import { boundsOf, type HourlyUsage, type HourlyUsageSubject } from './hourly-usage.ts'
import type { UsageCounts, UsageSubject } from './usage-subject.ts'

/** The usage of one operation within one minute, as one process counted it. */
export interface MinuteUsage extends HourlyUsage {
  /** The id of the operation; empty without one, and for operations above the limit. */
  operation: string
  /** The number of rejected and failed calls by reason: `scope_insufficient`, or the status such as `502`. */
  failures: Readonly<Record<string, number>>
}

const blockMs = 5 * minuteMs
const retentionMs = dayMs + hourMs
/** How long counts wait in memory for a store that does not take them. */
const maxWaitMs = hourMs
/** The number of operations of an application that are told apart within five minutes. */
const maxOperations = 200

/** The counts of a minute as they are stored: calls, errors, rejections, milliseconds, bucket and calls in turn, reasons. */
type StoredMinute = [number, number, number, number, number[], Record<string, number>]

interface Block {
  kind: string
  startsAt: number
  /** By API and operation, and by the minute within the block. */
  operations: Map<string, Map<number, UsageCounts>>
  hasChanged: boolean
}

export function openMinuteUsage(store: Pick<StateStore, 'save'>) {
  const writer = randomUUID()
  const blocks = new Map<string, Block>()

  return {
    /** Adds counts of a minute. `startsAt` is its begin in milliseconds since the epoch. */
    add(subject: UsageSubject, counts: UsageCounts, startsAt: number): void {
      const block = findBlock(buildKind(subject, startsAt), Math.floor(startsAt / blockMs) * blockMs)
      const wanted = `${subject.api}\t${subject.operation ?? ''}`
      const isKnown = block.operations.has(wanted) || block.operations.size < maxOperations
      const name = isKnown ? wanted : `${subject.api}\t`
      const minutes = getOrCreate(block.operations, name, () => new Map<number, UsageCounts>())
      const minute = (startsAt - block.startsAt) / minuteMs
      minutes.set(minute, addCounts(minutes.get(minute), counts))
      block.hasChanged = true
    },

    /** Writes what has changed. Rejects with the first failure; what was not written stays for the next call. */
    async flush(now: number): Promise<void> {
      for (const [name, { startsAt, hasChanged }] of blocks)
        if (startsAt + blockMs + (hasChanged ? maxWaitMs : 0) <= now) blocks.delete(name)
      await Promise.all([...blocks.values()].filter(({ hasChanged }) => hasChanged).map(save))
    },
  }

  function findBlock(kind: string, startsAt: number): Block {
    const name = `${kind}\t${startsAt}`
    return getOrCreate(blocks, name, () => ({ kind, startsAt, operations: new Map(), hasChanged: false }))
  }

  async function save(block: Block): Promise<void> {
    const { kind, startsAt, operations } = block
    const value: Record<string, object> = {}
    for (const [name, minutes] of operations)
      value[name] = Object.fromEntries([...minutes].map(([minute, counts]) => [minute, renderCounts(counts)]))
    block.hasChanged = false
    try {
      await store.save(kind, `${startsAt}\t${writer}`, value, { expiresAt: startsAt + retentionMs })
    } catch (error) {
      block.hasChanged = true
      throw error
    }
  }
}

function addCounts(before: UsageCounts | undefined, more: UsageCounts): UsageCounts {
  if (!before) return more
  for (const [bucket, calls] of more.latencies?.entries() ?? [])
    if (before.latencies) before.latencies[bucket] = (before.latencies[bucket] ?? 0) + calls
  for (const [reason, calls] of more.failures) before.failures.set(reason, (before.failures.get(reason) ?? 0) + calls)
  before.calls += more.calls
  before.errors += more.errors
  before.refusals += more.refusals
  before.ms += more.ms
  return before
}

function renderCounts({ calls, errors, refusals, ms, latencies, failures }: UsageCounts): StoredMinute {
  const buckets = [...(latencies?.entries() ?? [])].filter(([, count]) => count > 0).flat()
  return [calls, errors, refusals, Math.round(ms * 10) / 10, buckets, Object.fromEntries(failures)]
}

function buildKind({ catalog, application }: HourlyUsageSubject, at: number): string {
  return `usage-minutes ${Math.floor(at / hourMs)} ${catalog} ${application}`
}

/** Returns the usage of an application by the minute, from `since` to `until`, in milliseconds since the epoch. */
export async function readMinuteUsage(
  store: Pick<StateStore, 'list'>,
  subject: HourlyUsageSubject,
  { since, until }: { since: number; until: number },
): Promise<MinuteUsage[]> {
  const kinds: string[] = []
  for (let hour = Math.floor(since / hourMs) * hourMs; hour < until; hour += hourMs)
    kinds.push(buildKind(subject, hour))
  const blocks = await Promise.all(kinds.map((kind) => store.list(kind)))
  return blocks.flat().flatMap(({ key, entry: { value } }) =>
    Object.entries(membersOf(value)).flatMap(([name, minutes]) =>
      Object.entries(minutes as Record<string, StoredMinute>)
        .map(([minute, stored]) => parseMinute(Number.parseInt(key, 10) + Number(minute) * minuteMs, name, stored))
        .filter(({ startsAt }) => startsAt >= since && startsAt < until),
    ),
  )
}

function parseMinute(startsAt: number, name: string, stored: StoredMinute): MinuteUsage {
  const [calls, errors, refusals, totalMs, buckets, failures] = stored
  const [api = '', operation = ''] = name.split('\t')
  const latencies: MinuteUsage['latencies'] = []
  for (let index = 0; index < buckets.length; index += 2)
    latencies.push({ ...boundsOf(buckets[index] ?? 0), calls: buckets[index + 1] ?? 0 })
  return { startsAt, api, operation, calls, errors, refusals, tokens: 0, totalMs, latencies, failures }
}
