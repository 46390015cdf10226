/** What a call has received, and its application, plan and user, from `authorise` or `user-security`. */
import { type ClientCertificate, findClientCertificate } from '../../../shared/http/request/client-certificate.ts'
import type { Client, Entitlement } from '../../consumers/index.ts'
import type { AccessToken, TokenVerificationResult } from '../../contract/access/access-token.ts'
import type { Call } from './call.ts'

export class Caller {
  client: Client | undefined
  /** The subscription that opens the API to the client, with its product and plan. */
  entitlement: Entitlement | undefined
  token: AccessToken | undefined
  /** Verifies the token again, for a WebSocket or a stream of events, which may outlive it. */
  checkToken: (() => TokenVerificationResult | Promise<TokenVerificationResult>) | undefined
  /** The caller of the call from within which this call comes: its token has been verified. Undefined for calls from outside. */
  outer: Caller | undefined
  /** The client certificate by which a security check has identified the application. */
  certificate: ClientCertificate | undefined
  /** The name of the user that a user registry has authenticated. */
  user: string | undefined
  /** True when a security check has used the Authorization header. The header is then not forwarded to the upstream. */
  isAuthorizationConsumed = false
  /** True when a third-party provider of the API lets its tokens through to the upstream. */
  passesAuthorization = false

  /** Returns the client. Throws an `Error` when the security checks have identified none. */
  requireClient(): Client {
    if (!this.client) throw new Error('the call has no client')
    return this.client
  }

  /** Returns the entitlement. Throws an `Error` when the security checks have found none. */
  requireEntitlement(): Entitlement {
    if (!this.entitlement) throw new Error('the call has no entitlement')
    return this.entitlement
  }
}

/** Returns the certificate that identified the application, or that of the connection when its CA is trusted. */
export function findCallerCertificate({
  caller,
  request,
}: Pick<Call, 'caller' | 'request'>): ClientCertificate | undefined {
  return caller.certificate ?? findClientCertificate(request.socket)
}

/** The headers of a request that the gateway itself uses. The stage `readRequestHead` sets it. */
export class RequestHead {
  /** The value of the Authorization header. */
  authorization: string | undefined
  /** Whether the request has a header X-IBM-Client-Id. */
  hasClientId = false
  /** The value of the Accept header; several Accept headers are joined with commas. */
  accept: string | undefined
  /** The value of the Origin header. */
  origin: string | undefined
  /** The value of the traceparent header; an empty text when the request has the header more than once. */
  traceparent: string | undefined
  /** Whether the request announces a body. */
  hasBody = false
  /** The value of the Content-Length header; undefined when the body comes in chunks or there is none. */
  contentLength: string | undefined
}

/** Path and query of a request, from `readRequestTarget`; a security check takes an API key out of it. */
export class RequestTarget {
  /** The path that the gateway matches, authorises and forwards: normalised, with its leading slash. */
  path = ''
  /** The query with its question mark; an empty text when there is none. */
  search = ''
  /** The query as it was received, before API keys were taken out of it. */
  receivedSearch = ''
  /** Whether the path contains an encoded slash, `%2F`. */
  hasEncodedSlash = false
}
