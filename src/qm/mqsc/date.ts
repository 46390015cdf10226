/** Dates and times as MQSC prints them, in UTC. */

/** `2024-05-11`; blank when it never was. */
export function renderDate(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : momentOf(milliseconds).date
}

/** `08.15.30`; blank when it never was. */
export function renderTime(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : momentOf(milliseconds).time
}

interface Moment {
  readonly second: number
  readonly date: string
  readonly time: string
}

let last: Moment = { second: Number.NaN, date: '', time: '' }

/** The date and the time of a moment are asked for together, and objects are made many in a second. */
function momentOf(milliseconds: number): Moment {
  const second = Math.floor(milliseconds / 1000)
  if (second !== last.second) {
    const text = new Date(milliseconds).toISOString()
    last = { second, date: text.slice(0, 10), time: text.slice(11, 19).replaceAll(':', '.') }
  }
  return last
}
