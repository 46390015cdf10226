/** Limits the e-mails of all portals in an hour, by sender, recipient and network of the caller, in shared counters. */
import { openHourlyLimit, retryAfterSeconds } from '../../../../shared/security/index.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import { PortalError } from '../http/portal-error.ts'
import { foldMailAddress } from './mail-address.ts'

export type MailKind = 'verification' | 'password reset' | 'password changed' | 'decision' | 'secret expiry'

/** How many e-mails of each kind an hour allows. Callers request the first two kinds at once, and count together. */
const perHour: Readonly<Record<MailKind, { bySender?: number; byRecipient: number }>> = {
  /** To an address that a user has typed: it may belong to somebody else. */
  verification: { bySender: 5, byRecipient: 5 },
  /** The sender of a reset is the pair of network and user name. */
  'password reset': { bySender: 5, byRecipient: 10 },
  'password changed': { byRecipient: 10 },
  decision: { bySender: 200, byRecipient: 60 },
  /** The gateway sends each of them once. */
  'secret expiry': { byRecipient: 1_000 },
}
const requestsByNetwork = 30
const redemptionsByNetwork = 30

export type MailLimits = ReturnType<typeof openMailLimits>

export function openMailLimits(deps: Pick<PortalDeps, 'counters' | 'clock' | 'catalog'>) {
  return {
    /** Counts a request for an e-mail. Throws `PortalError` `too_many_mails`. */
    countRequest: (network: string) => count('requests', requestsByNetwork, network),
    /** Counts an attempt to redeem the link of an e-mail. Throws `PortalError` `too_many_mails`. */
    countRedemption: (network: string) => count('redemptions', redemptionsByNetwork, network),
    /** Counts an e-mail by its sender, a user or a caller. Throws `PortalError` `too_many_mails`. */
    async countSender(kind: MailKind, sender: string): Promise<void> {
      const { bySender } = perHour[kind]
      if (bySender !== undefined) await count(`${kind} senders`, bySender, `${deps.catalog.path} ${sender}`)
    },
    /**
     * Counts an e-mail by its recipient. Throws `PortalError` `too_many_mails`. E-mails that the recipient has certainly
     * requested (`isOwn`) count apart, so that requests of strangers do not use them up.
     */
    countRecipient: (kind: MailKind, address: string, { isOwn }: { isOwn: boolean } = { isOwn: false }) =>
      count(`${kind} recipients${isOwn ? ' own' : ''}`, perHour[kind].byRecipient, foldMailAddress(address)),
  }

  async function count(what: string, limit: number, who: string): Promise<void> {
    const locked = await openHourlyLimit({ kind: `portal-mails ${what}`, perHour: limit }, deps).count(who)
    if (locked) throw new PortalError('too_many_mails', { retryAfter: retryAfterSeconds(locked, deps.clock) })
  }
}
