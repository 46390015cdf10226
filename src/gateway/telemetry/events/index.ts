/** The events of an OAuth provider, for metrics, usage and explanations. They hold no token and no secret. */

export type TokenIssuedEvent = { kind: 'issued'; grant: string; clientId: string; requestId: string | undefined }

export interface RequestRejectedEvent {
  kind: 'refused'
  /** The error code. */
  error: string
  status: number
  /** A text that explains the rejection. It holds no secret. */
  reason: string
  /** `file:line` of the document that decided, where one document did. */
  place: string | undefined
  method: string
  /** The path without the query. */
  path: string
  /** The address of the caller. */
  remote: string
  /** The authenticated client; undefined when it was not authenticated. */
  clientId: string | undefined
  /** The client id in the request, which is not verified. */
  claimedClientId: string | undefined
  /** The requested grant, at a token endpoint. */
  grant: string | undefined
  requestId: string | undefined
}

/** An external signer has signed, or failed to. */
export type SignatureEvent = { kind: 'signature'; isOk: boolean; durationMs: number }

/** A process has applied a change of another one: a revocation, or changed signing keys. */
export interface ChangeEvent {
  kind: 'change'
  /** The time since the other process has saved the change. */
  delayMs: number
}

export type OauthEvent = TokenIssuedEvent | RequestRejectedEvent | SignatureEvent | ChangeEvent

export type OauthEventListener = (event: OauthEvent) => void
