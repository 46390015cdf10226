/** The subject of a count, and the keys of counts in the store. */
import type { Client } from '../../consumers/index.ts'
import type { CallLocation } from '../calls/index.ts'

export const usageKind = 'usage'

/** The counters of each subject. */
export const usageMeasures = ['calls', 'errors', 'refusals', 'tokens'] as const

/** The counters of a row to which nothing was added yet. */
export const noCounts: Readonly<Record<UsageMeasure, number>> = { calls: 0, errors: 0, refusals: 0, tokens: 0 }

export type UsageMeasure = (typeof usageMeasures)[number]

export function isUsageMeasure(text: string | undefined): text is UsageMeasure {
  return usageMeasures.some((each) => each === text)
}

export interface UsageSubject {
  /** The catalog as `org/name`, `acme/sandbox`. */
  catalog: string
  application: string
  /** The plan as `product/plan`; empty without a plan. */
  plan: string
  /** The API as `name:version`; empty without an API. */
  api: string
  /** The id of the operation; undefined without one. */
  operation?: string | undefined
  /** Whether usage by hour and minute and durations are counted too. */
  hourly: boolean
}

/** The counts of one subject within one minute. */
export interface UsageCounts extends Record<UsageMeasure, number> {
  ms: number
  /** The number of calls in each bucket of durations; undefined when usage by hour is not counted. */
  latencies: Uint32Array | undefined
  /** Calls that failed, by reason or status. */
  failures: Map<string, number>
}

/** Returns the key of a store entry. Keys sort by day. */
export function buildUsageKey(
  day: string,
  { catalog, application, plan, api }: Omit<UsageSubject, 'hourly' | 'operation'>,
  measure: UsageMeasure,
): string {
  return `${day}\t${catalog}\t${application}\t${plan}\t${api}\t${measure}`
}

/** Returns the day of a time in UTC, `2026-11-21`. */
export function formatUtcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** The subjects of usage counts, one for each client and location, so that a call only looks them up. Both are held weakly. */
export class UsageSubjects {
  readonly #byClient = new WeakMap<Client, WeakMap<CallLocation, UsageSubject>>()

  getOrCreate(client: Client, where: CallLocation, make: () => UsageSubject): UsageSubject {
    let known = this.#byClient.get(client)
    if (!known) {
      known = new WeakMap()
      this.#byClient.set(client, known)
    }
    let subject = known.get(where)
    if (!subject) {
      subject = make()
      known.set(where, subject)
    }
    return subject
  }
}
