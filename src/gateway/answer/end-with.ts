/**
 * The end of an answer.
 */
import type { ServerResponse } from 'node:http'

const fewBytes = 4 * 1024

/** Ends an answer with its last bytes. A few go as text, byte for byte, which node joins with the head to one write. */
export function endWith(response: ServerResponse, bytes: Buffer): void {
  if (bytes.length > fewBytes) response.end(bytes)
  else response.end(bytes.toString('latin1'), 'latin1')
}
