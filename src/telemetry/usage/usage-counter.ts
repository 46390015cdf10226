/**
 * How much applications use: calls, errors and refusals by day, application, plan and API, and the tokens they get.
 *
 * A call only adds to a number in memory; every few seconds the numbers go to the store, where those of all workers
 * add up. A process that is killed loses what it has counted since.
 */

import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import { findLatencyBucket, hourlyRetentionMs, hourMs, latencyBucketCount } from './hourly-usage.ts'
import { PendingCounts } from './pending-counts.ts'
import { type UsageCounts, type UsageSubject, usageKind } from './usage-subject.ts'

export interface UsageCounter {
  /** A call that took so many milliseconds. */
  addCall(subject: UsageSubject, outcome: 'errors' | 'refusals' | undefined, tookMs: number): void
  addToken(subject: UsageSubject): void
  /** Hands what is left to the store. */
  close(): Promise<void>
}

const flushMs = 5_000
const eventRetentionMs = 400 * 86_400_000 // so that a month can be held against that of the year before

export function openUsageCounter({
  store,
  clock,
  log,
}: {
  store: StateStore
  clock: Clock
  log: Log
}): UsageCounter {
  /** Of the hour; a subject is looked up by identity, so whoever counts every call hands in the same one again. */
  let counted = new Map<UsageSubject, UsageCounts>()
  let hourEndsAt = endOfHour(clock())
  let untold = new PendingCounts()
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(flush)
  }, flushMs).unref()

  return {
    addCall(subject, outcome, tookMs) {
      const counts = countsOf(subject)
      counts.calls += 1
      if (outcome) counts[outcome] += 1
      if (!counts.latencies) return
      const bucket = findLatencyBucket(tookMs)
      counts.latencies[bucket] = (counts.latencies[bucket] as number) + 1
      counts.ms += tookMs
    },

    addToken(subject) {
      countsOf(subject).tokens += 1
    },

    async close() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }

  function countsOf(subject: UsageSubject): UsageCounts {
    if (clock() >= hourEndsAt) setAside()
    let counts = counted.get(subject)
    if (!counts) {
      const latencies = subject.hourly ? new Uint32Array(latencyBucketCount) : undefined
      counts = { calls: 0, errors: 0, refusals: 0, tokens: 0, ms: 0, latencies }
      counted.set(subject, counts)
    }
    return counts
  }

  function setAside(): void {
    for (const [subject, counts] of counted) untold.addCounts(subject, counts, hourEndsAt - hourMs)
    counted = new Map()
    hourEndsAt = endOfHour(clock())
  }

  async function flush(): Promise<void> {
    setAside()
    const taken = untold.entries()
    untold = new PendingCounts()
    const now = clock()
    const written = await Promise.allSettled(
      taken.map(({ kind, key, by }) =>
        store.count(kind, key, by, now + (kind === usageKind ? eventRetentionMs : hourlyRetentionMs)),
      ),
    )
    let failure: unknown
    for (const [index, { kind, key, by }] of taken.entries()) {
      const each = written[index]
      if (each?.status !== 'rejected') continue
      failure = each.reason
      untold.add(kind, key, by) // again the next time
    }
    if (failure !== undefined)
      log.warn({ err: failure }, 'usage could not be written, it is kept for a while')
  }
}

function endOfHour(milliseconds: number): number {
  return (Math.floor(milliseconds / hourMs) + 1) * hourMs
}
