/** The sessions of owners in their browsers, beside those of oidc-provider: who signed in, and with what. */
import { hash } from 'node:crypto'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { User } from '../../../shared/registries/index.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { StorageKeys } from './storage-keys.ts'

/** An owner who has signed in in a browser. */
export interface SessionOwner {
  user: User
  /** Seconds since the epoch. */
  signedInAt: number
  /** The `User-Agent` of the browser. */
  browser: string
}

/** What an owner allowed a client, for as long as the consent is remembered. */
export type RememberedConsent = { clientId: string; scopes: readonly string[] }

const rememberedMs = 365 * 86_400_000

/** Opens the sessions of one provider, which last for `lifeSeconds`. */
export function openOwnerSessions(
  { store, storageKeys, clock }: { store: StateStore; storageKeys: StorageKeys; clock: Clock },
  lifeSeconds: number,
) {
  const kindOf = (name: string, subject: string) => storageKeys.model(`${name}:${hash('sha256', subject, 'base64url')}`)
  const sessions = (subject: string) => kindOf('OwnerSession', subject)
  const remembered = (subject: string) => kindOf('Remembered', subject)

  return {
    async save(uid: string, owner: SessionOwner): Promise<void> {
      const expiresAt = clock() + lifeSeconds * 1000
      await store.save(sessions(owner.user.credential), uid, { ...owner }, { expiresAt })
    },
    async find(subject: string, uid: string): Promise<SessionOwner | undefined> {
      return (await store.find(sessions(subject), uid))?.value as SessionOwner | undefined
    },
    async list(subject: string): Promise<(SessionOwner & { uid: string })[]> {
      const kept = await store.list(sessions(subject))
      return kept.map(({ key, entry }) => ({ ...(entry.value as SessionOwner), uid: key }))
    },
    async remove(subject: string, uid: string): Promise<void> {
      await store.remove(sessions(subject), uid)
    },
    /** Remembers a consent, so that the owner is not asked for these scopes again. */
    async remember(subject: string, { clientId, scopes }: RememberedConsent): Promise<void> {
      const expiresAt = clock() + rememberedMs
      await store.save(remembered(subject), clientId, { clientId, scopes: [...scopes] }, { expiresAt })
    },
    /** Returns the scopes that the owner has allowed the client. */
    async findRemembered(subject: string, clientId: string): Promise<readonly string[]> {
      const entry = await store.find(remembered(subject), clientId)
      return (entry?.value as RememberedConsent | undefined)?.scopes ?? []
    },
    async listRemembered(subject: string): Promise<RememberedConsent[]> {
      return (await store.list(remembered(subject))).map(({ entry }) => entry.value as RememberedConsent)
    },
    async forget(subject: string, clientId: string): Promise<void> {
      await store.remove(remembered(subject), clientId)
    },
  }
}
