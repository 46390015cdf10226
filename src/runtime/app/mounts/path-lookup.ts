/** Finds the value of the path at or below which a request target lies, in the same time for any number of paths. */

const slash = 0x2f
const questionMark = 0x3f

/**
 * Paths begin with a slash and do not end in one, `/acme/sandbox/portal`. Of two equal paths the first counts, of two
 * paths above a target the shorter one. Targets are compared as they were sent, up to their query.
 */
export function buildPathLookup<T>(paths: Iterable<readonly [path: string, value: T]>) {
  const values = new Map<string, T>()
  for (const [path, value] of paths) if (!values.has(path)) values.set(path, value)
  // A target is only looked up with as many segments as some path has: once, where all have equally many.
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
