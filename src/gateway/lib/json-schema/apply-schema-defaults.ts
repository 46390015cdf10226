/** Fills in the defaults that a JSON Schema states for absent members. */
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'

type Described = { default?: unknown; properties?: Record<string, TSchema>; items?: TSchema }

/** Returns the value with the defaults of its schema at any depth. The value itself is not changed. */
export function applySchemaDefaults(schema: TSchema, value: unknown): unknown {
  const { default: otherwise, properties, items } = schema as Described
  const given = value === undefined ? copyOf(otherwise) : value

  if (Array.isArray(given)) return items ? given.map((each) => applySchemaDefaults(items, each)) : given
  if (typeof given !== 'object' || given === null || !properties) return given

  const whole: Record<string, unknown> = { ...given }
  for (const [name, member] of Object.entries(properties)) {
    const inside = applySchemaDefaults(member, whole[name])
    if (inside !== undefined) whole[name] = inside
  }
  return whole
}

function copyOf(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value
}
