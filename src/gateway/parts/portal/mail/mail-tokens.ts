/** The single-use tokens in links of e-mails. The store holds digests only: a copy of it contains no valid token. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import { dayMs, hourMs } from '../../../../shared/lib/time/durations.ts'
import type { StateStore } from '../../../../shared/storage/index.ts'
import { hashToken } from '../session/stores/session-store.ts'

export interface MailTokenFacts {
  purpose: 'reset password' | 'verify email'
  /** The user. */
  name: string
  /** The address that the token was sent to. */
  email: string
  /** The stamp of the account: a later change of the password makes the token invalid. */
  stamp: string
}

export type MailTokens = ReturnType<typeof openMailTokens>

const lifetimesMs: Readonly<Record<MailTokenFacts['purpose'], number>> = {
  'reset password': hourMs,
  'verify email': dayMs,
}

export function openMailTokens(
  path: string,
  { store, clock }: { store: StateStore; clock: Clock },
  fold: (name: string) => string,
) {
  const kind = `portal-mail-tokens ${path}`
  const groupOf = (name: string) => `${kind} ${fold(name)}`

  return {
    async create(facts: MailTokenFacts): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = clock() + lifetimesMs[facts.purpose]
      await store.save(kind, hashToken(token), { ...facts }, { expiresAt, group: groupOf(facts.name) })
      return token
    },

    /** Uses a token up. Returns what it is for, or undefined when it is unknown, expired, used, or for something else. */
    async redeem(token: string, purpose: MailTokenFacts['purpose']): Promise<MailTokenFacts | undefined> {
      const key = hashToken(token)
      const facts = (await store.find(kind, key))?.value as MailTokenFacts | undefined
      if (facts?.purpose !== purpose) return undefined
      return (await store.consume(kind, key)) ? facts : undefined
    },

    /** Makes all tokens of a user invalid. */
    revokeAll: (name: string) => store.removeGroup(groupOf(name)),
  }
}
