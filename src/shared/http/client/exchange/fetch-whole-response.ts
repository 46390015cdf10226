/** Sends a request and collects the whole response. For short responses to requests of the gateway itself. */
import { addChunk } from '../../../lib/memory/add-chunk.ts'
import type { ConnectionPool, OutgoingRequest, ResponseHandler, ResponseHead } from './types.ts'

export interface WholeResponse extends ResponseHead {
  body: Buffer
}

export interface WholeResponseLimits {
  timeoutMs: number
  /** The maximum length of the body. */
  maxBodyBytes: number
  /** Whether the rest of a longer body is left out; otherwise the response is rejected. */
  cutsBody?: boolean
  /** Ends the request early. */
  signal?: AbortSignal | undefined
}

/** The response was not complete in time. */
export class ResponseTimeoutError extends Error {
  override name = 'ResponseTimeoutError'
}

/** Returns the whole response. Rejects with `ResponseTimeoutError`, the signal's reason, or if the body is too long. */
export async function fetchWholeResponse(
  connections: ConnectionPool,
  request: OutgoingRequest,
  { timeoutMs, maxBodyBytes, cutsBody = false, signal }: WholeResponseLimits,
): Promise<WholeResponse> {
  signal?.throwIfAborted()
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
      addChunk(parts, part)
      if (length <= maxBodyBytes) return
      if (cutsBody) handler.onEnd()
      giveUp(new Error(`the response is longer than ${maxBodyBytes} bytes`))
    },
    onEnd() {
      resolve({ ...(response as ResponseHead), body: Buffer.concat(parts).subarray(0, maxBodyBytes) })
    },
    onError: reject,
  }
  const sending = connections.send(request, handler)
  const onTimeout = () => giveUp(new ResponseTimeoutError(`there was no complete response in ${timeoutMs / 1_000} s`))
  const timer = setTimeout(onTimeout, timeoutMs)
  const onAbort = () => giveUp(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  })
}
