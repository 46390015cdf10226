/** How long a client secret can be valid. All functions are pure. */
import { dayMs } from '../../../../../shared/lib/time/durations.ts'
import { formatRelativeTime } from '../../../../../shared/ui/text/format-relative-time.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'

const offeredDays = [30, 90, 180, 365]

/** Returns the choices as days and title. With a limit, the longest one comes first and a secret always expires. */
export function buildExpiryChoices(maxDays: number): (readonly [days: string, title: string])[] {
  const titleOf = (days: number) => t('{days, plural, one {After a day} other {After # days}}', { days })
  if (maxDays === 0) return [['', t('Never')], ...offeredDays.map((days) => [`${days}`, titleOf(days)] as const)]
  const fewer = offeredDays.filter((days) => days < maxDays).reverse()
  return [['', titleOf(maxDays)], ...fewer.map((days) => [`${days}`, titleOf(days)] as const)]
}

/** Returns the member of a request body; an empty choice leaves the expiry to the portal. */
export function renderSecretExpiry(days: string, now = Date.now()): { secretExpiresAt?: string } {
  return days === '' ? {} : { secretExpiresAt: new Date(now + Number(days) * dayMs).toISOString() }
}

/** How many days before its expiry a secret is shown with a warning. */
const warningDays = 14

export type ExpiryState = 'none' | 'valid' | 'soon' | 'expired'

export function findExpiryState(secretExpiresAt: string | undefined, now = Date.now()): ExpiryState {
  if (secretExpiresAt === undefined) return 'none'
  const left = Date.parse(secretExpiresAt) - now
  if (left <= 0) return 'expired'
  return left <= warningDays * dayMs ? 'soon' : 'valid'
}

/** `index` counts from 0, the newest secret. */
export function formatLastUsed({ secretsLastUsed }: ApplicationView, index: number): string {
  const at = secretsLastUsed[index]
  return at ? t('last used {time}', { time: formatRelativeTime(at) }) : t('not used yet')
}
