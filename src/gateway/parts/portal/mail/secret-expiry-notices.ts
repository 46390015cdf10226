/** Warns by e-mail 14 and 3 days before a client secret expires. The store has each warning: one worker sends it. */
import { dayMs, hourMs } from '../../../../shared/lib/time/durations.ts'
import type { Application } from '../../../config/types/index.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import type { AccountMail } from './account-mail.ts'

/** The days before the expiry, the fewest first. */
const noticeDays = [3, 14]

type NoticeDeps = Pick<PortalDeps, 'catalog' | 'store' | 'clock' | 'log'> & {
  mail: Pick<AccountMail, 'isEnabled' | 'sendSecretExpiry'>
  intervalMs?: number
}

/** Sends the warnings that are due now and every hour. Returns the function that ends this. Never throws. */
export function startSecretExpiryNotices({ intervalMs = hourMs, ...deps }: NoticeDeps): () => void {
  const expires = ({ credentials }: Application) => credentials.some((each) => each.secretExpiresAt !== undefined)
  if (!deps.mail.isEnabled || !deps.catalog.applications.some(expires)) return () => {}
  const run = () =>
    void sendDueNotices(deps).catch((error: unknown) => {
      deps.log.error({ err: error }, 'warnings of expiring secrets could not be sent; the next attempt is in an hour')
    })
  const timer = setInterval(run, intervalMs).unref()
  run()
  return () => clearInterval(timer)
}

async function sendDueNotices({ catalog, store, clock, mail }: NoticeDeps): Promise<void> {
  for (const { name, title, owner, credentials } of catalog.applications) {
    if (owner === undefined) continue
    for (const { clientId, name: credential, secretExpiresAt } of credentials) {
      const days = findDueNotice(secretExpiresAt, clock())
      if (secretExpiresAt === undefined || days === undefined) continue
      const key = `${clientId} ${secretExpiresAt} ${days}`
      const isFirst = await store.create(`portal-expiry-notices ${catalog.path}`, key, true, {
        expiresAt: secretExpiresAt,
      })
      if (isFirst)
        mail.sendSecretExpiry(owner, {
          application: name,
          applicationTitle: title,
          credential,
          clientId,
          expiresAt: new Date(secretExpiresAt).toISOString(),
        })
    }
  }
}

/** Returns the days of the warning that is due for a secret; undefined when none is due or the secret has expired. */
function findDueNotice(secretExpiresAt: number | undefined, now: number): number | undefined {
  if (secretExpiresAt === undefined || secretExpiresAt <= now) return undefined
  return noticeDays.find((days) => secretExpiresAt - now <= days * dayMs)
}
