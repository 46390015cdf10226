/**
 * Stores and checks revocations: of access tokens by their id, of chains, all tokens of one consent, by the id of the
 * chain, and of users, all tokens issued to a user up to a time.
 *
 * The store keeps revocations, and every process has a copy in memory for the check on each protected call. When
 * the write to the store fails, the revocation fails and the token stays valid in every process.
 */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { dayMs } from '../../../shared/lib/time/durations.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { ProviderSettings } from '../../config/types/index.ts'
import { approvalLifetimeSeconds } from './approvals.ts'
import type { RevocationEvent, StateEvent } from './change-events.ts'
import type { Consent } from './consent.ts'
import type { StorageKeys } from './storage-keys.ts'

/** What revocations need of a token: `owner`, as the registry folds it, and `issuedAt` in seconds. */
export type RevocableToken = {
  id: string
  chain: string
  owner: string
  grant: string
  issuedAt: number
  exchanged?: readonly string[] | undefined
}

/** The dependencies of `openRevocations`. */
export interface RevocationsOptions {
  store: StateStore
  storageKeys: StorageKeys
  clock: Clock
  log: Log
  /** The maximum lives of an access token, a refresh token, an owner's approval and a session from now, in milliseconds. */
  lifetimesMs: { accessToken: number; refreshToken: number; approval: number; session: number }
  /** Returns one form for all spellings of a user's name. */
  foldName(name: string): string
  publish(event: StateEvent): Promise<void>
}

/** The revoked tokens, chains and users of one provider. Methods that return a promise throw when the store fails. */
export type Revocations = Awaited<ReturnType<typeof openRevocations>>

