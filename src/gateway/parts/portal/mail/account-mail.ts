/** Sends the e-mails of the portal, within their limits. One that cannot be sent is logged. */
import { renderCatalogUrl } from '../../../contract/access/catalog-urls.ts'
import { buildPortalPath } from '../context/portal-context.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import { PortalError } from '../http/portal-error.ts'
import type { ProfileStore } from '../session/stores/profile-store.ts'
import { parseMailAddress } from './mail-address.ts'
import { type MailKind, openMailLimits } from './mail-limits.ts'
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

/** Who requests a password reset. */
export interface ResetCaller {
  network: string
  /** Whether the user has signed in from this network, so that the request is certainly the user's own. */
  isFamiliar: boolean
}

export type AccountMail = ReturnType<typeof buildAccountMail>

/** Mails are sent after the function has returned, so that the time of a response tells nothing about the account. */
export function buildAccountMail(
  deps: Pick<PortalDeps, 'mailer' | 'catalog' | 'settings' | 'baseUrl' | 'accounts' | 'counters' | 'clock' | 'log'>,
  profiles: ProfileStore,
  tokens: MailTokens,
) {
  const { mailer, catalog, settings, baseUrl, accounts, log } = deps
  const limits = openMailLimits(deps)
  // A configured URL and not the Host header, which the sender of the request chooses.
  const sender: MailSender = {
    portal: settings.brand.name ?? catalog.title,
    url: buildPortalPath({ path: renderCatalogUrl(catalog, baseUrl) }),
  }

  return {
    /** Whether the operator has set up e-mail. */
    isEnabled: mailer !== undefined,
    /**
     * Counts a link that verifies an address which a user has typed. Returns the function that sends it, to the address of
     * the user at that time. Throws `PortalError` `too_many_mails`.
     */
    async prepareVerification(name: string, email: string, network: string): Promise<() => void> {
      if (!mailer) return () => {}
      await limits.countRequest(network)
      await limits.countSender('verification', accounts.fold(name))
      await limits.countRecipient('verification', email)
      return () =>
        start({ kind: 'verification', name, isVerified: false, isCounted: true }, async (stored, to, stamp) =>
          renderVerification(
            sender,
            stored,
            await tokens.create({ purpose: 'verify email', name: stored, email: to, stamp }),
          ),
        )
    },
    /**
     * Sends a link that resets the password, if the user exists, has a password here, and has a verified address. Throws `PortalError`
     * `too_many_mails` for the caller; when the recipient has got too many, no mail is sent, which the log reports.
     */
    async sendPasswordReset(name: string, { network, isFamiliar }: ResetCaller): Promise<void> {
      // Unknown names are counted as well, so that the limit tells nothing about the account.
      await limits.countRequest(network)
      await limits.countSender('password reset', `${network} ${accounts.fold(name)}`)
      sendReset(name, isFamiliar)
    },
    /** Sends another link in place of one that was used up by the user of this address. */
    replacePasswordReset: (name: string) => sendReset(name, true),
    sendPasswordChanged: (name: string) =>
      start({ kind: 'password changed', name }, async (stored) => renderPasswordChanged(sender, stored)),
    /** Tells the developer what an owner has decided. */
    sendDecision: (name: string, facts: DecisionFacts, owner: string) =>
      start({ kind: 'decision', name, by: accounts.fold(owner) }, async (stored) =>
        renderDecision(sender, stored, facts),
      ),
    /** Warns the developer of a client secret that expires soon. */
    sendSecretExpiry: (name: string, facts: SecretExpiryFacts) =>
      start({ kind: 'secret expiry', name }, async (stored) => renderSecretExpiry(sender, stored, facts)),
  }

  function sendReset(name: string, isOwn: boolean): void {
    start({ kind: 'password reset', name, isOwn }, async (stored, email, stamp) =>
      renderPasswordReset(
        sender,
        stored,
        await tokens.create({ purpose: 'reset password', name: stored, email, stamp }),
      ),
    )
  }

  /** Sends a mail to the address of a user whose address is verified, or is not, as the mail needs it. */
  function start(
    { kind, name, by, isVerified = true, isOwn = false, isCounted = false }: StartedMail,
    render: (name: string, email: string, stamp: string) => Promise<MailText>,
  ): void {
    if (!mailer) return
    const send = async () => {
      const [account, profile] = await Promise.all([accounts.find(name), profiles.find(name)])
      if (!account || profile?.email === undefined || profile.isVerified !== isVerified) return
      if (kind === 'password reset' && account.hasPassword === false) return
      const to = parseMailAddress(profile.email)
      // An earlier version or a registry can have brought it.
      if (to === undefined) throw new Error('the address of the account is no mail address')
      if (by !== undefined) await limits.countSender(kind, by)
      if (!isCounted) await limits.countRecipient(kind, to, { isOwn })
      await mailer.send({ to, ...(await render(account.name, profile.email, account.stamp)) })
      log.info({ mail: kind, account: account.name }, 'an e-mail was sent')
    }
    send().catch((err: unknown) => {
      if (err instanceof PortalError)
        log.warn({ mail: kind, account: name }, 'an e-mail was over the limit, and is not sent')
      else log.error({ err, mail: kind }, 'an e-mail could not be sent')
    })
  }
}

interface StartedMail {
  kind: MailKind
  /** The user who gets the mail. */
  name: string
  /** The user who causes the mail, where another one does. */
  by?: string
  isVerified?: boolean
  /** Whether the recipient has requested the mail. */
  isOwn?: boolean
  /** Whether the mail was counted when it was requested. */
  isCounted?: boolean
}
