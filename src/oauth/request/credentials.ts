/**
 * Parses client credentials: HTTP Basic, form parameters, or a pair of headers. RFC 6749 section 2.3 allows one
 * mechanism per request.
 */
import type { IncomingMessage } from 'node:http'

import { parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { invalidClientError, invalidRequestError } from '../errors/oauth-error.ts'
import { decodeFormText, type FormParameters } from './form.ts'

/** The credentials that a request claims. They are not verified. */
export interface ClientCredentials {
  id: string
  /** Undefined when the request has no secret, as with public clients. */
  secret: string | undefined
}

const idField = 'x-ibm-client-id'
const secretField = 'x-ibm-client-secret'

/**
 * Returns the client credentials of a request. Throws `invalid_client` when there are none or Basic is malformed,
 * and `invalid_request` when the request uses several mechanisms.
 */
export function parseClientCredentials(request: IncomingMessage, form: FormParameters): ClientCredentials {
  const authorization = field(request, 'authorization')
  const [headerId, headerSecret] = [field(request, idField), field(request, secretField)]

  const mechanisms = [authorization, headerId ?? headerSecret, form.get('client_secret')]
  if (mechanisms.filter((each) => each !== undefined).length > 1) {
    throw invalidRequestError('Multiple OAuth client credentials are provided')
  }
  const found =
    authorization !== undefined
      ? readBasic(authorization)
      : { id: headerId ?? form.get('client_id'), secret: headerSecret ?? form.get('client_secret') }

  if (!found.id) throw invalidClientError('the request has no client id')
  if ((form.get('client_id') ?? found.id) !== found.id) {
    throw invalidRequestError('client_id in the form differs from the client id of the credentials')
  }
  return { id: found.id, secret: found.secret || undefined }
}

/**
 * Returns the client credentials of the `X-IBM-Client-*` headers alone, for endpoints at which `Authorization`
 * authenticates the owner. Throws `invalid_client` when the client id is missing.
 */
export function parseHeaderCredentials(request: IncomingMessage): ClientCredentials {
  const id = field(request, idField)
  if (id === undefined) throw invalidClientError('the request has no client id')
  return { id, secret: field(request, secretField) }
}

/** Parses Basic credentials. RFC 6749 section 2.3.1: client id and secret are form-encoded before they are joined. */
function readBasic(authorization: string): ClientCredentials {
  const basic = parseBasicCredentials(authorization)
  if (!basic) throw invalidClientError('the Authorization header is not valid Basic')
  return { id: decodeFormText(basic.name), secret: decodeFormText(basic.password) }
}

/** Returns the value of a header. Throws `invalid_request` when it is repeated. */
function field(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name]
  if (values && values.length > 1) throw invalidRequestError(`Header '${name}' must not be repeated`)
  return values?.[0] || undefined
}
