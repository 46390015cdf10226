/**
 * The windows in which the failed attempts of an account count: at one IP address, at all addresses, and those of the address
 * over all accounts.
 */
import type { Log } from '../lib/output/log.ts'
import {
  type AccountAtAddress,
  type AttemptLock,
  accountAtAddressKey,
  accountKey,
  exactAccountKey,
} from './attempt.ts'
import {
  type AttemptAllowance,
  type AttemptAllowances,
  allAddressesAllowance,
  throttledAllowance,
} from './attempt-allowances.ts'
import {
  type AttemptSlot,
  type AttemptWindow,
  type AttemptWindowOptions,
  openAttemptWindow,
} from './attempt-window.ts'

/** The slots of one attempt, in all windows that apply. The attempt must call exactly one of these methods. */
export interface AccountSlots {
  /** Releases the slots of an attempt that proves nothing. */
  release(): Promise<void>
  /** Releases the slots. The exact name of an account resets the failures at the address, another spelling does not. */
  recordSuccess(): Promise<void>
  recordFailure(): Promise<void>
}

/** The windows of all accounts and addresses. Methods that return a promise throw when the store fails. */
export interface AccountWindows {
  /** Acquires a slot in each window that applies, or returns the lock that prevents it. */
  acquireSlots(who: AccountAtAddress, isFamiliar: boolean): Promise<AccountSlots | AttemptLock>
  /** Returns the lock of the account at the address, and counts the attempt as a failure of the address. */
  findLock(who: AccountAtAddress): Promise<AttemptLock | undefined>
  /** Returns whether this process knows that the account is locked at the address. Does not read the store. */
  isKnownLocked(who: AccountAtAddress): boolean
}

/** The dependencies of `openAccountWindows`. */
export interface AccountWindowsOptions extends Pick<AttemptWindowOptions, 'kind' | 'clock' | 'lockReadMs'> {
  counters: AttemptWindowOptions['store']
  log: Log
  allowances: AttemptAllowances
}

type Kind = AccountAtAddress['kind']

/** The minimum lock time, in milliseconds, when concurrent attempts hold all slots. */
const busyMs = 1000

/** Returns the windows. Each has counters of its own. */
export function openAccountWindows(options: AccountWindowsOptions): AccountWindows {
  const { counters, kind, clock, lockReadMs, log, allowances } = options
  const atOneAddress = byKind((of) => openLogged('an account at one address', allowances[of]))
  const atAllAddresses = byKind((of) => openLogged('an account', allAddressesAllowance(allowances[of])))
  const slowed = byKind((of) => open('a slowed account', throttledAllowance(allowances[of]), { maxTries: 1 }))
  const forAddress = openLogged('an address', allowances.address)

  return {
    findLock,
    isKnownLocked: (who) => atOneAddress[who.kind].knownLockedUntil(accountAtAddressKey(who)) !== undefined,

    async acquireSlots(who, isFamiliar) {
      const lock = await findLock(who)
      if (lock) return lock
      const lockedAddress = isFamiliar ? undefined : await forAddress.lockedUntil(who.address)
      if (lockedAddress !== undefined) return { lockedUntil: lockedAddress }

      const own = [atOneAddress[who.kind], accountAtAddressKey(who)] as const
      const wanted = [own, ...(isFamiliar ? [] : await unfamiliarWindows(who))]
      const slots = await Promise.all(wanted.map(([window, name]) => window.acquireSlot(name)))
      const [ownSlot, ...others] = slots.filter((slot) => slot !== false)
      if (ownSlot && others.length === slots.length - 1) return slotsOf(who, isFamiliar, ownSlot, others)
      await Promise.all([ownSlot, ...others].map((slot) => slot?.release()))
      const locks = await Promise.all(wanted.map(([window, name]) => window.lockedUntil(name)))
      return { lockedUntil: Math.max(clock() + busyMs, ...locks.map((until) => until ?? 0)) }
    },
  }

  async function findLock(who: AccountAtAddress): Promise<AttemptLock | undefined> {
    const lockedUntil = await atOneAddress[who.kind].lockedUntil(accountAtAddressKey(who))
    if (lockedUntil === undefined) return undefined
    await failAtAddress(who)
    return { lockedUntil }
  }

  /** Returns the further windows of an account at an address where it has not signed in before. */
  async function unfamiliarWindows(who: AccountAtAddress): Promise<(readonly [AttemptWindow, string])[]> {
    const account = accountKey(who)
    const isSlowed = (await atAllAddresses[who.kind].lockedUntil(account)) !== undefined
    return [
      [forAddress, who.address],
      [(isSlowed ? slowed : atAllAddresses)[who.kind], account],
    ]
  }

  function slotsOf(
    who: AccountAtAddress,
    isFamiliar: boolean,
    own: AttemptSlot,
    others: readonly AttemptSlot[],
  ): AccountSlots {
    const releaseOthers = () => others.map((slot) => slot.release())
    return {
      async release() {
        await Promise.all([own.release(), ...releaseOthers()])
      },
      async recordSuccess() {
        const isExact = accountAtAddressKey(who) === exactAccountKey(who)
        await Promise.all([isExact ? own.releaseAndResetFailures() : own.release(), ...releaseOthers()])
      },
      async recordFailure() {
        const uncounted = isFamiliar
          ? [failAtAddress(who), atAllAddresses[who.kind].addFailure(accountKey(who))]
          : []
        await Promise.all([...[own, ...others].map((slot) => slot.recordFailure()), ...uncounted])
      },
    }
  }

  async function failAtAddress({ address }: AccountAtAddress): Promise<void> {
    if ((await forAddress.lockedUntil(address)) === undefined) await forAddress.addFailure(address)
  }

  function openLogged(purpose: string, allowance: AttemptAllowance): AttemptWindow {
    return open(purpose, allowance, {
      onLock: (name) =>
        log.warn({ name, lockedMs: allowance.windowMs }, `${purpose} is locked: too many failed attempts`),
    })
  }

  function open(
    purpose: string,
    allowance: AttemptAllowance,
    more: Pick<AttemptWindowOptions, 'maxTries' | 'onLock'>,
  ): AttemptWindow {
    return openAttemptWindow({ store: counters, clock, lockReadMs, kind, purpose, ...allowance, ...more })
  }
}

function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return { user: make('user'), client: make('client') }
}
