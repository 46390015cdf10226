/**
 * A grant: how a client that has proven itself gets from its parameters to a token. RFC 6749 section 4.
 */
import type { GrantType as GrantName, ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import type { Approvals } from '../authorize/approvals.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { SignInOwner, SignInRequest } from '../request/sign-in.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import type { IssueTokens, TokenResponse } from '../tokens/issue-tokens.ts'

export interface GrantDeps {
  settings: ProviderSettings
  /** Undefined when the provider has no user registry. */
  signIn: SignInOwner | undefined
  store: StateStore
  storageKeys: StorageKeys
  refreshTokens: RefreshTokens
  revocations: Revocations
  approvals: Approvals
  ceilings: TokenCeilings
  answer: IssueTokens
  clock: Clock
  log: Log
}

export interface GrantRequest extends SignInRequest {
  client: Client
  parameters: Readonly<Record<string, string | undefined>>
}

export interface GrantType {
  /** As the request writes it. */
  type: string
  /** As the documents write it. */
  name: GrantName
  parameters: readonly string[]
  /** Prepares the grant for one provider. */
  build(deps: GrantDeps): (request: GrantRequest) => Promise<TokenResponse>
}

/** The value of a parameter that must be there. */
export function requireGrantParameter({ parameters }: GrantRequest, name: string): string {
  const value = parameters[name]
  if (value === undefined) throw new OauthError('invalid_request', `Missing required parameter '${name}'`)
  return value
}
