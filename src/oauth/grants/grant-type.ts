/**
 * What a grant type is: a way from the parameters of an authenticated client to a token response. RFC 6749
 * section 4.
 */
import type { GrantType as GrantName, ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import type { Approvals } from '../authorize/approvals.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { AuthenticateUser, SignInRequest } from '../request/authenticate-user.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import type { IssueTokens, TokenResponse } from '../tokens/issue-tokens.ts'

/** The dependencies of the grants of one provider. */
export interface GrantDeps {
  settings: ProviderSettings
  /** Undefined when the provider has no user registry. */
  authenticateUser: AuthenticateUser | undefined
  store: StateStore
  storageKeys: StorageKeys
  refreshTokens: RefreshTokens
  revocations: Revocations
  approvals: Approvals
  ceilings: TokenCeilings
  /** Issues the token response. */
  answer: IssueTokens
  clock: Clock
  log: Log
}

/** A token request of an authenticated client. */
export interface GrantRequest extends SignInRequest {
  client: Client
  parameters: Readonly<Record<string, string | undefined>>
}

/** A grant type, a row of the table `grantTypes`. */
export interface GrantType {
  /** The value of `grant_type` in a token request. */
  type: string
  /** The name in the OAuth provider document. */
  name: GrantName
  /** The parameters that the handler receives; all others are dropped. */
  parameters: readonly string[]
  /** Returns the handler of token requests for one provider. The handler throws `OauthError`. */
  build(deps: GrantDeps): (request: GrantRequest) => Promise<TokenResponse>
}

/** Returns the value of a required parameter. Throws `invalid_request` when it is missing. */
export function requireGrantParameter({ parameters }: GrantRequest, name: string): string {
  const value = parameters[name]
  if (value === undefined) throw new OauthError('invalid_request', `Missing required parameter '${name}'`)
  return value
}
