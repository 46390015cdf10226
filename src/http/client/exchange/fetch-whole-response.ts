/** Sends a request and collects the whole response. For short responses to requests of the gateway itself. */
import type { ConnectionPool, OutgoingRequest, ResponseHandler, ResponseHead } from './types.ts'

export interface WholeResponse extends ResponseHead {
  body: Buffer
}

export interface WholeResponseLimits {
  timeoutMs: number
  /** The maximum length of the body. */
  maxBodyBytes: number
}

/** Returns the response with its body. Rejects when it is not complete in time, or the body is too long. */
export async function fetchWholeResponse(
  connections: ConnectionPool,
  request: OutgoingRequest,
  { timeoutMs, maxBodyBytes }: WholeResponseLimits,
): Promise<WholeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeResponse>()
  const parts: Buffer[] = []
  let length = 0
  let response: ResponseHead | undefined

  function giveUp(error: Error): void {
    sending.abort()
    reject(error)
  }
  const handler: ResponseHandler = {
    onHead(head) {
      response = head
    },
    onData(part) {
      length += part.length
      parts.push(part)
      if (length > maxBodyBytes) giveUp(new Error(`the response is longer than ${maxBodyBytes} bytes`))
    },
    onEnd() {
      resolve({ ...(response as ResponseHead), body: Buffer.concat(parts) })
    },
    onError: reject,
  }
  const sending = connections.send(request, handler)
  const timer = setTimeout(
    () => giveUp(new Error(`there was no complete response in ${timeoutMs / 1_000} s`)),
    timeoutMs,
  )
  return promise.finally(() => clearTimeout(timer))
}
