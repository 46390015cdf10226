/** Computes the labels of the time axis: round times of day or dates. Pure. */
import { locale } from '../text/language.ts'

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const minutes = [1, 2, 5, 10, 15, 30].map((count) => count * minuteMs)
const hours = [1, 2, 3, 6, 12].map((count) => count * hourMs)
const days = [1, 2, 5, 7, 14].map((count) => count * dayMs)
/** The times between two labels. */
const steps = [10_000, 30_000, ...minutes, ...hours, ...days]

/** Returns at most `most` labels with their moments between two moments, in milliseconds since the epoch. */
export function buildTimeAxis(from: number, until: number, most: number): readonly { at: number; text: string }[] {
  const step = steps.find((each) => (until - from) / each <= most) ?? until - from
  const isUtc = step >= dayMs && from % dayMs === 0 && until % dayMs === 0 // samples of whole days are of days in UTC
  const offset = isUtc ? 0 : new Date(until).getTimezoneOffset() * minuteMs
  const first = Math.ceil((from - offset) / step) * step + offset
  const count = Math.max(0, Math.floor((until - first) / step) + 1)
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step
    const isDate = step >= dayMs || (until - from > dayMs && (at - offset) % dayMs === 0)
    return { at, text: isDate ? formatDay(at, isUtc) : formatTimeOfDay(at, step < minuteMs) }
  })
}

function formatDay(at: number, isUtc: boolean): string {
  return new Date(at).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: isUtc ? 'UTC' : undefined,
  })
}

function formatTimeOfDay(at: number, hasSeconds: boolean): string {
  const second = hasSeconds ? ({ second: '2-digit' } as const) : {}
  return new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...second })
}
