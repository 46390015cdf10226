/** What has been counted, as it stands in the store. */
import type { Store } from '../../storage/index.ts'
import { type Measure, measures, type Subject, usageKind } from './subject.ts'

export interface UsageRow extends Omit<Subject, 'hourly'>, Record<Measure, number> {
  /** In UTC; empty when days were summed up. */
  day: string
}

/** Every row from a day on, in the order of days. */
export async function readUsage(store: Store, since: string): Promise<UsageRow[]> {
  const rows = new Map<string, UsageRow>()
  for (const { key, entry } of await store.list(usageKind)) {
    const [day = '', catalog = '', application = '', plan = '', api = '', measure] = key.split('\t')
    if (day < since || !isMeasure(measure)) continue
    const row = rowOf(rows, { day, catalog, application, plan, api })
    row[measure] += Number(entry.value)
  }
  return [...rows.values()]
}

/** The rows of all days together. */
export function sumDays(all: readonly UsageRow[]): UsageRow[] {
  const rows = new Map<string, UsageRow>()
  for (const each of all) {
    const row = rowOf(rows, { ...each, day: '' })
    for (const measure of measures) row[measure] += each[measure]
  }
  return [...rows.values()]
}

function rowOf(
  rows: Map<string, UsageRow>,
  { day, catalog, application, plan, api }: Omit<Subject, 'hourly'> & { day: string },
) {
  const name = [day, catalog, application, plan, api].join('\t')
  let row = rows.get(name)
  if (!row) {
    row = { day, catalog, application, plan, api, calls: 0, errors: 0, refusals: 0, tokens: 0 }
    rows.set(name, row)
  }
  return row
}

function isMeasure(text: string | undefined): text is Measure {
  return measures.some((each) => each === text)
}
