/** The body of a request that defines or alters an object, as parameters of a command. */
import { didYouMean } from '../../lib/output/suggest.ts'
import { RestError } from '../errors/rest-error.ts'
import type { AttributeRow } from './attributes/attribute-row.ts'

type Parameters = Record<string, string | number>

/**
 * The parameters that a body stands for. `fixed` are members at the top that are not attributes. Throws 400 for an
 * attribute that the type does not have or that cannot be set, and for a value of another JSON type.
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
    if (!set)
      throw new RestError('MQWB0014E', [name, ` for the type '${type}'${didYouMean(name, names) || '.'}`])

    const read = set.codec.parse(value)
    if (read === undefined) {
      throw new RestError('MQWB0015E', [JSON.stringify(value), name, `it must be ${set.codec.expected}`])
    }
    join(parameters, set.keyword.toLowerCase(), read, name)
  }
  return parameters
}

/** Two truths may share a keyword: the one that is true decides, and both cannot be. */
function join(parameters: Parameters, keyword: string, value: string | number, name: string): void {
  const before = parameters[keyword]
  if (before !== undefined && before !== 'NONE' && value !== 'NONE') {
    throw new RestError('MQWB0015E', ['true', name, 'another attribute excludes it'])
  }
  if (before === undefined || before === 'NONE') parameters[keyword] = value
}

/** Every value in nested objects, by its dotted name. */
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
