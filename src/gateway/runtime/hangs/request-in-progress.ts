/** A request in progress of a worker that hangs, as it is logged, and the key that finds its repetitions. */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { findClientAddress, normalizeAddress } from '../../../shared/http/request/client-address.ts'

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

export function describeRequest(request: IncomingMessage, client: string | undefined): RequestInProgress {
  const { method, path, length, remote } = partsOf(request)
  return { method, path, client, remote, length, fingerprint: fingerprintRequest(request) }
}

/**
 * Returns the key of a request: method, path, length of the body, address of the client and its credentials. With the address and
 * the credentials, no client can have the requests of another one refused. Of a token only the first segment counts, which names
 * the client: the next token of the same client gets the same key.
 */
export function fingerprintRequest(request: IncomingMessage): string {
  const { method, path, length, remote } = partsOf(request)
  const { authorization = '', 'x-ibm-client-id': clientId = '' } = request.headers
  const credentials = `${authorization.split('.', 1)[0]} ${clientId}`
  return hash('sha256', [method, path, length ?? '', remote, credentials].join('\n'), 'base64url')
}

function partsOf(request: IncomingMessage) {
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?', 1)[0] ?? '',
    length: request.headers['content-length'],
    remote: normalizeAddress(findClientAddress(request)),
  }
}
