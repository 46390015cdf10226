/**
 * Ids that sort by the time of their creation.
 *
 * Records that are written one after another are then neighbours in the store and share a page. Random ids touch
 * one page each, which costs a read per write when the store has a million records.
 */
const digits = 9 // base-36 digits of milliseconds, enough until the year 5188

/** Returns an id that sorts after the ids created earlier. `now` is in milliseconds. */
export function buildSortableId(now: number, name: string): string {
  return Math.floor(now).toString(36).padStart(digits, '0') + name
}

/** Returns the part of the id that determines its order. */
export function sortablePrefix(name: string): string {
  return name.slice(0, digits)
}
