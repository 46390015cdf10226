/** The number of failed attempts that are allowed. */

/** A number of failures within a window of time. */
export interface AttemptAllowance {
  /** The number of failures that locks. 0 disables counting. */
  maxFailures: number
  /** The time within which failures count, and for which a lock lasts, in milliseconds. */
  windowMs: number
}

/** `user` and `client` limit one account at one IP address; `address` limits an IP address over all accounts. */
export type AttemptAllowances = Record<'user' | 'client' | 'address', AttemptAllowance>

/** The default limits; higher for addresses and clients, which many users can share. */
export const defaultAttemptAllowances: AttemptAllowances = {
  user: { maxFailures: 10, windowMs: 15 * 60_000 },
  client: { maxFailures: 30, windowMs: 60_000 },
  address: { maxFailures: 100, windowMs: 5 * 60_000 },
}

/** How many times more failures an account may have over all IP addresses than at one of them. */
const spreadFactor = 10

/** Returns the allowance of one account over all IP addresses. */
export function allAddressesAllowance({ maxFailures: failures, windowMs }: AttemptAllowance): AttemptAllowance {
  return { maxFailures: failures * spreadFactor, windowMs }
}

/** Returns the allowance after that: single attempts shared by all unfamiliar addresses, as many as one has. */
export function throttledAllowance({ maxFailures: failures, windowMs }: AttemptAllowance): AttemptAllowance {
  return failures === 0 ? { maxFailures: 0, windowMs } : { maxFailures: 1, windowMs: Math.ceil(windowMs / failures) }
}
