/**
 * The decision about one token: the assembly of a provider may reject a request whose client and owner are
 * authenticated, and change the scopes and the metadata of the token.
 */
import type { IncomingMessage } from 'node:http'

export interface TokenDecisionRequest {
  request: IncomingMessage
  requestId: string | undefined
  clientId: string
  /** The owner, or the client of a token without an owner. */
  subject: string
  grant: string
  scopes: readonly string[]
  /** The parameters of the form, without the client secret. */
  parameters: Readonly<Record<string, string>>
}

/** What the assembly leaves. Members that it has not set are undefined. */
export interface AllowedToken {
  /** The scopes, separated by blanks. */
  scopes: string | undefined
  /** The text for the token response. */
  metadata: string | undefined
  /** The text for the access token. */
  accessTokenMetadata: string | undefined
}

/** The decision that changes nothing. */
export const unchangedToken: AllowedToken = { scopes: undefined, metadata: undefined, accessTokenMetadata: undefined }

export interface RejectedToken {
  rejection: { status: number; name: string; text: string; detail: string | undefined; location: string | undefined }
}

/** Never rejects. */
export type DecideToken = (request: TokenDecisionRequest) => Promise<AllowedToken | RejectedToken>

/** Decides about a token of a provider, which is named by its catalog and its own name. Never rejects. */
export type DecideForProvider = (
  catalogPath: string,
  provider: string,
  request: TokenDecisionRequest,
) => Promise<AllowedToken | RejectedToken>
