/**
 * The contract of user registries: a registry returns the user, returns undefined for wrong credentials, or
 * throws when it is unavailable.
 */

import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import type { Log } from '../../lib/output/log.ts'

export interface User {
  /** The name as it was typed. */
  name: string
  /** The name that tokens carry: what the registry says it is, or the typed name (see `credentialOf`). */
  credential: string
  /** Text for inside the access token, and text for the token response. */
  metadata?: { accessToken?: string; payload?: string }
  /** Replaces the granted scope. */
  selectedScope?: string
  /** The most that tokens of this user may have. */
  tokenCeiling?: UserTokenCeiling
}

export interface UserTokenCeiling extends TokenCeiling {
  /** What set the ceiling: the user file, or the header of a response. */
  place: string
}

/** Facts of the original request that a registry may pass on. */
export interface SignInContext {
  requestId?: string
  uri?: string
  scope?: string
  signal?: AbortSignal
}

/** Authenticates users by name and password. */
export interface UserRegistry {
  /** The user, or undefined when the credentials are wrong. Throws only when the registry could not be asked. */
  authenticate(name: string, password: string, context?: SignInContext): Promise<User | undefined>
  /**
   * The ceiling of a user as it is now, by the name that tokens carry; undefined when there is none. A registry without
   * this function tells it at sign-in only. Throws only when the registry could not be asked.
   */
  findTokenCeiling?(credential: string): Promise<UserTokenCeiling | undefined>
  close(): Promise<void>
}

/** The registry is unavailable. The error says nothing about the user. */
export class RegistryUnavailableError extends Error {
  override name = 'RegistryUnavailableError'
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number

  constructor(message: string, options: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options)
    this.retryAfter = options.retryAfter ?? 5
  }
}

/** What a registry is handed when it opens. */
export interface UserRegistryDeps {
  name: string
  caseSensitive: boolean
  log: Log
  /** What a TLS profile of the catalog holds, by name; throws when there is none or a file cannot be read. */
  tls(profile: string): TlsConnectOptions
}

export interface UserRegistryType<S extends TSchema = TSchema> {
  type: string
  settings: S
  /** What is wrong with settings that fit the schema, with the path of the member. */
  faults?(settings: Static<S>): readonly { path: readonly string[]; message: string }[]
  open(settings: Static<S>, deps: UserRegistryDeps): UserRegistry
}

/** Keeps the type of the settings with the type that reads them. */
export function defineUserRegistryType<S extends TSchema>(type: UserRegistryType<S>): UserRegistryType<S> {
  return type
}

/**
 * The name that tokens carry when the registry gives no other: as it was typed, or in lower case when the registry
 * takes `Anna` and `anna` for the same person, so that limits and revocations find her under one name.
 */
export function defaultCredential(name: string, caseSensitive: boolean): string {
  return caseSensitive ? name : name.toLowerCase()
}
