/** A request in progress of a worker that hangs, as it is logged, and the key that finds its repetitions. */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { clientNetwork, findClientAddress, normalizeAddress } from '../../../shared/http/request/client-address.ts'
import { normalisePath } from '../../data-plane/index.ts'

export interface RequestInProgress {
  method: string
  /** The path without the query, which may contain secrets. */
  path: string
  /** The client id of a call whose client is known. */
  client: string | undefined
  remote: string
  /** The value of Content-Length. */
  length: string | undefined
  fingerprint: string
}

/** What the thread of a worker that hangs finds out. */
export interface HangReport {
  /** The requests in progress; undefined when the event loop could not be interrupted. */
  requests: RequestInProgress[] | undefined
  /** The index of the request that the worker executes in `requests`; undefined when this cannot be told. */
  executed: number | undefined
  /** The functions that run, the innermost first. */
  stack: string[]
}

/** Describes a request. Its fingerprint has the credentials only where they were those of a client. */
export function describeRequest(request: IncomingMessage, client: string | undefined): RequestInProgress {
  const [ofClient, ofAddress] = listFingerprints(request)
  return {
    method: request.method ?? '',
    path: pathOf(request),
    client,
    remote: normalizeAddress(findClientAddress(request)),
    length: request.headers['content-length'],
    fingerprint: client === undefined ? ofAddress : ofClient,
  }
}

/**
 * Returns the two keys of a request, with and without its credentials: the network of the client, and the first three
 * segments of the path, which name the API. What a caller can vary, such as method and body, does not count. With the
 * network and the credentials, no client can have the requests of another one refused. Of a token only the first
 * segment counts, which names the client: the next token of the same client gets the same key.
 */
export function listFingerprints(request: IncomingMessage): [ofClient: string, ofAddress: string] {
  const path = pathOf(request)
  const api = (normalisePath(path)?.path ?? path).split('/', 4).join('/')
  const { authorization = '', 'x-ibm-client-id': clientId = '' } = request.headers
  const keyOf = (credentials: string) =>
    hash('sha256', `${api}\n${clientNetwork(request)}\n${credentials}`, 'base64url')
  return [keyOf(`${authorization.split('.', 1)[0]} ${clientId}`), keyOf('')]
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
