/** Builds a placeholder that fits a schema, for a missing or wrong value. */

export type JsonObject = { [key: string | number]: unknown }

/** Returns the default of the schema, or the simplest value of its type. */
export function buildPlaceholder(schema: unknown): unknown {
  const { default: otherwise, const: constant, enum: values, anyOf, oneOf, type } = schema as JsonObject
  if (otherwise !== undefined) return structuredClone(otherwise)
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  const [branch] = (anyOf ?? oneOf ?? []) as unknown[]
  if (branch !== undefined) return buildPlaceholder(branch)
  return simplest[String(type)]?.(schema as JsonObject) ?? null
}

const simplest: Readonly<Record<string, (schema: JsonObject) => unknown>> = {
  string: ({ format }) => (format === 'web-address' ? 'http://unknown.invalid' : 'unknown'),
  number: ({ minimum = 1 }) => minimum,
  integer: ({ minimum = 1 }) => minimum,
  boolean: () => false,
  array: () => [],
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(
      (required as string[]).map((name) => [name, buildPlaceholder((properties as JsonObject)[name] ?? {})]),
    ),
}
