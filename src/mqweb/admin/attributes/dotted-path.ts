/** The value at a dotted name in nested objects; undefined when there is none. */
export function getAtPath(value: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value)
}

/** Puts a value at a path of nested objects; one that is undefined leaves no trace. */
export function setAtPath(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (value === undefined) return
  let at = root
  for (const part of path.slice(0, -1)) {
    at[part] ??= {}
    at = at[part] as Record<string, unknown>
  }
  at[path.at(-1) as string] = value
}

/** An object of attributes nested by the dots of their names; undefined ones are left out. */
export function nestDottedPaths(
  values: Iterable<readonly [name: string, value: unknown]>,
): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of values) setAtPath(root, name.split('.'), value)
  return root
}
