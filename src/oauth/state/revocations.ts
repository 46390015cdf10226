/**
 * Stores and checks revocations: of access tokens by their id, and of chains, all tokens of one consent, by the
 * id of the chain.
 *
 * The store keeps revocations, and every process has a copy in memory for the check on each protected call. When
 * the write to the store fails, the revocation fails and the token stays valid in every process.
 */

import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import type { StateEvent } from './change-events.ts'
import type { StorageKeys } from './storage-keys.ts'

/** The revoked tokens and chains of one provider. Methods that return a promise throw when the store fails. */
export interface Revocations {
  /** Returns whether an access token is revoked, by its own id or the id of its chain. Reads memory only. */
  isRevoked(token: { id: string; chain: string }): boolean
  /** Returns whether a chain was ended. Reads the store, which is always up to date. */
  isChainEnded(chain: string): Promise<boolean>
  /** Revokes one access token, which expires at a time in milliseconds since the epoch. */
  revokeToken(id: string, expiresAt: number): Promise<void>
  /** Revokes a chain: its code, its refresh tokens, its access tokens, and tokens that are issued at this moment. */
  endChain(chain: string): Promise<void>
  /** Applies a revocation of another process until a time in milliseconds since the epoch. */
  apply(id: string, until: number): void
  /** Reads all revocations from the store. */
  reload(): Promise<void>
}

/** The dependencies of `openRevocations`. */
export interface RevocationsOptions {
  store: StateStore
  storageKeys: StorageKeys
  clock: Clock
  log: Log
  /** The maximum lives of an access token, a refresh token and an owner's approval from now, in milliseconds. */
  lifetimesMs: { accessToken: number; refreshToken: number; approval: number }
  publish(event: StateEvent): Promise<void>
}

/** Opens the revocations of one provider, and reads the existing ones. Throws when the store fails. */
export async function openRevocations(options: RevocationsOptions): Promise<Revocations> {
  const { store, storageKeys, clock, log, lifetimesMs: lives, publish } = options
  /** How long a token or code of a chain can still be redeemed, in milliseconds. */
  const chainLifeMs = Math.max(...Object.values(lives))
  /** Maps an id to the time at which its last access token expires, in milliseconds since the epoch. */
  const revokedUntil = new Map<string, number>()
  let sweepAt = 1000

  const revocations: Revocations = {
    isRevoked({ id, chain }) {
      return revokedUntil.size > 0 && (revokedUntil.has(id) || revokedUntil.has(chain))
    },

    async isChainEnded(chain) {
      return (await store.find(storageKeys.revoked, chain)) !== undefined
    },

    async revokeToken(id, expiresAt) {
      await revoke(id, expiresAt, expiresAt)
    },

    async endChain(chain) {
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

    apply(id, until) {
      revokedUntil.set(id, until)
      if (revokedUntil.size < sweepAt) return
      const now = clock()
      for (const [each, end] of revokedUntil) if (end <= now) revokedUntil.delete(each)
      sweepAt = Math.max(1000, revokedUntil.size * 2)
    },

    async reload() {
      const now = clock()
      for (const { key, entry } of await store.list(storageKeys.revoked)) {
        const { until } = entry.value as { until: number }
        if (until > now) revocations.apply(key, until)
      }
    },
  }

  await revocations.reload()
  return revocations

  async function revoke(id: string, until: number, expiresAt: number) {
    await store.save(storageKeys.revoked, id, { until }, { expiresAt })
    revocations.apply(id, until)
    await publish({ revoked: id, until })
  }
}
