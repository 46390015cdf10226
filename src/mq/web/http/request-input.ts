/** What a request sends: query parameters, only those that the resource has and each at most once, and a JSON object. */
import type { IncomingMessage } from 'node:http'
import { readBody } from '../../../shared/http/request/read-body.ts'
import { isJsonObject, parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
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

/** Returns the JSON object in a body. Throws `RestError` with status 400 or 415 for an invalid body, and `ClientDisconnectedError`. */
export async function readJsonObjectBody(
  request: IncomingMessage,
  maxBytes = 1024 * 1024,
): Promise<Record<string, unknown>> {
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new RestError('MQWB2006E', [type])

  return requireObject(
    parseJson(await readBody(request, maxBytes, () => new RestError('MQWB2007E', [maxBytes])), maxBytes),
  )
}

/** Returns a value that is an object. Throws MQWB2004E (400) for any other value. */
export function requireObject(value: unknown): Record<string, unknown> {
  if (isJsonObject(value)) return value
  throw new RestError('MQWB2004E', ['it must be a JSON object'])
}

/** Parses JSON in UTF-8, within the limits of shared threads. Throws MQWB2004E (400). */
export function parseJson(body: Buffer, maxBytes?: number): unknown {
  try {
    return parseForeignJson(body, { bytes: maxBytes })
  } catch (cause) {
    throw new RestError('MQWB2004E', [(cause as Error).message], { cause })
  }
}
