/** Finds the regular expressions of a JSON Schema, or of a document that contains schemas. */

/** Returns the value of each `pattern` and each name in `patternProperties`, with its path. Values with several places are read once. */
export function* findSchemaPatterns(
  value: unknown,
  path: readonly (string | number)[] = [],
  seen = new Set<object>(),
): Generator<{ pattern: string; path: readonly (string | number)[] }> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    const here = [...path, isList ? Number(name) : name]
    if (name === 'pattern' && typeof member === 'string') yield { pattern: member, path: here }
    if (name === 'patternProperties' && typeof member === 'object' && member !== null)
      for (const pattern of Object.keys(member)) yield { pattern, path: [...here, pattern] }
    yield* findSchemaPatterns(member, here, seen)
  }
}
