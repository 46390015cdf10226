/** An attempt to prove a password or a secret, and its result. */
import type { Clock } from '../lib/time/clock.ts'
import { buildNameSkeleton } from './name-skeleton.ts'

/** An account, by its kind and its folded name, and the IP address of the caller. */
export interface AccountAtAddress {
  kind: 'user' | 'client'
  name: string
  address: string
  /**
   * The name under which failures count, shared with all names that a registry may take for the same; undefined for
   * `name`. A success resets the failures only where both are equal, because other users may share them.
   */
  countedAs?: string
}

/** Returns the account of a user at an IP address. `name` is the name as the registry of the user folds it. */
export function userAtAddress(name: string, address: string): AccountAtAddress {
  return { kind: 'user', name, address, countedAs: buildNameSkeleton(name) }
}

/** The result of an attempt that was rejected without a check. */
export interface AttemptLock {
  /** Milliseconds since the epoch. */
  lockedUntil: number
}

/** The result of the check, undefined for a wrong secret; or the lock that prevented it. */
export type AttemptResult<T> = { value: T | undefined } | AttemptLock

/** Returns whether the result of an attempt is a lock. */
export function isLocked(result: object): result is AttemptLock {
  return 'lockedUntil' in result
}

/** Returns the value of a `Retry-After` header in seconds, at least 1. */
export function retryAfterSeconds({ lockedUntil }: AttemptLock, clock: Clock): number {
  return Math.max(1, Math.ceil((lockedUntil - clock()) / 1000))
}

/** Returns the name of an account in an attempt window. */
export function accountKey({ kind, name, countedAs = name }: AccountAtAddress): string {
  return `${kind} ${countedAs}`
}

/** Returns the name of an account at an IP address in an attempt window. */
export function accountAtAddressKey(who: AccountAtAddress): string {
  return `${accountKey(who)} at ${who.address}`
}

/** Returns the name of exactly this account at an IP address, for what a success proves. */
export function exactAccountKey({ kind, name, address }: AccountAtAddress): string {
  return `${kind} ${name} at ${address}`
}
