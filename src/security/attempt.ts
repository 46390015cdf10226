/** An attempt to prove a password or a secret: who makes it, and what comes of it. */
import type { Clock } from '../lib/time/clock.ts'

/** Who attempts: an account by its kind and folded name, and the address of the caller. */
export interface AccountAtAddress {
  kind: 'user' | 'client'
  name: string
  address: string
}

/** The attempt was not checked. */
export interface AttemptLock {
  /** Milliseconds since the epoch. */
  lockedUntil: number
}

/** What the check returned: undefined for a wrong secret. */
export type AttemptResult<T> = { value: T | undefined } | AttemptLock

export function isLocked(result: object): result is AttemptLock {
  return 'lockedUntil' in result
}

/** For a `Retry-After` header: at least 1. */
export function retryAfterSeconds({ lockedUntil }: AttemptLock, clock: Clock): number {
  return Math.max(1, Math.ceil((lockedUntil - clock()) / 1000))
}

/** Names an account. */
export function accountKey({ kind, name }: AccountAtAddress): string {
  return `${kind} ${name}`
}

/** Names an account at an address. */
export function accountAtAddressKey(who: AccountAtAddress): string {
  return `${accountKey(who)} at ${who.address}`
}
