/** Handlers for e-mail addresses and password resets. Their responses do not say whether an account exists. */
import { clientNetwork } from '../../../../shared/http/request/client-address.ts'
import { userAtAddress } from '../../../../shared/security/index.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { createFieldError, PortalError } from '../http/portal-error.ts'
import type { ProfileStore } from '../session/stores/profile-store.ts'
import type { SessionStore } from '../session/stores/session-store.ts'
import type { AccountMail } from './account-mail.ts'
import type { MailLimits } from './mail-limits.ts'
import type { MailTokens } from './mail-tokens.ts'

export interface MailHandlerDeps {
  sessions: SessionStore
  profiles: ProfileStore
  mail: AccountMail
  tokens: MailTokens
  mailLimits: Pick<MailLimits, 'countRedemption'>
}

export function buildMailHandlers({ sessions, profiles, mail, tokens, mailLimits }: MailHandlerDeps) {
  const requestReset: ResourceHandler<'POST /account/reset'> = async ({ request, body, deps }) => {
    requireMail()
    if (!deps.accounts.hasPasswords) throw new PortalError('no_passwords')
    const network = clientNetwork(request)
    const who = userAtAddress(deps.accounts.fold(body.name), network)
    await mail.sendPasswordReset(body.name, { network, isFamiliar: await deps.attempts.isFamiliar(who) })
    return undefined
  }

  const resetPassword: ResourceHandler<'PUT /account/reset'> = async ({ request, body, deps }) => {
    requireMail()
    await mailLimits.countRedemption(clientNetwork(request))
    const facts = await tokens.redeem(body.token, 'reset password')
    const account = facts && (await deps.accounts.find(facts.name))
    const email = facts && (await profiles.find(facts.name))?.email
    if (!account || account.stamp !== facts.stamp || email !== facts.email) throw new PortalError('wrong_mail_token')

    const refused = await deps.accounts.setPassword(account.name, body.newPassword)
    if (refused) {
      // The link is used up: the user gets another one, to the same address.
      mail.replacePasswordReset(account.name)
      throw createFieldError('newPassword', refused.reason, `${refused.reason}. A new link was sent to you.`)
    }
    await tokens.revokeAll(account.name)
    await sessions.endAll(account.name)
    mail.sendPasswordChanged(account.name)
    return undefined
  }

  const verifyEmail: ResourceHandler<'PUT /account/email/verified'> = async ({ request, body }) => {
    await mailLimits.countRedemption(clientNetwork(request))
    const facts = await tokens.redeem(body.token, 'verify email')
    if (!facts || !(await profiles.verify(facts.name, facts.email))) throw new PortalError('wrong_mail_token')
    return undefined
  }

  const requestVerification: ResourceHandler<'POST /account/email/verification'> = async ({ user, request }) => {
    requireMail()
    const profile = await profiles.find(user.name)
    if (!profile || profile.isVerified) return undefined
    const send = await mail.prepareVerification(user.name, profile.email, clientNetwork(request))
    send()
    return undefined
  }

  return { requestReset, resetPassword, verifyEmail, requestVerification }

  function requireMail(): void {
    if (!mail.isEnabled) throw new PortalError('no_mail')
  }
}
