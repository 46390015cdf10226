/** How many failed attempts are allowed. */

export interface Allowance {
  /** 0 counts nothing, and never locks. */
  failures: number
  /** The failures count within this time, and a lock lasts as long. */
  windowMs: number
}

/** `user` and `client` are allowances of one account at one address, `address` of an address over all accounts. */
export type Allowances = Record<'user' | 'client' | 'address', Allowance>

/** An address may be shared by many users, and a client by all of its users. */
export const defaultAllowances: Allowances = {
  user: { failures: 10, windowMs: 15 * 60_000 },
  client: { failures: 30, windowMs: 60_000 },
  address: { failures: 100, windowMs: 5 * 60_000 },
}

/** An account may fail this many times as often over all addresses together as at one of them. */
const spreadFactor = 10

/** The allowance of one account over all addresses. */
export function spreadAllowance({ failures, windowMs }: Allowance): Allowance {
  return { failures: failures * spreadFactor, windowMs }
}

/** After that, unfamiliar addresses share single attempts, as many within the window as one address has. */
export function slowedAllowance({ failures, windowMs }: Allowance): Allowance {
  return failures === 0
    ? { failures: 0, windowMs }
    : { failures: 1, windowMs: Math.ceil(windowMs / failures) }
}
