/**
 * What was taken back: access tokens by their id, and chains - everything that one consent led to - by theirs.
 *
 * The store keeps it; memory answers, because every protected call asks. A revocation holds once the store has it: when
 * that write fails the call fails, and the token stays valid in this process as well as in every other.
 */

import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import type { StateEvent } from './change-events.ts'
import type { StorageKeys } from './storage-keys.ts'

export interface Revocations {
  /** Whether an access token must be refused, by its own id and that of its chain. */
  isRevoked(token: { id: string; chain: string }): boolean
  /** Returns whether a chain was ended. Reads the store, which is always up to date. */
  isChainEnded(chain: string): Promise<boolean>
  /** Takes back one access token, which lives until a time. */
  revokeToken(id: string, expiresAt: number): Promise<void>
  /** Ends a chain: its code, its refresh tokens, its access tokens, and what is being issued at this moment. */
  endChain(chain: string): Promise<void>
  /** Applies a revocation of another process. */
  apply(id: string, until: number): void
  /** Reads everything again. */
  reload(): Promise<void>
}

export interface RevocationsOptions {
  store: StateStore
  storageKeys: StorageKeys
  clock: Clock
  log: Log
  /** The longest time, in milliseconds, that an access token, a refresh token and an owner's approval can live from now. */
  lifetimesMs: { accessToken: number; refreshToken: number; approval: number }
  publish(event: StateEvent): Promise<void>
}

export async function openRevocations(options: RevocationsOptions): Promise<Revocations> {
  const { store, storageKeys, clock, log, lifetimesMs: lives, publish } = options
  /** How long something of a chain can still be redeemed, in milliseconds. */
  const chainLifeMs = Math.max(...Object.values(lives))
  /** Id to the time, in milliseconds, at which no access token can be concerned any more. */
  const refused = new Map<string, number>()
  let sweepAt = 1000

  const revocations: Revocations = {
    isRevoked({ id, chain }) {
      return refused.size > 0 && (refused.has(id) || refused.has(chain))
    },

    async isChainEnded(chain) {
      return (await store.find(storageKeys.revoked, chain)) !== undefined
    },

    async revokeToken(id, expiresAt) {
      await revoke(id, expiresAt, expiresAt)
    },

    async endChain(chain) {
      const now = clock()
      // First the end, then the clearing: a refresh in flight may still save its new token, but never redeem it.
      await revoke(chain, now + lives.accessToken, now + chainLifeMs)
      await store.removeGroup(storageKeys.chain(chain)).catch((error: unknown) => {
        log.warn({ err: error, chain }, 'a revoked chain stays in the store until it expires')
      })
    },

    apply(id, until) {
      refused.set(id, until)
      if (refused.size < sweepAt) return
      const now = clock()
      for (const [each, end] of refused) if (end <= now) refused.delete(each)
      sweepAt = Math.max(1000, refused.size * 2)
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
