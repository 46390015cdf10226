/** Reads the JSON object in the body of an administrative request. */
import type { IncomingMessage } from 'node:http'
import { readBody } from '../../../shared/http/request/read-body.ts'
import { isJsonObject, parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
import { RestError } from '../errors/rest-error.ts'

const defaultMaxBytes = 1024 * 1024

/**
 * Returns the object. Throws `RestError` with status 400 or 415 for an invalid body, and
 * `ClientDisconnectedError`.
 */
export async function readJsonObjectBody(
  request: IncomingMessage,
  maxBytes = defaultMaxBytes,
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
