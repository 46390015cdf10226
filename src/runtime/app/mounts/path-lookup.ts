/** Finds the value of the path at or above a request target, in constant time for any number of paths. */

const slash = 0x2f
const questionMark = 0x3f

/**
 * Builds the look-up. Paths begin with a slash and do not end in one, `/acme/sandbox/portal`. The first of two
 * equal paths counts, and the shorter of two paths above a target. Targets are compared as they were sent, up to
 * the query.
 */
export function buildPathLookup<T>(paths: Iterable<readonly [path: string, value: T]>) {
  const values = new Map<string, T>()
  for (const [path, value] of paths) if (!values.has(path)) values.set(path, value)
  // A target is looked up only at the numbers of segments that paths have: once when all have the same number.
  const lengths = new Set([...values.keys()].map((path) => path.split('/').length - 1))
  const longest = Math.max(0, ...lengths)

  return function find(target: string): T | undefined {
    let segments = 0
    for (let end = 1; segments < longest; end += 1) {
      const next = target.charCodeAt(end) // NaN at the end of the target
      if (next !== slash && next !== questionMark && end < target.length) continue
      segments += 1
      const found = lengths.has(segments) ? values.get(target.slice(0, end)) : undefined
      if (found !== undefined || next !== slash) return found
    }
    return undefined
  }
}
