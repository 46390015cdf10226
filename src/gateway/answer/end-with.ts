/**
 * The end of an answer.
 */
import type { HttpResponse } from '../../http/http-response.ts'

const fewBytes = 4 * 1024

/** Ends an answer with its last bytes. A few go as text, byte for byte, which node joins with the head to one write. */
export function endWith(response: HttpResponse, bytes: Buffer): void {
  if (bytes.length > fewBytes) response.end(bytes)
  else response.end(bytes.toString('latin1'), 'latin1')
}
