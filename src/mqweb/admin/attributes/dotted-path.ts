/** Returns the value at a dotted name in nested objects, or undefined when there is none. */
export function getAtPath(value: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value)
}

/**
 * Sets the value at a path in nested objects and creates the objects on the way. Does nothing for an undefined
 * value.
 */
export function setAtPath(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (value === undefined) return
  let at = root
  for (const part of path.slice(0, -1)) {
    at[part] ??= {}
    at = at[part] as Record<string, unknown>
  }
  at[path.at(-1) as string] = value
}

/** Returns an object in which the dots of each name separate nested objects. Undefined values are left out. */
export function nestDottedPaths(values: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of values) setAtPath(root, name.split('.'), value)
  return root
}
