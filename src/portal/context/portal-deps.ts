/** What a portal is handed by whoever puts it together. */
import type {
  Api,
  ApiDescription,
  Application,
  Catalog,
  Credential,
  PortalSettings,
} from '../../config/types/index.ts'
import type { Explanation } from '../../lib/access/explanation.ts'
import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AttemptLimits } from '../../security/index.ts'
import type { StateStore } from '../../storage/index.ts'
import type { LimitUsage, TokenView } from '../rest/index.ts'
import type { ApplicationEdit, ApplicationEditResult } from './application-edit.ts'

export interface PortalDeps {
  catalog: Catalog
  settings: PortalSettings
  /** The origin of the gateway as providers name it. */
  baseUrl: string
  /** Where the build put the page; of this package when left out. */
  siteFolder?: string | undefined
  store: StateStore
  clock: Clock
  log: Log
  accounts: PortalAccounts
  /** Limits on failed attempts at passwords and secrets. */
  attempts: AttemptLimits
  /** When each secret of a credential was last used, newest secret first, in milliseconds; undefined: never. */
  findSecretUses(credential: Credential): Promise<(number | undefined)[]>
  /** Changes the document of an application; settles when every worker knows. */
  editApplication(edit: ApplicationEdit): Promise<ApplicationEditResult>
  /** What the document of an API says to people; undefined when it cannot be read any more. */
  describeApi(api: Api): Promise<ApiDescription | undefined>
  /** Why a call was refused, whichever worker served it. */
  findExplanation(requestId: string): Promise<Explanation | undefined>
  inspectToken(token: string): Promise<TokenInspection>
  usage: UsageReader
}

/** The users of the portal: a local registry. */
export interface PortalAccounts {
  /** The user's name as it is kept; undefined when name or password are wrong. */
  authenticate(name: string, password: string, signal: AbortSignal): Promise<string | undefined>
  find(name: string): Promise<PortalAccount | undefined>
  add(name: string, password: string): Promise<'added' | 'taken' | AccountRejection>
  setPassword(name: string, password: string): Promise<AccountRejection | undefined>
  /** One form for all spellings of a name that mean the same user. */
  fold(name: string): string
}

/** Why a name or a password cannot be had. */
export interface AccountRejection {
  reason: string
  field: 'name' | 'password'
}

export interface PortalAccount {
  name: string
  /** Another one after every change of the password. */
  stamp: string
}

/** The registry could not be asked. */
export class AccountsUnavailableError extends Error {
  override name = 'AccountsUnavailable'
  /** Seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number, options: ErrorOptions) {
    super('the users of the portal cannot be asked', options)
    this.retryAfter = retryAfter
  }
}

/** What a token is worth; times in seconds since the epoch. */
export interface TokenInspection {
  issuer?: string
  refused?: string
  token?: {
    id: string
    clientId: string
    subject: string
    grant: string
    scopes: string[]
    issuedAt: number
    expiresAt: number
  }
  ceilings?: readonly (TokenCeiling & { whose: string })[]
  operations: TokenView['operations']
}

export interface UsageReader {
  /** What was counted from an hour on, which is told by the milliseconds at which it begins. */
  readHours(application: Application, since: number): Promise<HourlyUsage[]>
  /** What was counted of each limit of a plan until now. */
  readLimits(application: Application, product: string, plan: string): Promise<LimitUsage[]>
}

/** What one application did with one API within one hour. */
export interface HourlyUsage {
  /** Milliseconds since the epoch. */
  startsAt: number
  /** `name:version`; empty for tokens, which belong to no API. */
  api: string
  calls: number
  errors: number
  refusals: number
  tokens: number
  /** Milliseconds of all calls together. */
  totalMs: number
  /** How many took how long. */
  latencies: readonly { aboveMs: number; upToMs: number; calls: number }[]
}
