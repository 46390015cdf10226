/** What happens in a provider, for telemetry: metrics, usage, explanations. Events hold no token and no secret. */

export interface TokenIssuedEvent {
  kind: 'issued'
  grant: string
  clientId: string
  requestId: string | undefined
}

export interface RequestRejectedEvent {
  kind: 'refused'
  /** The error code. */
  error: string
  status: number
  /** What was found; it holds no secret. */
  reason: string
  /** `file:line` of the document that decided, where one document did. */
  place: string | undefined
  method: string
  /** Without the query. */
  path: string
  /** The address of the caller. */
  remote: string
  /** Undefined until the client has proven itself. */
  clientId: string | undefined
  /** The client that the request names, without any proof. */
  claimedClientId: string | undefined
  /** The grant that was asked for, at a token endpoint. */
  grant: string | undefined
  requestId: string | undefined
}

export type OauthEvent = TokenIssuedEvent | RequestRejectedEvent

export type OauthEventListener = (event: OauthEvent) => void
