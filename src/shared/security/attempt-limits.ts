/**
 * Limits failed attempts to prove a password or a secret. RFC 6749 sections 2.3.1 and 4.3.2, NIST SP 800-63B
 * section 5.2.2.
 *
 * 1. An account is locked for an IP address after too many failures there. Every attempt from there is rejected,
 *    with a right or wrong secret, and counts as a failure of the address.
 * 2. An IP address with too many failures over all accounts is locked for every account that has not signed in
 *    there before.
 * 3. An account with too many failures over all IP addresses is slowed down at addresses where it has not signed
 *    in before: these addresses share a few attempts.
 *
 * Failures count by the skeleton of a user name, so that a registry which accepts several spellings of a name gives no
 * further attempts. What a right secret proves holds for the exact name only.
 *
 * Attempts elsewhere therefore never lock out an owner who comes from a familiar address. At an unfamiliar
 * address, only guessing from many addresses delays the sign-in.
 */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../lib/caches/limit-entries.ts'
import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { CounterStore, StateStore } from '../storage/index.ts'
import { type AccountSlots, AccountWindows } from './account-windows.ts'
import { type AccountAtAddress, type AttemptResult, accountAtAddressKey, exactAccountKey, isLocked } from './attempt.ts'
import { type AttemptAllowances, defaultAttemptAllowances } from './attempt-allowances.ts'
import { openFamiliarAddresses } from './familiar-addresses.ts'
import { createSecretDigest } from './secret-digest.ts'

/** The attempt limits of one provider, portal or server. */
export interface AttemptLimits {
  /**
   * Runs the check unless the account is locked at the address. Returns the result of the check, or the lock. Throws
   * what the check throws, without counting a failure, because such an error does not tell whether the secret is wrong.
   */
  attempt<T>(who: AccountAtAddress, secret: string, check: () => Promise<T | undefined>): Promise<AttemptResult<T>>
  /** Returns whether this process knows that the account is locked at the address. Does not read the store. */
  isKnownLocked(who: AccountAtAddress): boolean
  /** Returns whether the account has signed in at the address within the last 30 days. Throws when the store fails. */
  isFamiliar(who: AccountAtAddress): Promise<boolean>
}

/** The dependencies of `openAttemptLimits`. */
export interface AttemptLimitsOptions {
  /** Keeps the addresses at which accounts have signed in. */
  store: StateStore
  /** Counts the attempts; the store when there are no others. */
  counters?: CounterStore | undefined
  /** The kind of the store's records that belong to these limits. */
  kind: string
  clock: Clock
  log: Log
  allowances?: AttemptAllowances
  /** Milliseconds for which a verified secret is accepted without asking the store for locks; 0 always asks. */
  lockReadMs?: number | undefined
}

/** The milliseconds for which a verified secret is not counted again, which saves writes, and the number of such secrets. */
const verifiedSecretMs = 10 * 60_000
const maxVerifiedSecrets = 10_000

/** Returns the attempt limits. */
export function openAttemptLimits(options: AttemptLimitsOptions): AttemptLimits {
  const { store, counters = store, kind, clock, log, allowances = defaultAttemptAllowances } = options
  const verified = new VerifiedSecrets()
  const pending = new Map<string, Promise<unknown>>()
  const familiar = openFamiliarAddresses(store, kind, clock, log)
  const { lockReadMs = 0 } = options
  const windows = new AccountWindows({ ...options, counters, allowances, lockReadMs })

  return {
    async attempt(who, secret, check) {
      const [pair, exact] = [accountAtAddressKey(who), exactAccountKey(who)]
      const id = verified.idOf(exact, secret)
      await pending.get(id)?.catch(() => {}) // equal concurrent attempts wait for the first one
      if (verified.has(id, pair)) {
        const lock = await windows.findLock(who)
        if (lock) return lock
        const value = await check()
        if (value !== undefined) return { value }
        verified.remove(id) // the secret was changed since
      }

      const checking = count(who, id, check)
      pending.set(id, checking)
      try {
        return await checking
      } finally {
        if (pending.get(id) === checking) pending.delete(id)
      }
    },

    isFamiliar: (who) => familiar.has(exactAccountKey(who)),
    isKnownLocked: (who) => windows.isKnownLocked(who),
  }

  /** Runs an attempt that counts: acquires slots, runs the check, then releases or keeps the slots. */
  async function count<T>(
    who: AccountAtAddress,
    id: string,
    check: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>> {
    const [pair, exact] = [accountAtAddressKey(who), exactAccountKey(who)]
    const slots = await windows.acquireSlots(who, await familiar.has(exact))
    if (isLocked(slots)) return slots

    const value = await runCheck(check, slots)
    if (value === undefined) {
      verified.addFailure(pair)
      await slots.recordFailure()
      return { value }
    }
    verified.add(id, pair)
    await Promise.all([slots.recordSuccess(), familiar.record(exact)])
    return { value }
  }
}

/** Returns the result of the check. An error of it proves nothing, and releases the slots. */
async function runCheck<T>(check: () => Promise<T | undefined>, slots: AccountSlots): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    await slots.release()
    throw error
  }
}

/** The secrets that were verified in this process, each until an attempt for its account at its address fails. */
class VerifiedSecrets {
  /** Returns the id of a secret of an account, from which neither can be found. */
  readonly idOf = createSecretDigest()
  /** Maps a verified secret to the number of failures that its account had at its address then. */
  readonly #verified = new LRUCache<string, number>({
    ...limitEntries(maxVerifiedSecrets),
    ttl: verifiedSecretMs,
    updateAgeOnGet: true,
  })
  readonly #failures = new LRUCache<string, number>(limitEntries(maxVerifiedSecrets))

  has(secretId: string, account: string): boolean {
    return this.#verified.get(secretId) === (this.#failures.get(account) ?? 0)
  }

  add(secretId: string, account: string): void {
    this.#verified.set(secretId, this.#failures.get(account) ?? 0)
  }

  remove(secretId: string): void {
    this.#verified.delete(secretId)
  }

  addFailure(account: string): void {
    this.#failures.set(account, (this.#failures.get(account) ?? 0) + 1)
  }
}
