/** Collects puts, gets and records for one commit. Until it ends, puts keep their places and gets their locks. */
import { type StoreChange, toMqError } from '../store/message-store.ts'
import { mqError } from '../types/errors.ts'
import type { UnitOfWork } from '../types/message.ts'
import type { PutDeps } from './message-puts.ts'
import {
  appendAddition,
  backOutGets,
  cancelPuts,
  completeGets,
  completePuts,
  type PendingGet,
  type PendingPut,
} from './pending-messages.ts'

type UnitOfWorkDeps = Pick<PutDeps, 'group' | 'bodies' | 'recent'> & { readonly clock: () => number }

export interface UnitOfWorkOptions {
  /** MAXUMSGS; the units of channels have no limit. */
  readonly maxMessages?: number
  /** Called once, when the unit ends. */
  ended?(unit: MessageUnitOfWork): void
}

/** A change of a record that is stored with a unit of work. */
export interface RecordChange {
  readonly change: StoreChange
  /** Shows the change in memory. Called when it is on disk. */
  apply(): void
}

export class MessageUnitOfWork implements UnitOfWork {
  startedAt: number | undefined
  readonly #deps: UnitOfWorkDeps
  readonly #options: UnitOfWorkOptions
  #state: 'active' | 'committing' | 'ended' = 'active'
  #puts: PendingPut[] = []
  #gets: PendingGet[] = []
  #records: StoreChange[] = []
  #callbacks: (() => void)[] = []

  constructor(deps: UnitOfWorkDeps, options: UnitOfWorkOptions) {
    this.#deps = deps
    this.#options = options
  }

  get size(): number {
    return this.#puts.length + this.#gets.length
  }

  get isActive(): boolean {
    return this.#state === 'active'
  }

  /** Throws reason code 2255 when the unit has ended, and 2024 when it cannot take `count` more messages. */
  checkRoom(count: number): void {
    const { maxMessages = Number.POSITIVE_INFINITY } = this.#options
    if (!this.isActive) throw endedError()
    if (this.size + count <= maxMessages) return
    const text = `the unit of work has ${this.size} messages, and MAXUMSGS is ${maxMessages}; commit or back out`
    throw mqError('MQRC_SYNCPOINT_LIMIT_REACHED', text)
  }

  /** Adds puts with reserved places. Throws like `checkRoom`; the caller then cancels the puts. */
  addPuts(puts: readonly PendingPut[]): void {
    this.checkRoom(puts.length)
    this.#puts.push(...puts)
    this.#begin()
  }

  /** Adds a locked message. Throws like `checkRoom`; the caller then unlocks the message. */
  addGet(get: PendingGet): void {
    this.checkRoom(1)
    this.#gets.push(get)
    this.#begin()
  }

  /** Adds the change of a record. Throws reason code 2255 when the unit has ended. */
  addRecord({ change, apply }: RecordChange): void {
    this.checkRoom(0)
    this.#records.push(change)
    this.whenCommitted(apply)
  }

  /** Calls the function after the commit, and not at all when the unit is backed out. */
  whenCommitted(callback: () => void): void {
    this.#callbacks.push(callback)
    this.#begin()
  }

  absorb(other: UnitOfWork): void {
    const from = asActive(other)
    if (from === this) throw endedError()
    this.checkRoom(from.size)
    this.#puts.push(...from.#puts)
    this.#gets.push(...from.#gets)
    this.#records.push(...from.#records)
    this.#callbacks.push(...from.#callbacks)
    if (from.startedAt !== undefined) this.#begin()
    from.#end()
  }

  commit(others: readonly UnitOfWork[] = []): Promise<void> {
    return this.#commit(others, (units, error) => {
      // The disk may reject the backout counts as well; the messages are available in any case.
      for (const unit of units) unit.#backOut(true).catch(() => undefined)
      return backedOutError(error)
    })
  }

  /** Like `commit`, but when the commit fails, every unit stays active, and its messages stay locked. */
  commitOrKeep(others: readonly UnitOfWork[]): Promise<void> {
    return this.#commit(others, (units, error) => {
      for (const unit of units) unit.#state = 'active'
      return toMqError(error)
    })
  }

  async backout({ countsBackout = true }: { readonly countsBackout?: boolean } = {}): Promise<void> {
    if (!this.isActive) return
    await this.#backOut(countsBackout)
  }

  /** `failed` ends the units after a failed commit, or keeps them, and returns the error of the commit. */
  async #commit(
    others: readonly UnitOfWork[],
    failed: (units: readonly MessageUnitOfWork[], error: unknown) => unknown,
  ): Promise<void> {
    const units = [this, ...others.map(asActive)]
    if (!this.isActive) throw endedError()
    const changes: StoreChange[] = []
    for (const unit of units) {
      unit.#state = 'committing'
      unit.#addChanges(changes)
    }
    if (changes.length > 0) {
      const isPut = units.some((unit) => unit.#puts.some(({ entry }) => entry.persistent))
      await new Promise<void>((resolve, reject) => {
        this.#deps.group.add({
          changes,
          isPut,
          committed() {
            for (const unit of units) unit.#complete()
            resolve()
          },
          failed: (error) => reject(failed(units, error)),
        })
      })
    } else for (const unit of units) unit.#complete()
  }

  /** Adds what the store must change. A deleted queue takes its messages with it. */
  #addChanges(changes: StoreChange[]): void {
    for (const put of this.#puts) if (!put.queue.isDeleted) appendAddition(put, changes)
    for (const { entry } of this.#gets) if (entry.persistent) changes.push({ type: 'remove', sequence: entry.sequence })
    changes.push(...this.#records)
  }

  #complete(): void {
    const { recent, bodies } = this.#deps
    const [puts, gets, callbacks] = [this.#puts, this.#gets, this.#callbacks]
    this.#end()
    completeGets(gets, recent, bodies)
    completePuts(puts, recent, bodies)
    for (const callback of callbacks) callback()
  }

  /** Restores memory at once; resolves when the backout counts are on disk. */
  async #backOut(countsBackout: boolean): Promise<void> {
    const { group, bodies } = this.#deps
    const [puts, gets] = [this.#puts, this.#gets]
    this.#end()
    cancelPuts(puts, bodies)
    const changes = backOutGets(gets, countsBackout)
    if (changes.length === 0) return
    await group.run(changes).catch((error: unknown) => {
      throw toMqError(error)
    })
  }

  #begin(): void {
    this.startedAt ??= this.#deps.clock()
  }

  #end(): void {
    this.#state = 'ended'
    this.#puts = []
    this.#gets = []
    this.#records = []
    this.#callbacks = []
    this.#options.ended?.(this)
  }
}

/** Throws reason code 2255 for a unit that has ended. */
function asActive(unit: UnitOfWork): MessageUnitOfWork {
  if (unit instanceof MessageUnitOfWork && unit.isActive) return unit
  throw endedError()
}

function endedError(): Error {
  return mqError('MQRC_UOW_NOT_AVAILABLE', 'the unit of work was committed or backed out before')
}

function backedOutError(error: unknown): Error {
  const { message } = toMqError(error) as Error
  return mqError('MQRC_BACKED_OUT', `the unit of work was backed out: ${message}`, { cause: error })
}
