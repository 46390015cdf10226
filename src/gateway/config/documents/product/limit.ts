/** Parses the limits of a plan: `<calls>/<count><unit>`, for example `100/1hour` or `20/1second`, or `unlimited`. */
import { monthSeconds, weekSeconds } from '../../../../shared/lib/time/count-window.ts'
import type { CallLimit } from '../../types/index.ts'

const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: weekSeconds, month: monthSeconds } as const
type Unit = keyof typeof unitSeconds

/** The spellings of version 5 of the product. */
const shortUnits: Readonly<Record<string, Unit>> = { sec: 'second', min: 'minute', hr: 'hour' }

const allUnits: readonly Unit[] = ['second', 'minute', 'hour', 'day', 'week', 'month']
const units: Record<CallLimit['kind'], readonly Unit[]> = {
  rate: allUnits,
  message: allUnits,
  byte: allUnits,
  burst: ['second', 'minute'],
}

const shape = /^([1-9]\d{0,11})\/([1-9]\d{0,5})?([a-z]+)$/

/** Parses a limit. Returns the number of calls and the interval, or the reason why the text is not a limit. */
export function parseLimit(
  text: string,
  kind: CallLimit['kind'],
): Pick<CallLimit, 'calls' | 'intervalSeconds'> | { error: string } {
  const compact = text.trim().replaceAll(/\s+/g, '').toLowerCase()
  if (compact === 'unlimited') return { calls: undefined, intervalSeconds: 0 }

  const allowed = units[kind]
  const [, calls, count = '1', unit = ''] = shape.exec(compact) ?? []
  const found = allowed.find((each) => each === (shortUnits[unit] ?? unit) || unit === `${each}s`)
  if (calls === undefined || !found) {
    const example = kind === 'burst' ? '20/1second' : '100/1hour'
    return { error: `must be a limit such as ${example} (units ${allowed.join(', ')}) or unlimited` }
  }
  return { calls: Number(calls), intervalSeconds: Number(count) * unitSeconds[found] }
}
