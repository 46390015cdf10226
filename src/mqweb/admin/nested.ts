/** The value at a dotted name in nested objects; undefined when there is none. */
export function valueAt(value: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value)
}
