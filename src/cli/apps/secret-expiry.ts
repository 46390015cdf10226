/** The option `--expires-in DAYS` of verbs that create a secret. */
import { dayMs } from '../../lib/time/durations.ts'
import { UsageError } from '../common/command.ts'

/** Returns when the secret expires, ISO 8601; undefined without the option. Throws `UsageError`. */
export function readExpiry(days: string | undefined, now = Date.now()): string | undefined {
  if (days === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > 3650)
    throw new UsageError(`--expires-in must be a whole number of days from 1 to 3650 - found "${days}"`)
  return new Date(now + Number(days) * dayMs).toISOString()
}

export function renderExpiry(expiresAt: string | undefined): string {
  return expiresAt === undefined ? '' : `; it expires at ${expiresAt}`
}
