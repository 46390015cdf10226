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
import {
  type AccountAtAddress,
  type AttemptLock,
  type AttemptResult,
  accountAtAddressKey,
  accountKey,
  exactAccountKey,
  isLocked,
} from './attempt.ts'
import {
  type AttemptAllowance,
  type AttemptAllowances,
  allAddressesAllowance,
  defaultAttemptAllowances,
  throttledAllowance,
} from './attempt-allowances.ts'
import {
  type AttemptSlot,
  type AttemptWindow,
  type AttemptWindowOptions,
  openAttemptWindow,
} from './attempt-window.ts'
import { openFamiliarAddresses } from './familiar-addresses.ts'
import { createSecretDigest } from './secret-digest.ts'

/** The attempt limits of one provider, portal or server. */
export interface AttemptLimits {
  /**
   * Runs the check unless the account is locked at the address. Returns the result of the check, or the lock.
   * Throws what the check throws, without counting a failure, because such an error does not tell whether the
   * secret is wrong.
   */
  attempt<T>(
    who: AccountAtAddress,
    secret: string,
    check: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>>
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
  /**
   * For how long, in milliseconds, a recently verified secret is accepted without reading from the store whether
   * another process has locked the account. 0 reads each time.
   */
  lockReadMs?: number
}

/**
 * For how long, in milliseconds, and for how many secrets a verified secret is not counted again, which saves
 * writes.
 */
const verifiedSecretMs = 10 * 60_000
const maxVerifiedSecrets = 10_000

type Kind = AccountAtAddress['kind']

/** Returns the attempt limits. */
export function openAttemptLimits(options: AttemptLimitsOptions): AttemptLimits {
  const {
    store,
    counters = store,
    kind,
    clock,
    log,
    allowances = defaultAttemptAllowances,
    lockReadMs = 0,
  } = options
  const digest = createSecretDigest()
  /** Maps a verified secret to the number of failures that its account had at its address then. */
  const verified = new LRUCache<string, number>({
    ...limitEntries(maxVerifiedSecrets),
    ttl: verifiedSecretMs,
    updateAgeOnGet: true,
  })
  /** The failures in this process. After a new one, a right secret is counted again, which resets the failures. */
  const failures = new LRUCache<string, number>(limitEntries(maxVerifiedSecrets))
  const pending = new Map<string, Promise<unknown>>()
  const familiar = openFamiliarAddresses(store, kind, clock, log)

  const atOneAddress = byKind((kind) => windowOf('an account at one address', allowances[kind]))
  const atAllAddresses = byKind((kind) => windowOf('an account', allAddressesAllowance(allowances[kind])))
  const slowed = byKind((kind) =>
    openWindow('a slowed account', throttledAllowance(allowances[kind]), { maxTries: 1 }),
  )
  const forAddress = windowOf('an address', allowances.address)

  return {
    async attempt(who, secret, check) {
      const [pair, exact] = [accountAtAddressKey(who), exactAccountKey(who)]
      const id = digest(exact, secret)
      await pending.get(id)?.catch(() => {}) // equal concurrent attempts wait for the first one
      if (verified.get(id) === (failures.get(pair) ?? 0)) {
        const lockedUntil = await atOneAddress[who.kind].lockedUntil(pair)
        if (lockedUntil !== undefined) return rejectLocked(who, lockedUntil)
        const value = await check()
        if (value !== undefined) return { value }
        verified.delete(id) // the secret was changed since
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
    isKnownLocked: (who) => atOneAddress[who.kind].knownLockedUntil(accountAtAddressKey(who)) !== undefined,
  }

  /** Runs an attempt that counts: acquires slots, runs the check, then releases or keeps the slots. */
  async function count<T>(
    who: AccountAtAddress,
    id: string,
    check: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>> {
    const [pair, exact] = [accountAtAddressKey(who), exactAccountKey(who)]
    const isFamiliar = await familiar.has(exact)
    const acquired = await acquireSlots(who, isFamiliar)
    if (isLocked(acquired)) return acquired

    let value: T | undefined
    try {
      value = await check()
    } catch (error) {
      await Promise.all(acquired.all.map((slot) => slot.release()))
      throw error
    }
    if (value === undefined) {
      failures.set(pair, (failures.get(pair) ?? 0) + 1)
      const uncounted = isFamiliar
        ? [failAtAddress(who), atAllAddresses[who.kind].addFailure(accountKey(who))]
        : []
      await Promise.all([...acquired.all.map((slot) => slot.recordFailure()), ...uncounted])
      return { value }
    }
    verified.set(id, failures.get(pair) ?? 0)
    const others = acquired.all.filter((slot) => slot !== acquired.own)
    await Promise.all([
      pair === exact ? acquired.own.releaseAndResetFailures() : acquired.own.release(),
      ...others.map((slot) => slot.release()),
      familiar.record(exact),
    ])
    return { value }
  }

  /** Acquires a slot in each window that applies, or returns the lock that prevents it. */
  async function acquireSlots(
    who: AccountAtAddress,
    isFamiliar: boolean,
  ): Promise<{ own: AttemptSlot; all: AttemptSlot[] } | AttemptLock> {
    const [pair, account, { address }] = [accountAtAddressKey(who), accountKey(who), who]
    const lockedHere = await atOneAddress[who.kind].lockedUntil(pair)
    if (lockedHere !== undefined) return rejectLocked(who, lockedHere)
    const lockedAddress = isFamiliar ? undefined : await forAddress.lockedUntil(address)
    if (lockedAddress !== undefined) return { lockedUntil: lockedAddress }

    const isSlowed = !isFamiliar && (await atAllAddresses[who.kind].lockedUntil(account)) !== undefined
    const wanted: [AttemptWindow, string][] = [[atOneAddress[who.kind], pair]]
    if (!isFamiliar)
      wanted.push([forAddress, address], [(isSlowed ? slowed : atAllAddresses)[who.kind], account])
    const slots = await Promise.all(wanted.map(([window, name]) => window.acquireSlot(name)))

    const taken = slots.filter((slot) => slot !== false)
    if (taken.length === slots.length) return { own: taken[0] as AttemptSlot, all: taken }
    await Promise.all(taken.map((slot) => slot.release()))
    const locks = await Promise.all(wanted.map(([window, name]) => window.lockedUntil(name)))
    return { lockedUntil: Math.max(clock() + busyMs, ...locks.map((until) => until ?? 0)) }
  }

  /** Returns the lock, and counts the attempt as a failure of the IP address. */
  async function rejectLocked(who: AccountAtAddress, lockedUntil: number): Promise<AttemptLock> {
    await failAtAddress(who)
    return { lockedUntil }
  }

  async function failAtAddress({ address }: AccountAtAddress): Promise<void> {
    if ((await forAddress.lockedUntil(address)) === undefined) await forAddress.addFailure(address)
  }

  function windowOf(purpose: string, allowance: AttemptAllowance): AttemptWindow {
    return openWindow(purpose, allowance, {
      onLock: (name) =>
        log.warn({ name, lockedMs: allowance.windowMs }, `${purpose} is locked: too many failed attempts`),
    })
  }

  function openWindow(
    purpose: string,
    allowance: AttemptAllowance,
    more: Pick<AttemptWindowOptions, 'maxTries' | 'onLock'>,
  ): AttemptWindow {
    return openAttemptWindow({
      ...{ store: counters, clock, lockReadMs, kind, purpose },
      ...{ ...allowance, ...more },
    })
  }
}

/** The minimum lock time, in milliseconds, when concurrent attempts hold all slots. */
const busyMs = 1000

function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return { user: make('user'), client: make('client') }
}
