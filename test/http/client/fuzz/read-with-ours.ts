/** Reads a response with the reader of the product. */

import { Malformed } from '../../../../src/http/client/errors.ts'
import type { ParsedHead } from '../../../../src/http/client/response-head.ts'
import { AnswerReader } from '../../../../src/http/client/response-reader.ts'
import type { Outcome, ResponseCase } from './outcome.ts'

/** Throws what is no `Malformed`: the reader itself is at fault. */
export function readWithOurs({ method, pieces }: ResponseCase): Outcome {
  let head: ParsedHead | undefined
  let isPersistent: boolean | undefined
  const parts: Buffer[] = []
  const reader = new AnswerReader({
    onHead(given) {
      head = given
    },
    onInterim() {},
    onData: (bytes, start, end) => parts.push(Buffer.from(bytes.subarray(start, end))),
    onEnd(persists) {
      isPersistent = persists
    },
    onSwitch() {
      throw new Error('no request here asks for another protocol')
    },
  })
  reader.expect({ method })
  try {
    for (const piece of pieces) {
      if (isPersistent !== undefined) break // what follows is another response
      const bytes = Buffer.from(piece, 'latin1')
      reader.read(bytes, bytes.length)
    }
    if (isPersistent === undefined && !reader.finish()) return { kind: 'incomplete' }
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'refused', reason: error.message }
    throw error
  }
  const { status, fields } = head as ParsedHead
  const body = Buffer.concat(parts).toString('latin1')
  return { kind: 'complete', status, fields, body, isPersistent: isPersistent === true }
}
