/**
 * Finds schemas that refer to themselves for the same value, by `$ref`, `allOf` and similar keywords alone, so that
 * validation would not end.
 */

type Json = Record<string, unknown>

const single = ['not', 'if', 'then', 'else']
const lists = ['allOf', 'anyOf', 'oneOf']

/** Returns the indexes of the schemas in such a cycle. A reference to another schema is `#/$defs/{index}`. */
export function findSchemasInCycles(schemas: readonly unknown[]): ReadonlySet<number> {
  const targets = schemas.map((schema) => targetsOf(schema))
  return new Set([...targets.keys()].filter((index) => leadsBack(index, targets)))
}

function leadsBack(start: number, targets: readonly (readonly number[])[]): boolean {
  const seen = new Set<number>()
  const open = [...(targets[start] ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === start) return true
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(targets[next] ?? []))
  }
  return false
}

/** Returns the indexes of the schemas that apply to the same value. */
function targetsOf(schema: unknown): number[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref: ref, dependentSchemas = {} } = schema as Json
  const inside = [
    ...single.map((word) => (schema as Json)[word]),
    ...lists.flatMap((word) => ((schema as Json)[word] ?? []) as unknown[]),
    ...Object.values(dependentSchemas as Json),
  ]
  const own = typeof ref === 'string' ? [Number(ref.slice(ref.lastIndexOf('/') + 1))] : []
  return [...own, ...inside.flatMap(targetsOf)]
}
