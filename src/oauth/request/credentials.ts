/**
 * Where a client puts its credentials: HTTP Basic, the form, or a pair of header fields. One place at a time.
 *
 * RFC 6749 section 2.3.
 */
import type { IncomingMessage } from 'node:http'

import { parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { invalidClientError, invalidRequestError } from '../errors/oauth-error.ts'
import { decodeFormText, type FormParameters } from './form.ts'

/** What a request says about its client. Nothing of it is proven. */
export interface ClientCredentials {
  id: string
  /** Undefined when none was sent: all that a public client can do. */
  secret: string | undefined
}

const idField = 'x-ibm-client-id'
const secretField = 'x-ibm-client-secret'

/** The credentials of a request. Refuses none at all, more than one mechanism, and Basic that cannot be read. */
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

  if (!found.id) throw invalidClientError('the request names no client')
  if ((form.get('client_id') ?? found.id) !== found.id) {
    throw invalidRequestError('The form names another client than the credentials')
  }
  return { id: found.id, secret: found.secret || undefined }
}

/** The credentials in the pair of header fields alone: where Authorization speaks of somebody else. */
export function parseHeaderCredentials(request: IncomingMessage): ClientCredentials {
  const id = field(request, idField)
  if (id === undefined) throw invalidClientError('the request names no client')
  return { id, secret: field(request, secretField) }
}

/** Section 2.3.1: both halves are form-encoded before they are put into Basic. */
function readBasic(authorization: string): ClientCredentials {
  const basic = parseBasicCredentials(authorization)
  if (!basic) throw invalidClientError('the Authorization field is not well-formed Basic')
  return { id: decodeFormText(basic.name), secret: decodeFormText(basic.password) }
}

/** A header field that may stand once. */
function field(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name]
  if (values && values.length > 1) throw invalidRequestError(`Header field '${name}' must not be repeated`)
  return values?.[0] || undefined
}
