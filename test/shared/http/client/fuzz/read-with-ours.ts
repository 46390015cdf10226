/** Reads a response with the reader of the product. */
import { ResponseReader } from '../../../../../src/shared/http/client/built-in/response-reader.ts'
import { MalformedResponseError } from '../../../../../src/shared/http/client/exchange/errors.ts'
import type { ParsedResponseHead } from '../../../../../src/shared/http/client/exchange/response-head.ts'
import type { Outcome, ResponseCase } from './outcome.ts'

/** Returns the outcome. Throws errors other than `MalformedResponseError`, because they are defects of the reader. */
export function readWithOurs({ method, pieces }: ResponseCase): Outcome {
  let head: ParsedResponseHead | undefined
  let isPersistent: boolean | undefined
  const parts: Buffer[] = []
  const reader = new ResponseReader({
    onHead(given) {
      head = given
    },
    onInterim() {},
    onData: (bytes, start, end) => parts.push(Buffer.from(bytes.subarray(start, end))),
    onEnd(persists) {
      isPersistent = persists
    },
    onUpgrade() {
      throw new Error('no request here asks for another protocol')
    },
  })
  reader.expect({ method })
  try {
    for (const piece of pieces) {
      if (isPersistent !== undefined) break // further bytes belong to another response
      const bytes = Buffer.from(piece, 'latin1')
      reader.read(bytes, bytes.length)
    }
    if (isPersistent === undefined && !reader.finish()) return { kind: 'incomplete' }
  } catch (error) {
    if (error instanceof MalformedResponseError) return { kind: 'refused', reason: error.message }
    throw error
  }
  const { status, headers: fields } = head as ParsedResponseHead
  const body = Buffer.concat(parts).toString('latin1')
  return { kind: 'complete', status, fields, body, isPersistent: isPersistent === true }
}
