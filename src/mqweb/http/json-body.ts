/** Reads the JSON object in the body of an administrative request. */
import type { IncomingMessage } from 'node:http'
import { readBody } from '../../http/request/read-body.ts'
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

  const body = await readBody(request, maxBytes, () => new RestError('MQWB2007E', [maxBytes]))
  const value = parse(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RestError('MQWB2004E', ['it must be a JSON object'])
  return value as Record<string, unknown>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (cause) {
    throw new RestError('MQWB2004E', [(cause as Error).message], { cause })
  }
}
