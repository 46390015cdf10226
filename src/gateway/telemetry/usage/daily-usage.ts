/** Reads the counts of usage by day from the store. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import {
  isUsageMeasure,
  noCounts,
  type UsageMeasure,
  type UsageSubject,
  usageKind,
  usageMeasures,
} from './usage-subject.ts'

export interface DailyUsage extends Omit<UsageSubject, 'hourly' | 'operation'>, Record<UsageMeasure, number> {
  /** The day in UTC; empty for a sum over days. */
  day: string
}

/** Returns every row since a day, in the order of days. */
export async function readDailyUsage(store: StateStore, since: string): Promise<DailyUsage[]> {
  const rows = new Map<string, DailyUsage>()
  for (const { key, entry } of await store.list(usageKind)) {
    const [day = '', catalog = '', application = '', plan = '', api = '', measure] = key.split('\t')
    if (day < since || !isUsageMeasure(measure)) continue
    const row = rowOf(rows, { day, catalog, application, plan, api })
    row[measure] += Number(entry.value)
  }
  return [...rows.values()]
}

/** Sums the rows over all days. */
export function sumDailyUsage(all: readonly DailyUsage[]): DailyUsage[] {
  const rows = new Map<string, DailyUsage>()
  for (const each of all) {
    const row = rowOf(rows, { ...each, day: '' })
    for (const measure of usageMeasures) row[measure] += each[measure]
  }
  return [...rows.values()]
}

function rowOf(
  rows: Map<string, DailyUsage>,
  { day, catalog, application, plan, api }: Omit<UsageSubject, 'hourly' | 'operation'> & { day: string },
) {
  const name = [day, catalog, application, plan, api].join('\t')
  return getOrCreate(rows, name, () => ({ day, catalog, application, plan, api, ...noCounts }))
}
