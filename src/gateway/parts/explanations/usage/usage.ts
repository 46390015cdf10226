/** Prints usage as a table. It reads the store beside a running gateway, which writes every five seconds. */
import { dayMs } from '../../../../shared/lib/time/durations.ts'
import { openExistingStateStore, type StateStoreLocation } from '../../../../shared/storage/index.ts'
import { renderTable } from '../../../cli/common/render-table.ts'
import {
  type DailyUsage,
  formatUtcDay,
  readDailyUsage,
  sumDailyUsage,
  usageMeasures,
} from '../../../telemetry/usage/index.ts'

export interface PrintUsageOptions {
  /** The number of days up to today, in UTC. */
  days: number
  byDay: boolean
  application: string | undefined
  json: boolean
  store: StateStoreLocation
  now: number
  write(text: string): void
}

/** Prints the usage. Returns the exit status; rejects with a message for the user. */
export async function printUsage(options: PrintUsageOptions): Promise<number> {
  const { days, byDay, application, json, now, write } = options
  const since = formatUtcDay(now - (days - 1) * dayMs)
  const all = (await readAll(options.store, since)).filter(
    (row) => application === undefined || row.application === application,
  )
  const rows = byDay ? all : sumDailyUsage(all)

  if (json) write(`${JSON.stringify({ since, rows: rows.map(removeEmptyDay) }, null, 2)}\n`)
  else if (rows.length === 0) write(`nothing was counted since ${since}\n`)
  else write(renderTable(rows.map((row) => renderCells(row, byDay))))
  return 0
}

async function readAll(location: StateStoreLocation, since: string): Promise<DailyUsage[]> {
  const opened = await openExistingStateStore(location)
  if (!opened)
    throw new Error(
      `no gateway has used the data folder ${location.dataFolder}: set SLUICE_DATA to that of the gateway`,
    )
  const { store } = opened
  try {
    return await readDailyUsage(store, since)
  } finally {
    await store.close()
  }
}

function removeEmptyDay({ day, ...row }: DailyUsage): object {
  return day === '' ? row : { day, ...row }
}

function renderCells(row: DailyUsage, byDay: boolean): Record<string, string> {
  return {
    ...(byDay && { day: row.day }),
    catalog: row.catalog,
    application: row.application,
    plan: row.plan || '-',
    api: row.api || '-',
    ...Object.fromEntries(usageMeasures.map((measure) => [measure, String(row[measure])])),
  }
}
