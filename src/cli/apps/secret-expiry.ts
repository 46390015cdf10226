/** The option `--expires-in DAYS` of verbs that create a secret. */
import { dayMs } from '../../lib/time/durations.ts'

/** Returns when the secret expires, ISO 8601; undefined without the option. */
export function toExpiry(days: number | undefined): string | undefined {
  return days === undefined ? undefined : new Date(Date.now() + days * dayMs).toISOString()
}

export function renderExpiry(expiresAt: string | undefined): string {
  return expiresAt === undefined ? '' : `; it expires at ${expiresAt}`
}
