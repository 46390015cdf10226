/** Handlers for e-mail addresses and password resets. Their responses do not say whether an account exists. */
import { clientNetwork } from '../../http/request/client-address.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import type { HourlyLimitCheck } from '../http/hourly-limit.ts'
import { PortalError } from '../http/portal-error.ts'
import type { ProfileStore } from '../session/stores/profile-store.ts'
import type { SessionStore } from '../session/stores/session-store.ts'
import type { AccountMail } from './account-mail.ts'
import type { MailTokens } from './mail-tokens.ts'

export interface MailHandlerDeps {
  sessions: SessionStore
  profiles: ProfileStore
  mail: AccountMail
  tokens: MailTokens
  /** The hourly limits of e-mails by IP address and by user. */
  mailsByAddress: HourlyLimitCheck
  mailsByUser: HourlyLimitCheck
}

export function buildMailHandlers({
  sessions,
  profiles,
  mail,
  tokens,
  mailsByAddress,
  mailsByUser,
}: MailHandlerDeps) {
  const requestReset: ResourceHandler<'POST /account/reset'> = async ({ request, body, deps }) => {
    requireMail()
    // Unknown names are counted as well, so that the limit tells nothing about the account.
    await mailsByAddress(clientNetwork(request))
    await mailsByUser(deps.accounts.fold(body.name))
    mail.sendPasswordReset(body.name)
    return undefined
  }

  const resetPassword: ResourceHandler<'PUT /account/reset'> = async ({ request, body, deps }) => {
    requireMail()
    await mailsByAddress(clientNetwork(request))
    const facts = await tokens.redeem(body.token, 'reset password')
    const account = facts && (await deps.accounts.find(facts.name))
    if (!facts || !account || account.stamp !== facts.stamp) throw new PortalError('wrong_mail_token')

    const refused = await deps.accounts.setPassword(account.name, body.newPassword)
    if (refused) {
      const fields = [{ field: 'newPassword', message: refused.reason }]
      // The link is used up: the user gets another one, to the same address.
      mail.sendPasswordReset(account.name)
      throw new PortalError('wrong_body', {
        detail: `${refused.reason}. A new link was sent to you.`,
        fields,
      })
    }
    await tokens.revokeAll(account.name)
    await sessions.endAll(account.name)
    mail.sendPasswordChanged(account.name)
    return undefined
  }

  const verifyEmail: ResourceHandler<'PUT /account/email/verified'> = async ({ request, body }) => {
    await mailsByAddress(clientNetwork(request))
    const facts = await tokens.redeem(body.token, 'verify email')
    const profile = facts && (await profiles.find(facts.name))
    if (!facts || profile?.email !== facts.email) throw new PortalError('wrong_mail_token')
    await profiles.save(facts.name, facts.email, { isVerified: true })
    return undefined
  }

  const requestVerification: ResourceHandler<'POST /account/email/verification'> = async ({ user, deps }) => {
    requireMail()
    await mailsByUser(deps.accounts.fold(user.name))
    mail.sendVerification(user.name)
    return undefined
  }

  return { requestReset, resetPassword, verifyEmail, requestVerification }

  function requireMail(): void {
    if (!mail.isEnabled) throw new PortalError('no_mail')
  }
}
