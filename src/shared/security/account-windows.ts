/** The windows in which failed attempts count: of an account at an address, of the account, of the address. */
import type { Log } from '../lib/output/log.ts'
import { type AccountAtAddress, type AttemptLock, accountAtAddressKey, accountKey, exactAccountKey } from './attempt.ts'
import {
  type AttemptAllowance,
  type AttemptAllowances,
  allAddressesAllowance,
  throttledAllowance,
} from './attempt-allowances.ts'
import { type AttemptSlot, type AttemptWindow, type AttemptWindowOptions, openAttemptWindow } from './attempt-window.ts'

/** The slots of one attempt, in all windows that apply. The attempt must call exactly one of these methods. */
export interface AccountSlots {
  /** Releases the slots of an attempt that proves nothing. */
  release(): Promise<void>
  /** Releases the slots. The exact name of an account resets the failures at the address, another spelling does not. */
  recordSuccess(): Promise<void>
  recordFailure(): Promise<void>
}

/** The dependencies of `AccountWindows`. */
export interface AccountWindowsOptions extends Pick<AttemptWindowOptions, 'kind' | 'clock' | 'lockReadMs'> {
  counters: AttemptWindowOptions['store']
  log: Log
  allowances: AttemptAllowances
}

type Kind = AccountAtAddress['kind']

/** The minimum lock time, in milliseconds, when concurrent attempts hold all slots. */
const busyMs = 1000

/** The windows of all accounts and addresses, with counters of their own. Methods that return a promise throw when the store fails. */
export class AccountWindows {
  readonly #options: AccountWindowsOptions
  readonly #atOneAddress: Record<Kind, AttemptWindow>
  readonly #atAllAddresses: Record<Kind, AttemptWindow>
  readonly #slowed: Record<Kind, AttemptWindow>
  readonly #forAddress: AttemptWindow

  constructor(options: AccountWindowsOptions) {
    this.#options = options
    const { allowances } = options
    this.#atOneAddress = byKind((kind) => this.#openLogged('an account at one address', allowances[kind]))
    this.#atAllAddresses = byKind((kind) => this.#openLogged('an account', allAddressesAllowance(allowances[kind])))
    this.#slowed = byKind((kind) =>
      this.#open('a slowed account', throttledAllowance(allowances[kind]), { maxTries: 1 }),
    )
    this.#forAddress = this.#openLogged('an address', allowances.address)
  }

  /** Returns whether this process knows that the account is locked at the address. Does not read the store. */
  isKnownLocked(who: AccountAtAddress): boolean {
    return this.#atOneAddress[who.kind].knownLockedUntil(accountAtAddressKey(who)) !== undefined
  }

  /** Returns the lock of the account at the address, and counts the attempt as a failure of the address. */
  async findLock(who: AccountAtAddress): Promise<AttemptLock | undefined> {
    const lockedUntil = await this.#atOneAddress[who.kind].lockedUntil(accountAtAddressKey(who))
    if (lockedUntil === undefined) return undefined
    await this.#failAtAddress(who)
    return { lockedUntil }
  }

  /** Acquires a slot in each window that applies, or returns the lock that prevents it. */
  async acquireSlots(who: AccountAtAddress, isFamiliar: boolean): Promise<AccountSlots | AttemptLock> {
    const lock = await this.findLock(who)
    if (lock) return lock
    const lockedAddress = isFamiliar ? undefined : await this.#forAddress.lockedUntil(who.address)
    if (lockedAddress !== undefined) return { lockedUntil: lockedAddress }

    const own = [this.#atOneAddress[who.kind], accountAtAddressKey(who)] as const
    const wanted = [own, ...(isFamiliar ? [] : await this.#unfamiliarWindows(who))]
    const slots = await Promise.all(wanted.map(([window, name]) => window.acquireSlot(name)))
    const [first, ...others] = slots.filter((slot) => slot !== false)
    if (first && others.length === slots.length - 1) return this.#slotsOf(who, isFamiliar, first, others)
    await Promise.all([first, ...others].map((slot) => slot?.release()))
    const locks = await Promise.all(wanted.map(([window, name]) => window.lockedUntil(name)))
    return { lockedUntil: Math.max(this.#options.clock() + busyMs, ...locks.filter((until) => until !== undefined)) }
  }

  /** Returns the further windows of an account at an address where it has not signed in before. */
  async #unfamiliarWindows(who: AccountAtAddress): Promise<(readonly [AttemptWindow, string])[]> {
    const account = accountKey(who)
    const atAllAddresses = this.#atAllAddresses[who.kind]
    const isSlowed = (await atAllAddresses.lockedUntil(account)) !== undefined
    return [
      [this.#forAddress, who.address],
      [isSlowed ? this.#slowed[who.kind] : atAllAddresses, account],
    ]
  }

  #slotsOf(who: AccountAtAddress, isFamiliar: boolean, own: AttemptSlot, others: readonly AttemptSlot[]): AccountSlots {
    const releaseOthers = () => others.map((slot) => slot.release())
    return {
      release: async () => {
        await Promise.all([own.release(), ...releaseOthers()])
      },
      recordSuccess: async () => {
        const isExact = accountAtAddressKey(who) === exactAccountKey(who)
        await Promise.all([isExact ? own.releaseAndResetFailures() : own.release(), ...releaseOthers()])
      },
      recordFailure: async () => {
        const uncounted = isFamiliar
          ? [this.#failAtAddress(who), this.#atAllAddresses[who.kind].addFailure(accountKey(who))]
          : []
        await Promise.all([...[own, ...others].map((slot) => slot.recordFailure()), ...uncounted])
      },
    }
  }

  async #failAtAddress({ address }: AccountAtAddress): Promise<void> {
    if ((await this.#forAddress.lockedUntil(address)) === undefined) await this.#forAddress.addFailure(address)
  }

  #openLogged(purpose: string, allowance: AttemptAllowance): AttemptWindow {
    const onLock = (name: string) =>
      this.#options.log.warn({ name, lockedMs: allowance.windowMs }, `${purpose} is locked: too many failed attempts`)
    return this.#open(purpose, allowance, { onLock })
  }

  #open(
    purpose: string,
    allowance: AttemptAllowance,
    more: Pick<AttemptWindowOptions, 'maxTries' | 'onLock'>,
  ): AttemptWindow {
    const { counters: store, clock, lockReadMs, kind } = this.#options
    return openAttemptWindow({ store, clock, lockReadMs, kind, purpose, ...allowance, ...more })
  }
}

function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return { user: make('user'), client: make('client') }
}
