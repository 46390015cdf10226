/** Sends the e-mails of the portal about accounts and subscriptions. A mail that cannot be sent is logged. */

import type { PortalDeps } from '../context/portal-deps.ts'
import { buildPortalPath } from '../context/portal-path.ts'
import type { ProfileStore } from '../session/stores/profile-store.ts'
import {
  type DecisionFacts,
  type MailSender,
  type MailText,
  renderDecision,
  renderPasswordChanged,
  renderPasswordReset,
  renderSecretExpiry,
  renderVerification,
  type SecretExpiryFacts,
} from './mail-texts.ts'
import type { MailTokens } from './mail-tokens.ts'

export interface AccountMail {
  /** Whether the operator has set up e-mail. */
  isEnabled: boolean
  /** Sends a link that verifies the address of a user. */
  sendVerification(name: string): void
  /** Sends a link that resets the password, if the user exists and has a verified address. */
  sendPasswordReset(name: string): void
  sendPasswordChanged(name: string): void
  /** Tells the developer what an owner has decided. */
  sendDecision(name: string, facts: DecisionFacts): void
  /** Warns the developer of a client secret that expires soon. */
  sendSecretExpiry(name: string, facts: SecretExpiryFacts): void
}

/** Every function returns at once, so that the time of a response tells nothing about the account. */
export function buildAccountMail(
  deps: Pick<PortalDeps, 'mailer' | 'catalog' | 'settings' | 'baseUrl' | 'accounts' | 'log'>,
  profiles: ProfileStore,
  tokens: MailTokens,
): AccountMail {
  const { mailer, catalog, settings, baseUrl, accounts, log } = deps
  // The base URL and not the Host header, which the sender of the request chooses.
  const sender: MailSender = {
    portal: settings.brand.name ?? catalog.title,
    url: `${baseUrl}${buildPortalPath(catalog)}`,
  }

  return {
    isEnabled: mailer !== undefined,
    sendVerification: (name) =>
      start('verification', name, { isVerified: false }, async (stored, email, stamp) =>
        renderVerification(
          sender,
          stored,
          await tokens.create({ purpose: 'verify email', name: stored, email, stamp }),
        ),
      ),
    sendPasswordReset: (name) =>
      start('password reset', name, { isVerified: true }, async (stored, email, stamp) =>
        renderPasswordReset(
          sender,
          stored,
          await tokens.create({ purpose: 'reset password', name: stored, email, stamp }),
        ),
      ),
    sendPasswordChanged: (name) =>
      start('password changed', name, { isVerified: true }, async (stored) =>
        renderPasswordChanged(sender, stored),
      ),
    sendDecision: (name, facts) =>
      start('decision', name, { isVerified: true }, async (stored) => renderDecision(sender, stored, facts)),
    sendSecretExpiry: (name, facts) =>
      start('secret expiry', name, { isVerified: true }, async (stored) =>
        renderSecretExpiry(sender, stored, facts),
      ),
  }

  /** Sends a mail to the address of a user whose address is verified, or is not, as the mail needs it. */
  function start(
    kind: string,
    name: string,
    { isVerified }: { isVerified: boolean },
    render: (name: string, email: string, stamp: string) => Promise<MailText>,
  ): void {
    if (!mailer) return
    const send = async () => {
      const [account, profile] = await Promise.all([accounts.find(name), profiles.find(name)])
      if (!account || profile?.email === undefined || profile.isVerified !== isVerified) return
      await mailer.send({ to: profile.email, ...(await render(account.name, profile.email, account.stamp)) })
      log.info({ mail: kind, account: account.name }, 'an e-mail was sent')
    }
    send().catch((err: unknown) => log.error({ err, mail: kind }, 'an e-mail could not be sent'))
  }
}
