import { randomBytes } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { UserTokenCeiling } from '../../../shared/registries/index.ts'
import type { AccessToken } from '../../contract/access/access-token.ts'
import { buildSortableId } from './sortable-id.ts'

/** What an owner allowed a client: the beginning of a chain of tokens, in the record of each refresh token. */
export interface Consent extends Pick<AccessToken, 'clientId' | 'subject' | 'grant' | 'metadata' | 'authTime' | 'acr'> {
  /** The id of the chain, which all tokens of this consent carry. */
  chain: string
  scopes: readonly string[]
  /** When the chain began, in seconds since the epoch. */
  startedAt: number
  /** How often the chain was refreshed. */
  refreshes: number
  /** The token ceiling that the registry returned at sign-in. */
  ceiling?: UserTokenCeiling | undefined
  /** The claims about the owner that clients can receive: OpenID Connect Core section 5.1. */
  claims?: Readonly<Record<string, string | boolean>>
  /** The ids of the access tokens that were exchanged for one of this consent: each of them ends it. RFC 8693. */
  exchanged?: readonly string[] | undefined
  /** What oidc-provider stores of the authorization in its refresh tokens, such as `nonce`, `authTime` and `resource`. */
  details?: Partial<AdapterPayload>
}

/** The grant of a token that continues the consent of an exchanged token. */
export const tokenExchangeGrant = 'token_exchange'

/** Returns whether an owner gave the consent. A client that acts for itself needs none, and an exchange continues another. */
export function hasOwner({ grant }: Consent): boolean {
  return grant !== 'client_credentials' && grant !== tokenExchangeGrant
}

/** Returns the id of a chain that begins at `now`, in milliseconds. */
export function generateChainId(now: number): string {
  return buildSortableId(now, randomBytes(16).toString('base64url'))
}