/** Opens the revocations of one provider, and reads the existing ones. Throws when the store fails. */
export async function openRevocations(options: RevocationsOptions) {
  const { store, storageKeys, clock, log, lifetimesMs: lives, foldName, publish } = options
  /** How long a token or code of a chain can still be redeemed, in milliseconds. */
  const chainLifeMs = Math.max(...Object.values(lives))
  /** Maps an id to the time at which its last access token expires, in milliseconds since the epoch. */
  const revokedUntil = new Map<string, number>()
  /** Maps the id of a user's revocation to its times. */
  const revokedUsers = new Map<string, UserRevocation>()
  let sweepAt = 1000
  const isEnded = (id: string) => revokedUntil.has(id)

  await reload()
  return {
    apply,
    reload,

    /** Returns whether an access token is revoked, alone, with its chain, or with its user. Reads memory only. */
    isRevoked({ id, chain, owner, grant, issuedAt, exchanged }: RevocableToken): boolean {
      if (revokedUntil.size > 0 && (revokedUntil.has(id) || revokedUntil.has(chain) || exchanged?.some(isEnded)))
        return true
      if (revokedUsers.size === 0 || grant === 'client_credentials') return false
      return issuedAt <= (revokedUsers.get(userRevocationId(owner))?.before ?? 0)
    },

    /** Returns whether a consent is revoked, with its chain or with its user. Reads the store, which is always up to date. */
    async isConsentRevoked({
      chain,
      subject,
      startedAt,
    }: Pick<Consent, 'chain' | 'subject' | 'startedAt'>): Promise<boolean> {
      if ((await store.find(storageKeys.revoked, chain)) !== undefined) return true
      const names = new Set([foldName(subject), subject]) // earlier versions stored revocations without folding
      for (const name of names) {
        const ofUser = await store.find(storageKeys.revoked, userRevocationId(name))
        if (ofUser !== undefined && startedAt <= (ofUser.value as { before: number }).before) return true
      }
      return false
    },

    /** Revokes one access token, which expires at a time in milliseconds since the epoch. */
    async revokeToken(id: string, expiresAt: number): Promise<void> {
      await revoke(id, expiresAt, expiresAt)
    },

    /** Revokes a chain: its code, its refresh tokens, its access tokens, and tokens that are issued at this moment. */
    async endChain(chain: string): Promise<void> {
      const now = clock()
      // The order matters: a refresh in progress may still save its new token after the removal, but it can no
      // longer be redeemed.
      await revoke(chain, now + lives.accessToken, now + chainLifeMs)
      await store.removeGroup(storageKeys.chain(chain)).catch((error: unknown) => {
        log.warn(
          { err: error, chain },
          'the records of a revoked chain could not be removed; they stay until they expire',
        )
      })
    },
  }

  /** Applies a revocation, also of another process. */
  function apply({ revoked: id, until, before }: RevocationEvent): void {
    if (before === undefined) revokedUntil.set(id, Math.max(until, revokedUntil.get(id) ?? 0))
    else applyToUser(foldId(id), { until, before })
    if (revokedUntil.size + revokedUsers.size < sweepAt) return
    const now = clock()
    for (const [each, end] of revokedUntil) if (end <= now) revokedUntil.delete(each)
    for (const [each, { until: end }] of revokedUsers) if (end <= now) revokedUsers.delete(each)
    sweepAt = Math.max(1000, (revokedUntil.size + revokedUsers.size) * 2)
  }

  /** Reads all revocations, and saves those that the store has lost: a promoted standby may lack the last ones. */
  async function reload(): Promise<void> {
    const stored = await store.list(storageKeys.revoked)
    const now = clock()
    await saveLost(new Map(stored.map(({ key, entry }) => [foldId(key), entry.value as StoredRevocation])), now)
    for (const { key, entry } of stored) {
      const revocation = entry.value as StoredRevocation
      if (revocation.until > now) apply({ revoked: key, ...revocation })
    }
  }

  /** Keeps the later revocation of a user: events arrive in any order, and earlier versions stored one for each spelling. */
  function applyToUser(id: string, revocation: UserRevocation): void {
    if (revocation.before >= (revokedUsers.get(id)?.before ?? 0)) revokedUsers.set(id, revocation)
  }

  function foldId(id: string): string {
    return id.startsWith(userIdPrefix) ? userRevocationId(foldName(id.slice(userIdPrefix.length))) : id
  }

  /** Saves and publishes the revocations of this process that the store does not have. */
  async function saveLost(stored: ReadonlyMap<string, StoredRevocation>, now: number): Promise<void> {
    for (const [id, until] of revokedUntil) {
      if (until <= now || stored.has(id)) continue
      log.warn({ revoked: id }, 'the store has lost a revocation, which is stored again')
      await revoke(id, until, now + chainLifeMs) // the id may be that of a chain
    }
    for (const [id, { until, before }] of revokedUsers) {
      if (until <= now || (stored.get(id)?.before ?? 0) >= before) continue
      log.warn({ revoked: id }, 'the store has lost a revocation, which is stored again')
      await store.save(storageKeys.revoked, id, { until, before }, { expiresAt: until })
      await publish({ revoked: id, until, before })
    }
  }

  async function revoke(id: string, until: number, expiresAt: number) {
    await store.save(storageKeys.revoked, id, { until }, { expiresAt })
    apply({ revoked: id, until })
    await publish({ revoked: id, until })
  }
}

type StoredRevocation = Omit<RevocationEvent, 'revoked'>

/** The times of a user's revocation: `before` in seconds, `until` in milliseconds since the epoch. */
type UserRevocation = { before: number; until: number }

const userIdPrefix = 'user '

/** Returns the id under which the revocation of a user is stored. Ids of tokens and chains have no space. */
export function userRevocationId(owner: string): string {
  return userIdPrefix + owner
}

/** Returns the maximum lives of what a provider issues, in milliseconds. */
export function maxLifetimesMs({
  accessToken,
  refreshToken,
  sessions,
}: Pick<ProviderSettings, 'accessToken' | 'refreshToken' | 'sessions'>): RevocationsOptions['lifetimesMs'] {
  return {
    accessToken: Math.max(accessToken.ttl * 1000, dayMs), // an earlier document may have given tokens a longer life
    refreshToken: refreshToken.ttl * 1000,
    approval: approvalLifetimeSeconds * 1000,
    session: sessions.ttl * 1000,
  }
}
