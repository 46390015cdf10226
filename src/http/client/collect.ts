/**
 * A short answer as a whole, for questions of the gateway's own.
 */
import type { AnswerHandler, AnswerHead, Connections, OutgoingRequest } from './types.ts'

export interface CollectedAnswer extends AnswerHead {
  body: Buffer
}

export interface CollectLimits {
  timeoutMs: number
  /** Bytes of the body. */
  longest: number
}

/** Rejects when there is no complete answer in time, or too long a one. */
export async function collect(
  connections: Connections,
  request: OutgoingRequest,
  { timeoutMs, longest }: CollectLimits,
): Promise<CollectedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CollectedAnswer>()
  const parts: Buffer[] = []
  let length = 0
  let answer: AnswerHead | undefined

  function giveUp(error: Error): void {
    sending.abort()
    reject(error)
  }
  const handler: AnswerHandler = {
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
