/** Parses query parameters: only those that the resource has, each at most once. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

export type QueryParameters<Name extends string> = Readonly<Partial<Record<Name, string>>>

const none: QueryParameters<never> = Object.freeze({})

/** Returns the parameters; a flag is the empty string. Throws MQWB0012E (400) for an unknown or repeated one. */
export function parseQueryParameters<Name extends string>(
  context: RestContext,
  names: readonly Name[],
): QueryParameters<Name> {
  if (context.search === '') return none

  const found: Partial<Record<Name, string>> = {}
  for (const [name, value] of new URLSearchParams(context.search)) {
    const known = names.find((each) => each === name)
    if (!known) throw new RestError('MQWB0012E', [name, didYouMean(name, names) || '.'])
    if (found[known] !== undefined) throw new RestError('MQWB0012E', [name, ': it was given twice.'])
    found[known] = value
  }
  return found
}

/** Returns a whole number, or undefined when the parameter is missing. Throws MQWB0013E (400) for any other value. */
export function parseIntegerParameter(
  name: string,
  value: string | undefined,
  range: { min: number; max: number },
): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= range.min && number <= range.max) return number
  const allowed = `it must be a whole number from ${range.min} to ${range.max}`
  throw new RestError('MQWB0013E', [value, name, allowed])
}

/** Returns the value, or undefined when it was not given. Throws MQWB0013E (400) for any other word. */
export function parseChoiceParameter<Word extends string>(
  name: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  const found = words.find((each) => each === value)
  if (found !== undefined || value === undefined) return found
  throw new RestError('MQWB0013E', [value, name, `it must be one of ${words.join(', ')}`])
}

/** Returns whether a flag is present. Throws MQWB0013E (400) when it has a value. */
export function parseFlagParameter(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '') return value !== undefined
  throw new RestError('MQWB0013E', [value, name, 'it is a flag and takes no value'])
}
