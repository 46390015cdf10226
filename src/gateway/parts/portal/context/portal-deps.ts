/** The dependencies of a portal, which `host/open-portal.ts` provides. */
import type { AttemptLimits } from '../../../../shared/security/index.ts'
import type { CounterStore } from '../../../../shared/storage/index.ts'
import type { Api, ApiDescription, Application, Credential, PortalSettings } from '../../../config/types/index.ts'
import type { CallLogRequest, CallLogState } from '../../../contract/access/call-log.ts'
import type { Explanation, RejectedCall } from '../../../contract/access/explanation.ts'
import type { AnswerRow, QuestionName } from '../../../contract/access/questions.ts'
import type { SigningKeyDescription } from '../../../oauth/index.ts'
import type { OpenPortalOptions } from '../../../runtime/app/catalog-rows.ts'
import type { TokenInspection } from '../../../runtime/tokens/index.ts'
import type { HourlyUsage, MinuteUsage } from '../../../telemetry/usage/index.ts'
import type { DayUsage, LimitUsage, LiveCounters, PortalErrorCode } from '../rest/index.ts'
import type { DocumentRequest, DocumentResult } from './document-request.ts'

export interface PortalDeps
  extends Pick<
    OpenPortalOptions,
    'catalog' | 'baseUrl' | 'documentsFolder' | 'previousFilesFolder' | 'store' | 'clock' | 'log' | 'editApplication'
  > {
  settings: PortalSettings
  /** The folder of the built page; `dist/portal` of this package by default. */
  siteFolder?: string | undefined
  /** Counts attempts and what a user may do per hour. */
  counters: CounterStore
  accounts: PortalAccounts
  /** Sends e-mails; undefined when the operator has set up no SMTP server. */
  mailer?: Mailer | undefined
  /** The limits on failed attempts at passwords and secrets. */
  attempts: AttemptLimits
  /** Returns the last use of each secret, newest first, in milliseconds since the epoch; undefined for never. */
  findSecretUses(credential: Credential): Promise<(number | undefined)[]>
  /** Lists, checks and changes documents of the gateway. */
  editDocuments(request: DocumentRequest): Promise<DocumentResult>
  /** Lists, rotates and removes the signing keys of the catalog's OAuth providers. */
  signingKeys: PortalSigningKeys
  /** Reads summaries, parameters and schemas of an API; undefined when its document cannot be read. */
  describeApi(api: Api): Promise<ApiDescription | undefined>
  /** Reads the OpenAPI document of an API for publication; undefined when it cannot be read. */
  readOpenApi(api: Api): Promise<Record<string, unknown> | undefined>
  /** Returns the last rejected calls of an application of the catalog, by any worker, in no particular order. */
  listRejectedCalls(application: string): Promise<RejectedCall[]>
  /** Finds the explanation of a rejected call of any worker. */
  findExplanation(requestId: string): Promise<Explanation | undefined>
  /** Returns the counters of all workers for this catalog. */
  readLiveCounters(): Promise<LiveCounters>
  /** Starts, stops or lists the recording of single calls, in all workers. */
  handleCallLog(request: CallLogRequest): Promise<CallLogState>
  /** Answers a question about the catalog; undefined while the documents have errors. */
  answerQuestion(name: QuestionName, argument: string): Promise<AnswerRow[] | undefined>
  inspectToken(token: string): Promise<TokenInspection>
  usage: UsageReader
}

export interface Mailer {
  /** Resolves when the SMTP server has accepted the message. */
  send(message: { to: string; subject: string; text: string }): Promise<void>
}

/** The users of the portal: those of a local user registry, of another provider, where users have no password here, or of both. */
export interface PortalAccounts {
  /** Whether users can have a password here. */
  hasPasswords: boolean
  /** The provider at which users sign in; undefined for a local registry alone. */
  provider?: SignInProvider
  /** Returns the stored spelling of the name; undefined for wrong credentials. Throws an `AccountsUnavailableError`. */
  authenticate(name: string, password: string, signal: AbortSignal): Promise<string | undefined>
  find(name: string): Promise<PortalAccount | undefined>
  add(name: string, password: string): Promise<'added' | 'taken' | AccountRejection>
  setPassword(name: string, password: string): Promise<AccountRejection | undefined>
  /** Returns one canonical form for all spellings of a user name. */
  fold(name: string): string
}

/** Another provider at which users sign in. Methods throw an `AccountsUnavailableError`. */
export interface SignInProvider {
  title: string
  /** Returns the URL to redirect to, and the value of an `HttpOnly` cookie, with its life in seconds. */
  begin(callback: string): Promise<{ url: string; cookie: string; seconds: number }>
  /** Returns the user who came back to `callback` with a query string, or why not. */
  complete(query: string, callback: string, cookie: string | undefined): Promise<SignedInUser | { rejected: string }>
  /** Returns the URL at which the provider ends its session too; undefined when it has none. */
  findLogoutUrl(idToken: string | undefined, returnTo: string): Promise<string | undefined>
}

/** A user as the other provider described it. */
export type SignedInUser = {
  name: string
  idToken?: string | undefined
  email?: { address: string; isVerified: boolean } | undefined
}

/** A name or password that breaks a rule of the registry. */
export type AccountRejection = { reason: string; field: 'name' | 'password' }

export interface PortalAccount {
  name: string
  /** Changes with every change of the password, which ends older sessions. */
  stamp: string
  /** False for a user of another provider, which has the password. */
  hasPassword?: false
}

/** The user registry of the portal cannot be read at the moment. */
export class AccountsUnavailableError extends Error {
  override name = 'AccountsUnavailableError'
  /** Seconds after which the client may retry. */
  readonly retryAfter: number

  constructor(retryAfter: number, options: ErrorOptions) {
    super('the users of the portal cannot be asked', options)
    this.retryAfter = retryAfter
  }
}

export interface UsageReader {
  /** Returns the counters of each hour since `since`, the start of an hour in milliseconds since the epoch. */
  readHours(application: Application, since: number): Promise<HourlyUsage[]>
  /** Returns the counters of each minute, operation and process between two times in milliseconds since the epoch. */
  readMinutes(application: Application, times: { since: number; until: number }): Promise<MinuteUsage[]>
  /** Returns the counters of each day since a day in UTC, `2026-11-21`, in the order of days. */
  readDays(application: Application, sinceDay: string): Promise<DayUsage[]>
  /** Returns the current use of each limit of a plan. */
  readLimits(application: Application, product: string, plan: string): Promise<LimitUsage[]>
}

/** What owners who may change documents can do with the signing keys of the catalog's OAuth providers. */
export interface PortalSigningKeys {
  /** Returns the keys of a provider: the retired ones, then the valid ones, each oldest first. */
  list(provider: string): Promise<SigningKeyDescription[]>
  /** Creates a key. Resolves when the store and the audit trail have it. */
  rotate(provider: string, by: string): Promise<SigningKeyChange>
  /** Removes a key, whose tokens are rejected from then on. */
  remove(provider: string, kid: string, by: string): Promise<SigningKeyChange>
}

/** The id of the key that was created or removed, or the reason of the rejection. */
export type SigningKeyChange = { kid: string } | { refused: PortalErrorCode }
