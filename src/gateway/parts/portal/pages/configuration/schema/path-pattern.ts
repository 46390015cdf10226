/** Paths of values in a document, and patterns of paths: a step `*` stands for any step, `**` for any number of them. */

export type ValuePath = readonly (string | number)[]

export function matchesPath(path: ValuePath, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return path.length === 0
  if (step === '**') {
    return Array.from({ length: path.length + 1 }, (_, skipped) => skipped).some((skipped) =>
      matchesPath(path.slice(skipped), rest),
    )
  }
  const [first, ...inner] = path
  if (first === undefined) return false
  return (step === '*' || step === String(first)) && matchesPath(inner, rest)
}

/** Returns the value at a path; undefined when there is none. */
export function readPath(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[key] : undefined,
    value,
  )
}
