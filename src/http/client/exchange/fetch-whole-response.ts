/**
 * A short answer as a whole, for questions of the gateway's own.
 */
import type { ConnectionPool, OutgoingRequest, ResponseHandler, ResponseHead } from './types.ts'

export interface WholeResponse extends ResponseHead {
  body: Buffer
}

export interface WholeResponseLimits {
  timeoutMs: number
  /** Bytes of the body. */
  maxBodyBytes: number
}

/** Rejects when there is no complete answer in time, or too long a one. */
export async function fetchWholeResponse(
  connections: ConnectionPool,
  request: OutgoingRequest,
  { timeoutMs, maxBodyBytes: longest }: WholeResponseLimits,
): Promise<WholeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeResponse>()
  const parts: Buffer[] = []
  let length = 0
  let answer: ResponseHead | undefined

  function giveUp(error: Error): void {
    sending.abort()
    reject(error)
  }
  const handler: ResponseHandler = {
    onHead(head) {
      answer = head
    },
    onData(part) {
      length += part.length
      parts.push(part)
      if (length > longest) giveUp(new Error(`its answer is longer than ${longest} bytes`))
    },
    onEnd() {
      if (answer) resolve({ ...answer, body: Buffer.concat(parts) })
    },
    onError: reject,
  }
  const sending = connections.send(request, handler)
  const late = setTimeout(() => giveUp(new Error(`there was no answer in ${timeoutMs / 1_000} s`)), timeoutMs)
  return promise.finally(() => clearTimeout(late))
}
