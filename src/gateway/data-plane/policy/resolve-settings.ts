/** Resolves numbers and flags that a document writes as a property, such as `timeout: $(timeout)`. */
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'
import { locateWithin, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'

type Scalar = { type?: string; minimum?: number; exclusiveMinimum?: number; maximum?: number }

/** Returns the settings of a policy with values in place of variables. Throws an `UndefinedValueError` for others than properties. */
export function resolveSettings(
  schema: TSchema,
  settings: object,
  constants: ReadonlyMap<string, string>,
  location: ValueLocation,
): object {
  const { properties = {} } = schema as { properties?: Record<string, Scalar> }
  const resolved = Object.entries(settings).flatMap(([name, value]) => {
    const member = properties[name]
    if (typeof value !== 'string' || (member?.type !== 'boolean' && !isNumeric(member))) return []
    const variable = value.slice(2, -1).trim()
    const text = constants.get(variable)
    const at = locateWithin(location, name)
    // The loader reports properties that nothing defines; names of the call have a dot.
    if (text === undefined) {
      const message = `${name} takes a property, and ${value} is none`
      throw new UndefinedValueError(at, message, { isAlreadyReported: !variable.includes('.') })
    }
    const scalar = member?.type === 'boolean' ? readFlag(text) : readNumber(text, member)
    if (scalar === undefined) throw new UndefinedValueError(at, `${name} cannot be "${text}", the value of ${value}`)
    return [[name, scalar] as const]
  })
  return resolved.length === 0 ? settings : { ...settings, ...Object.fromEntries(resolved) }
}

function isNumeric(member: Scalar | undefined): boolean {
  return member?.type === 'number' || member?.type === 'integer'
}

function readFlag(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function readNumber(text: string, { type, minimum, exclusiveMinimum, maximum }: Scalar = {}): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const fits =
    (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= (minimum ?? value) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    value <= (maximum ?? value)
  return fits ? value : undefined
}
