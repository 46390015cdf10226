/**
 * A grant: how a client that has proven itself gets from its parameters to a token. RFC 6749 section 4.
 */
import type { GrantType as GrantName, ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Store } from '../../storage/index.ts'
import type { Approvals } from '../authorize/approvals.ts'
import type { Ceilings } from '../ceilings.ts'
import { OauthError } from '../errors/errors.ts'
import type { SignIn, SignInCall } from '../request/sign-in.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { Kinds } from '../state/storage-keys.ts'
import type { Answer, TokenAnswer } from '../tokens/answer.ts'

export interface GrantTools {
  settings: ProviderSettings
  /** Undefined when the provider has no user registry. */
  signIn: SignIn | undefined
  store: Store
  kinds: Kinds
  refreshTokens: RefreshTokens
  revocations: Revocations
  approvals: Approvals
  ceilings: Ceilings
  answer: Answer
  clock: Clock
  log: Log
}

export interface GrantRequest extends SignInCall {
  client: Client
  parameters: Readonly<Record<string, string | undefined>>
}

export interface Grant {
  /** As the request writes it. */
  type: string
  /** As the documents write it. */
  name: GrantName
  parameters: readonly string[]
  /** Prepares the grant for one provider. */
  build(tools: GrantTools): (request: GrantRequest) => Promise<TokenAnswer>
}

/** The value of a parameter that must be there. */
export function required({ parameters }: GrantRequest, name: string): string {
  const value = parameters[name]
  if (value === undefined) throw new OauthError('invalid_request', `Missing required parameter '${name}'`)
  return value
}
