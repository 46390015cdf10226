/** Parses texts of a request as the JSON values that a contract expects. */
import type { FieldContract } from '../../../config/types/index.ts'

/** Returns the number or boolean that a text represents if one of the types expects it, otherwise the text. */
export function parseParameterText(text: string, types: readonly string[]): unknown {
  const wantsNumber = types.includes('integer') || types.includes('number')
  if (wantsNumber && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Builds an object from names and texts. Repeated names become lists, which the schema check may report. */
export function parseObjectMembers(
  pairs: Iterable<readonly [name: string, text: string]>,
  fields: ReadonlyMap<string, FieldContract>,
): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null) // names come from the caller and may be `__proto__`
  const repeated = new Set<string>()
  for (const [name, text] of pairs) {
    const field = fields.get(name)
    const value = parseParameterText(text, field?.types ?? [])
    if (!(name in object)) object[name] = field?.isList ? [value] : value
    else if (field?.isList || repeated.has(name)) (object[name] as unknown[]).push(value)
    else {
      object[name] = [object[name], value]
      repeated.add(name)
    }
  }
  return object
}
