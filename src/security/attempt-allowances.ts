/** How many failed attempts are allowed. */

export interface AttemptAllowance {
  /** 0 turns counting off. */
  maxFailures: number
  /** The failures count within this time, and a lock lasts as long. */
  windowMs: number
}

/** `user` and `client` are allowances of one account at one address, `address` of an address over all accounts. */
export type AttemptAllowances = Record<'user' | 'client' | 'address', AttemptAllowance>

/** An address may be shared by many users, and a client by all of its users. */
export const defaultAttemptAllowances: AttemptAllowances = {
  user: { maxFailures: 10, windowMs: 15 * 60_000 },
  client: { maxFailures: 30, windowMs: 60_000 },
  address: { maxFailures: 100, windowMs: 5 * 60_000 },
}

/** An account may fail this many times as often over all addresses together as at one of them. */
const spreadFactor = 10

/** The allowance of one account over all addresses. */
export function allAddressesAllowance({
  maxFailures: failures,
  windowMs,
}: AttemptAllowance): AttemptAllowance {
  return { maxFailures: failures * spreadFactor, windowMs }
}

/** After that, unfamiliar addresses share single attempts, as many within the window as one address has. */
export function throttledAllowance({ maxFailures: failures, windowMs }: AttemptAllowance): AttemptAllowance {
  return failures === 0
    ? { maxFailures: 0, windowMs }
    : { maxFailures: 1, windowMs: Math.ceil(windowMs / failures) }
}
