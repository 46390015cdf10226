/** Dates and times as MQSC prints them, in UTC. */

/** Renders a date as `2024-05-11`; blank for undefined. */
export function renderDate(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : momentOf(milliseconds).date
}

/** Renders a time as `08.15.30`; blank for undefined. */
export function renderTime(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : momentOf(milliseconds).time
}

type Moment = { readonly second: number; readonly date: string; readonly time: string }

let last: Moment = { second: Number.NaN, date: '', time: '' }

/** Caches the last result: the date and the time of the same moment are rendered one after the other. */
function momentOf(milliseconds: number): Moment {
  const second = Math.floor(milliseconds / 1000)
  if (second !== last.second) {
    const text = new Date(milliseconds).toISOString()
    last = { second, date: text.slice(0, 10), time: text.slice(11, 19).replaceAll(':', '.') }
  }
  return last
}
