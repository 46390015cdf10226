/** Sends a request to the data plane within the process, without a connection. */
import { Socket } from 'node:net'
import type { Gateway } from '../../../data-plane/index.ts'
import { CollectedResponse, InternalRequest, type InternalResponse } from '../../../lib/http/internal-exchange.ts'

export interface InProcessRequest {
  method: string
  /** The path with the query. */
  target: string
  /** A flat list of names and values. */
  headers: string[]
  body: Buffer
  /** The IP address of the caller. */
  address: string
  id: string
}

/** Returns the response when it is complete. Rejects when the gateway breaks it off. */
export function callInProcess(gateway: Gateway, request: InProcessRequest): Promise<InternalResponse> {
  const { method, target, body, address } = request
  const length = body.length > 0 ? ['Content-Length', String(body.length)] : []
  const rawHeaders = ['Host', 'localhost', ...request.headers, ...length]
  const message = new InternalRequest(new Socket(), { method, target, rawHeaders, body, client: { address } })

  const { promise, resolve, reject } = Promise.withResolvers<InternalResponse>()
  const response = new CollectedResponse()
  response.once('close', () => {
    if (response.writableFinished) resolve(response.collect())
    else reject(new Error('the gateway broke the response off'))
  })
  gateway.handle(message, response, undefined, undefined, request.id)
  return promise
}
