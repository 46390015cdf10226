/**
 * How much applications use: calls, errors and refusals by day, application, plan and API, and the tokens they get.
 *
 * A call only adds to a number in memory; every few seconds the numbers go to the store, where those of all workers
 * add up. A process that is killed loses what it has counted since.
 */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Store } from '../../storage/index.ts'

export const usageKind = 'usage'

/** What is counted of each subject. */
export const measures = ['calls', 'errors', 'refusals', 'tokens'] as const

export type Measure = (typeof measures)[number]

export interface Subject {
  /** `acme/sandbox`. */
  catalog: string
  application: string
  /** `product/plan`; empty where no plan is involved. */
  plan: string
  /** `name:version`; empty where no API is involved. */
  api: string
}

type Counts = Record<Measure, number>

export interface Usage {
  add(subject: Subject, measure: Measure): void
  /** Hands what is left to the store. */
  close(): Promise<void>
}

const flushMs = 5_000
const keptMs = 400 * 86_400_000 // so that a month can be held against that of the year before

export function openUsage({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Usage {
  /** Of the day; a subject is looked up by identity, so whoever counts every call hands in the same one again. */
  let counted = new Map<Subject, Counts>()
  let day = dayOf(clock())
  /** What the store is to be told, by key. */
  let untold = new Map<string, number>()
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(flush)
  }, flushMs).unref()

  return {
    add(subject, measure) {
      const today = dayOf(clock())
      if (today !== day) setAside(today)
      let counts = counted.get(subject)
      if (!counts) {
        counts = { calls: 0, errors: 0, refusals: 0, tokens: 0 }
        counted.set(subject, counts)
      }
      counts[measure] += 1
    },

    async close() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }

  function setAside(next: string): void {
    for (const [subject, counts] of counted) {
      for (const measure of measures) tell(usageKey(day, subject, measure), counts[measure])
    }
    counted = new Map()
    day = next
  }

  function tell(key: string, by: number): void {
    if (by > 0) untold.set(key, (untold.get(key) ?? 0) + by)
  }

  async function flush(): Promise<void> {
    setAside(dayOf(clock()))
    const taken = [...untold]
    untold = new Map()
    const expiresAt = clock() + keptMs
    const written = await Promise.allSettled(
      taken.map(([key, by]) => store.count(usageKind, key, by, expiresAt)),
    )
    let failure: unknown
    for (const [index, [key, by]] of taken.entries()) {
      const each = written[index]
      if (each?.status !== 'rejected') continue
      failure = each.reason
      tell(key, by) // again the next time
    }
    if (failure !== undefined)
      log.warn({ err: failure }, 'usage could not be written, it is kept for a while')
  }
}

/** Keys sort by day. */
export function usageKey(
  day: string,
  { catalog, application, plan, api }: Subject,
  measure: Measure,
): string {
  return `${day}\t${catalog}\t${application}\t${plan}\t${api}\t${measure}`
}

/** `2026-11-21`, in UTC. */
export function dayOf(milliseconds: number): string {
  const day = Math.floor(milliseconds / 86_400_000)
  if (day !== knownDay) {
    knownDay = day
    knownText = new Date(milliseconds).toISOString().slice(0, 10)
  }
  return knownText
}

let knownDay = -1
let knownText = ''
