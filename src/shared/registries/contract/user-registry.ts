/** The contract of user registries: return the user, undefined for wrong credentials, or throw when unavailable. */
import type { TokenCeiling } from '../../access/token-ceiling.ts'
import type { OpenConnectionPool } from '../../http/client/index.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { optionalText } from '../../lib/json-schema/members.ts'
import { type Static, type TSchema, Type } from '../../lib/json-schema/type.ts'
import type { Log } from '../../lib/output/log.ts'
import type { StateStore } from '../../storage/index.ts'

/** Returns whether a text can name a user: 1 to 256 characters, without control characters and line separators. */
export function isUserName(text: string): boolean {
  return text !== '' && text.length <= 256 && !/[\p{Cc}\u2028\u2029]/u.test(text)
}

/** A user whom a registry has authenticated. */
export interface User {
  /** The name as the user typed it. */
  name: string
  /** The name in tokens: the one that the registry returned, or the folded typed name. */
  credential: string
  /** Text to add to access tokens, and text to add to the token response. */
  metadata?: { accessToken?: string; payload?: string } | undefined
  /** Scopes that replace the granted ones, separated by spaces. */
  selectedScope?: string | undefined
  /** The token ceiling of this user. */
  tokenCeiling?: UserTokenCeiling | undefined
  /** Those of the attributes that the sign-in asked for that the user has, as text by name. */
  attributes?: Readonly<Record<string, string>> | undefined
  /** The authentication context class that the sign-in at another provider reached: OpenID Connect Core section 2. */
  acr?: string | undefined
  /** The id_token of the sign-in at another provider. */
  idToken?: string | undefined
}

/** The token ceiling of one user. */
export interface UserTokenCeiling extends TokenCeiling {
  /** Where the ceiling was set, for logs: the user file, the response header, or the LDAP attribute. */
  place: string
}

/** Facts of the request that a registry can pass on. */
export interface SignInContext {
  requestId?: string | undefined
  uri?: string
  scope?: string | undefined
  signal?: AbortSignal
  /** The names of the attributes to return with the user. */
  attributes?: readonly string[] | undefined
  /** Receives each step of the sign-in as a sentence, without the password, for a test by an operator. */
  onStep?(step: string): void
}

/** Authenticates users by name and password. */
export interface UserRegistry {
  /** Returns the user; undefined for wrong credentials. Throws `RegistryUnavailableError` when it cannot decide. */
  authenticate(name: string, password: string, context?: SignInContext): Promise<User | undefined>
  /**
   * Returns the current ceiling of a user, by the name in tokens, or undefined when there is none. A registry
   * without this method returns ceilings at sign-in only. Throws `RegistryUnavailableError`.
   */
  findTokenCeiling?: ((credential: string) => Promise<UserTokenCeiling | undefined>) | undefined
  /** Returns one form for all spellings of a name that are the same user here: see `UserRegistryType.buildFoldName`. */
  foldName(name: string): string
  /** Signs users in in their browser; only registries without passwords have it. */
  readonly browserSignIn?: BrowserSignIn
  close(): Promise<void>
}

/** Signs users in at another provider: redirects their browser there, and reads who returns. */
export interface BrowserSignIn {
  /** Returns the URL to redirect to, and what to keep until the browser returns. Throws `RegistryUnavailableError`. */
  begin(request: BrowserSignInRequest): Promise<PendingSignIn>
  /**
   * Returns the user who returned with a URL, or why the sign-in is rejected. A pending sign-in is completed once.
   * Throws `RegistryUnavailableError`.
   */
  complete(returned: URL, pending: PendingSignIn, attributes?: readonly string[]): Promise<User | SignInRejection>
  /**
   * Returns the URL at which the provider ends the session of the browser and leads back to `returnTo`; undefined when
   * it has none or is unavailable. OpenID Connect RP-Initiated Logout section 2.
   */
  findLogoutUrl(idToken: string | undefined, returnTo: string): Promise<string | undefined>
}

/** The request of a sign-in at another provider. */
export interface BrowserSignInRequest {
  /** The URL to which the provider sends the browser back. */
  callback: string
  /** The `state`, which comes back in that URL. */
  state: string
  acrValues?: string | undefined
  /** In seconds. */
  maxAge?: number | undefined
  prompt?: string | undefined
}

/** A sign-in at another provider that has begun. Its members are secrets of this server. */
export interface PendingSignIn extends Pick<BrowserSignInRequest, 'callback' | 'state' | 'maxAge'> {
  url: string
  nonce: string
  verifier: string
}

/** Why a sign-in was rejected, for the user and the log. */
export type SignInRejection = { rejected: string }

/** The registry is unavailable. The error reveals nothing about the user. */
export class RegistryUnavailableError extends Error {
  override name = 'RegistryUnavailableError'
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number

  constructor(message: string, options: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options)
    this.retryAfter = options.retryAfter ?? 5
  }
}

/** The dependencies of a registry. */
export interface UserRegistryDeps {
  name: string
  caseSensitive: boolean
  log: Log
  /** Returns the options of a TLS profile of the catalog. Throws for an unknown one and an unreadable file. */
  tls(profile: string): TlsConnectOptions | undefined
  /** The store of the gateway; undefined in a process that has none open. */
  store?: StateStore | undefined
  /** The HTTP client of authentication URLs; the built-in one by default. */
  openConnections?: OpenConnectionPool | undefined
}

/** A type of user registries, a row of the table `userRegistryTypes`. */
export interface UserRegistryType<S extends TSchema = TSchema> {
  /** The value of `registry_type` in documents. */
  type: string
  settings: S
  /** Whether users sign in in their browser, so that nothing can check a password. */
  signsInBrowser?: boolean
  /** Returns the problems of settings that fit the schema, each with the path of its member. */
  faults?(settings: Static<S>): readonly { path: readonly string[]; message: string }[]
  /**
   * Returns the function that folds names: all spellings of a name that the registry takes for the same user have one
   * form. Everything that compares names of users compares this form: attempts, revocations, owners. It is the name in
   * tokens, unless the registry returns another one.
   */
  buildFoldName(settings: Static<S>, caseSensitive: boolean): (name: string) => string
  /** Opens a registry without connecting to it. Throws when the settings are not valid. */
  open(settings: Static<S>, deps: UserRegistryDeps): UserRegistry
}

/** Returns the type unchanged. It lets TypeScript infer the settings of `open` from `settings`. */
export function defineUserRegistryType<S extends TSchema>(type: UserRegistryType<S>): UserRegistryType<S> {
  return type
}

/** Returns the composed form of a name (NFC), in lower case when the registry ignores case. */
export function foldComposedName(name: string, caseSensitive: boolean): string {
  const composed = name.normalize('NFC')
  return caseSensitive ? composed : composed.toLowerCase()
}

/** The schema of the members that name a TLS profile. */
export const tlsProfileProperties = {
  tls_client_profile: optionalText('A TLS client profile of the catalog, by name or name:version'),
  tls_client_profile_url: Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
      description: 'The same as exported documents write it: a URL that ends in the name of the profile',
    }),
  ),
}

type NamesProfile = { tls_client_profile?: string | undefined; tls_client_profile_url?: string | null | undefined }

/** Returns the name of the profile without its version, or undefined when none is set. */
export function parseTlsProfileName({ tls_client_profile, tls_client_profile_url }: NamesProfile): string | undefined {
  const written = tls_client_profile ?? tls_client_profile_url ?? undefined
  return written?.split('/').at(-1)?.split(':')[0]
}
