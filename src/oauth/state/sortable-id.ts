/**
 * Names that sort by the time at which they were given.
 *
 * What is written one after the other then stands side by side in the store: a page takes in many, whereas names at
 * random touch a page each, and have it fetched once there are a million.
 */
const digits = 9 // of milliseconds in base 36: enough until the year 5188

/** A name that sorts after those that were given earlier. */
export function buildSortableId(now: number, name: string): string {
  return Math.floor(now).toString(36).padStart(digits, '0') + name
}

/** The part of a name that sorts it. */
export function sortablePrefix(name: string): string {
  return name.slice(0, digits)
}
