/** Dates and times as MQSC prints them, in UTC. */

/** `2024-05-11`; blank when it never was. */
export function renderDate(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : new Date(milliseconds).toISOString().slice(0, 10)
}

/** `08.15.30`; blank when it never was. */
export function renderTime(milliseconds: number | undefined): string {
  return milliseconds === undefined
    ? ''
    : new Date(milliseconds).toISOString().slice(11, 19).replaceAll(':', '.')
}
