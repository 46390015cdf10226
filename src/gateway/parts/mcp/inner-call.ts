/** Serves a call of an API from within another call, through the same pipeline as a call from outside. */
import { findProxiedClient } from '../../../shared/http/request/client-address.ts'
import type { Call } from '../../data-plane/call/call.ts'
import type { ServeInnerCall } from '../../data-plane/policy/policy.ts'
import { CollectedResponse, InternalRequest, type InternalResponse } from '../../lib/http/internal-exchange.ts'

export interface InnerRequest {
  method: string
  /** Path and query, with the path of the catalog. */
  target: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
}

const timeoutMs = 60_000
const certificateHeader = 'x-forwarded-client-cert'

/** Resolves with the response. Rejects above `maxBytes`, after a minute, and when the outer caller disconnects. */
export function callInside(
  serve: ServeInnerCall,
  { method, target, headers, body }: InnerRequest,
  outer: Call,
  maxBytes: number,
): Promise<InternalResponse> {
  // The MQ web server leases no more messages than fit: mq/web/messaging/lease-message.ts.
  const own = { host: outer.request.headers.host ?? 'localhost', 'sluice-max-response-bytes': String(maxBytes) }
  // A trusted proxy says which certificate the caller has; the inner request does not.
  const certificate = outer.request.headers[certificateHeader]
  const all: Record<string, string> = { ...own, ...headers }
  delete all[certificateHeader]
  if (typeof certificate === 'string') all[certificateHeader] = certificate
  if (outer.head.authorization !== undefined) all['authorization'] ??= outer.head.authorization
  if (body) all['content-length'] = String(body.length)
  const request = new InternalRequest(outer.request.socket, {
    method,
    target,
    rawHeaders: Object.entries(all).flat(),
    body,
    client: findProxiedClient(outer.request),
  })

  return new Promise((resolve, reject) => {
    const response = new CollectedResponse(maxBytes)
    const fail = (why: string) => {
      reject(new Error(why))
      response.destroy()
    }
    const onClose = () => fail('the caller disconnected')
    const timer = setTimeout(() => fail(`the response did not end within ${timeoutMs / 1000} s`), timeoutMs)
    outer.response.once('close', onClose)
    response.once('close', () => {
      clearTimeout(timer)
      outer.response.off('close', onClose)
      if (response.writableFinished) resolve(response.collect())
      else
        reject(
          new Error(response.isTooLong ? `the response has more than ${maxBytes} bytes` : 'the response broke off'),
        )
    })
    serve(request, response, outer)
  })
}
