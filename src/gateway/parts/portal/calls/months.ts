/** Handlers that return the usage of an application by day and month, as JSON and as a CSV file (RFC 4180). */
import { findOwnApplication } from '../applications/own-applications.ts'
import { FileResponse } from '../context/file-response.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import type { DayUsage, MonthUsage } from '../rest/index.ts'
import { readCount, sum } from './usage.ts'

const maxMonths = 13

export const showMonths: ResourceHandler<'GET /applications/:application/months'> = async (context) => {
  const rows = await readRows(context)
  const months = Map.groupBy(rows, ({ day, api, plan }) => [day.slice(0, 7), api, plan].join('\t'))
  return [...months].map(([key, days]) => {
    const [month = '', api = '', plan = ''] = key.split('\t')
    return { month, api, plan, ...sumDays(days) }
  })
}

export const showDays: ResourceHandler<'GET /applications/:application/days'> = (context) => readRows(context)

export const downloadUsage: ResourceHandler<'GET /applications/:application/usage.csv'> = async (context) => {
  const rows = await readRows(context)
  const lines = rows.map((row) => columns.map((column) => renderCsvValue(row[column])).join(','))
  const { name } = findOwnApplication(context)
  return new FileResponse(
    `usage-${name}.csv`,
    'text/csv; charset=utf-8',
    `${[columns.join(','), ...lines].join('\r\n')}\r\n`,
  )
}

const columns = ['day', 'api', 'plan', 'calls', 'errors', 'refusals', 'tokens'] as const

/** Returns the rows of the application since the first day of the first month, in the order of days. */
async function readRows(context: Pick<PortalContext, 'deps' | 'user' | 'params' | 'query'>): Promise<DayUsage[]> {
  const application = findOwnApplication(context)
  const { clock, usage } = context.deps
  const now = new Date(clock())
  const since = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (readCount(context.query, 'months', 3, maxMonths) - 1), 1),
  )
  return usage.readDays(application, since.toISOString().slice(0, 10))
}

function sumDays(days: readonly DayUsage[]): Pick<MonthUsage, 'calls' | 'errors' | 'refusals' | 'tokens'> {
  return {
    calls: sum(days, ({ calls }) => calls),
    errors: sum(days, ({ errors }) => errors),
    refusals: sum(days, ({ refusals }) => refusals),
    tokens: sum(days, ({ tokens }) => tokens),
  }
}

/** A spreadsheet would run a text that begins like a formula, so such a text gets an apostrophe. */
function renderCsvValue(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
