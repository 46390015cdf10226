/** Parses client credentials, by one mechanism (RFC 6749 section 2.3); the same ones twice are accepted. */
import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
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

/** A client id or a client secret, and the part of the request that has it. */
type Claim = { value: string | undefined; place: string }

/** Returns client credentials. Throws `invalid_client` for none or bad Basic, `invalid_request` for different ones. */
export function parseClientCredentials(request: IncomingMessage, form: FormParameters): ClientCredentials {
  const authorization = field(request, 'authorization')
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  const assertion = form.get('client_assertion')
  const id = onlyValue('client id', [
    { value: basic?.id, place: 'the Authorization header' },
    { value: field(request, idField), place: 'the X-IBM-Client-Id header' },
    { value: form.get('client_id'), place: 'the form parameter client_id' },
    { value: assertion && findSubject(assertion), place: 'the client assertion' },
  ])
  if (!id) throw invalidClientError('the request has no client id')
  const secret = onlyValue('client secret', [
    { value: basic?.secret, place: 'the Authorization header' },
    { value: field(request, secretField), place: 'the X-IBM-Client-Secret header' },
    { value: form.get('client_secret'), place: 'the form parameter client_secret' },
  ])
  return { id, secret }
}

/** Returns the client id in an assertion, which is not verified here: RFC 7523 section 3. */
function findSubject(assertion: string): string | undefined {
  try {
    const { sub }: { sub?: unknown } = decodeJwt(assertion)
    return typeof sub === 'string' ? sub : undefined
  } catch {
    throw invalidRequestError('The client_assertion is not a JSON Web Token')
  }
}

/** Returns the value that all claims share. Empty values count as omitted (RFC 6749 section 3.2). */
function onlyValue(what: string, claims: readonly Claim[]): string | undefined {
  const [first, ...others] = claims.filter(({ value }) => value)
  const other = others.find(({ value }) => value !== first?.value)
  if (!first || !other) return first?.value
  throw invalidRequestError(
    `Multiple OAuth client credentials are provided: the ${what} in ${first.place} differs from the one in ${other.place}. Send the credentials in one place`,
  )
}

/** Returns the `X-IBM-Client-*` credentials, beside the owner's `Authorization`. Throws `invalid_client` without id. */
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
  if (request.headers[name] === undefined) return undefined // `headersDistinct` reads all headers
  const values = request.headersDistinct[name]
  if (values && values.length > 1) throw invalidRequestError(`Header '${name}' must not be repeated`)
  return values?.[0] || undefined
}
