/** An attempt to prove a password or a secret: who makes it, and what comes of it. */
import type { Clock } from '../lib/time/clock.ts'

/** Who attempts: an account by its kind and folded name, and the address of the caller. */
export interface Attempter {
  kind: 'user' | 'client'
  name: string
  address: string
}

/** The attempt was not checked. */
export interface Locked {
  /** Milliseconds since the epoch. */
  lockedUntil: number
}

/** What the check returned: undefined for a wrong secret. */
export type AttemptResult<T> = { value: T | undefined } | Locked

export function isLocked(result: object): result is Locked {
  return 'lockedUntil' in result
}

/** For a `Retry-After` header: at least 1. */
export function retryAfterSeconds({ lockedUntil }: Locked, clock: Clock): number {
  return Math.max(1, Math.ceil((lockedUntil - clock()) / 1000))
}

/** Names an account. */
export function accountOf({ kind, name }: Attempter): string {
  return `${kind} ${name}`
}

/** Names an account at an address. */
export function pairOf(who: Attempter): string {
  return `${accountOf(who)} at ${who.address}`
}
