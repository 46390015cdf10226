/** Whose use is counted, of what, and under which keys. */

export const usageKind = 'usage'

/** What is counted of each subject. */
export const usageMeasures = ['calls', 'errors', 'refusals', 'tokens'] as const

export type UsageMeasure = (typeof usageMeasures)[number]

export interface UsageSubject {
  /** `acme/sandbox`. */
  catalog: string
  application: string
  /** `product/plan`; empty where no plan is involved. */
  plan: string
  /** `name:version`; empty where no API is involved. */
  api: string
  /** Whether hours are counted, too, and how long calls take. */
  hourly: boolean
}

/** Of one subject, within one hour. */
export interface UsageCounts extends Record<UsageMeasure, number> {
  ms: number
  /** Calls by how long they took; undefined where hours are not counted. */
  latencies: Uint32Array | undefined
}

/** Keys sort by day. */
export function usageKey(
  day: string,
  { catalog, application, plan, api }: Omit<UsageSubject, 'hourly'>,
  measure: UsageMeasure,
): string {
  return `${day}\t${catalog}\t${application}\t${plan}\t${api}\t${measure}`
}

/** `2026-11-21`, in UTC. */
export function formatUtcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
