/** Texts of a call as the JSON values that they spell, where a contract wants such. */
import type { FieldContract } from '../../config/types/index.ts'

/** A text as the value that it spells, where one of these types is wanted. */
export function parseParameterText(text: string, types: readonly string[]): unknown {
  const wantsNumber = types.includes('integer') || types.includes('number')
  if (wantsNumber && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The object that pairs of names and texts spell. A name that may stand once and does not becomes a list. */
export function parseMembers(
  pairs: Iterable<readonly [name: string, text: string]>,
  fields: ReadonlyMap<string, FieldContract>,
): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null) // names are the caller's: `__proto__` is one like others
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
