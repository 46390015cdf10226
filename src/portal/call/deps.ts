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
import type { Store } from '../../storage/index.ts'
import type { LimitUsage, TokenView } from '../rest/index.ts'
import type { ApplicationEdit, EditAnswer } from './edit.ts'

export interface PortalTools {
  catalog: Catalog
  settings: PortalSettings
  /** The origin of the gateway as providers name it. */
  baseUrl: string
  /** Where the build put the page; of this package when left out. */
  siteFolder?: string | undefined
  store: Store
  clock: Clock
  log: Log
  accounts: Accounts
  /** Limits on failed attempts at passwords and secrets. */
  attempts: AttemptLimits
  /** When each secret of a credential was last used, newest secret first, in milliseconds; undefined: never. */
  secretUses(credential: Credential): Promise<(number | undefined)[]>
  /** Changes the document of an application; settles when every worker knows. */
  edit(edit: ApplicationEdit): Promise<EditAnswer>
  /** What the document of an API says to people; undefined when it cannot be read any more. */
  describe(api: Api): Promise<ApiDescription | undefined>
  /** Why a call was refused, whichever worker served it. */
  explain(requestId: string): Promise<Explanation | undefined>
  inspect(token: string): Promise<TokenInspection>
  usage: UsageTools
}

/** The users of the portal: a local registry. */
export interface Accounts {
  /** The user's name as it is kept; undefined when name or password are wrong. */
  authenticate(name: string, password: string, signal: AbortSignal): Promise<string | undefined>
  find(name: string): Promise<Account | undefined>
  add(name: string, password: string): Promise<'added' | 'taken' | AccountRefusal>
  setPassword(name: string, password: string): Promise<AccountRefusal | undefined>
  /** One form for all spellings of a name that mean the same user. */
  fold(name: string): string
}

/** Why a name or a password cannot be had. */
export interface AccountRefusal {
  refused: string
  field: 'name' | 'password'
}

export interface Account {
  name: string
  /** Another one after every change of the password. */
  stamp: string
}

/** The registry could not be asked. */
export class AccountsUnavailable extends Error {
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

export interface UsageTools {
  /** What was counted from an hour on, which is told by the milliseconds at which it begins. */
  hours(application: Application, since: number): Promise<CountedHour[]>
  /** What was counted of each limit of a plan until now. */
  limits(application: Application, product: string, plan: string): Promise<LimitUsage[]>
}

/** What one application did with one API within one hour. */
export interface CountedHour {
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
