/** Parses the body of a request that defines or alters an object into the parameters of an MQSC command. */
import { didYouMean } from '../../../lib/output/suggest.ts'
import { RestError } from '../../errors/rest-error.ts'
import type { AttributeRow } from '../attributes/attribute-row.ts'

type Parameters = Record<string, string | number>

/**
 * Returns the command parameters that a body contains. `fixed` are top-level members that are not attributes.
 * Throws `RestError` with status 400 for an unknown or read-only attribute, and for a value of the wrong JSON
 * type.
 */
export function parseObjectDefinition(
  body: Readonly<Record<string, unknown>>,
  rows: readonly AttributeRow[],
  type: string,
  fixed: readonly string[],
): Parameters {
  const settable = rows.filter(({ set, types }) => set && (types === undefined || types.includes(type)))
  const names = settable.map(({ name }) => name)
  const parameters: Parameters = {}

  for (const [name, value] of leaves(body, fixed)) {
    const set = settable.find((each) => each.name === name)?.set
    if (!set) throw new RestError('MQWB0014E', [name, ` for the type '${type}'${didYouMean(name, names) || '.'}`])

    const read = set.codec.parse(value)
    if (read === undefined) {
      throw new RestError('MQWB0015E', [JSON.stringify(value), name, `it must be ${set.codec.expected}`])
    }
    join(parameters, set.keyword.toLowerCase(), read, name)
  }
  return parameters
}

/**
 * Adds a parameter. Two booleans can share one keyword: the boolean that is true sets the value, and both being
 * true is an error.
 */
function join(parameters: Parameters, keyword: string, value: string | number, name: string): void {
  const before = parameters[keyword]
  if (before !== undefined && before !== 'NONE' && value !== 'NONE') {
    throw new RestError('MQWB0015E', ['true', name, 'another attribute excludes it'])
  }
  if (before === undefined || before === 'NONE') parameters[keyword] = value
}

/** Yields every value in nested objects with its dotted name. */
function* leaves(
  value: Readonly<Record<string, unknown>>,
  skipped: readonly string[],
  prefix = '',
): Generator<[name: string, value: unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix + key
    if (skipped.includes(name)) continue
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      yield* leaves(inner as Record<string, unknown>, skipped, `${name}.`)
    } else yield [name, inner]
  }
}
