/** Bodies of test files: a text is sent as it is, every other value as JSON. */
import { parseJsonOrKeep } from '../../../../shared/lib/collections/json-object.ts'

/** Returns the bytes of a body and its media type; none for an absent body. */
export function renderBody(body: unknown): { bytes: Buffer; type: string | undefined } {
  if (body === undefined) return { bytes: Buffer.alloc(0), type: undefined }
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'text/plain' }
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' }
}

/** Returns the JSON value of a body, or its text when it is no JSON. */
export function readBody(bytes: Buffer): unknown {
  return parseJsonOrKeep(bytes.toString())
}
