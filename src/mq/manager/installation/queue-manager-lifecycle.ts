/** Starts and ends a queue manager in this process, as active or standby instance, one change after the other. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { toMqError } from '../store/message-store.ts'
import { mqError } from '../types/errors.ts'
import type { InstanceStatus, QueueManagerState } from '../types/queue-manager.ts'
import type { ActiveInstance, EndMode } from './active-instance.ts'
import { type DefinitionKeeper, isLive } from './definition-keeper.ts'
import type { ActiveStorage, QueueManagerStorage } from './queue-manager-storage.ts'
import { RestartPauses } from './restart-pauses.ts'

/** The states of an end, by its mode: while it lasts, and after it. */
const endStates = {
  controlled: ['quiescing', 'ended'],
  immediate: ['endingImmediately', 'endedImmediately'],
  preemptive: ['endingPreemptively', 'endedPreemptively'],
} as const

export interface LifecycleOptions {
  /** The name of the queue manager, for errors and logs. */
  readonly name: string
  readonly definition: DefinitionKeeper
  readonly storage: QueueManagerStorage
  readonly log: Log
  /** Starts the parts of the queue manager on its store. */
  startInstance(active: ActiveStorage, permitsStandby: boolean): Promise<ActiveInstance>
}

export class QueueManagerLifecycle {
  readonly #name: string
  readonly #definition: DefinitionKeeper
  readonly #storage: QueueManagerStorage
  readonly #log: Log
  readonly #startInstance: LifecycleOptions['startInstance']
  #instance: ActiveInstance | undefined
  /** Ends the waiting of a standby instance. */
  #standby: AbortController | undefined
  /** Whether the instance was started so that others may wait. */
  #permitsStandby = false
  #takeovers = 0
  readonly #pauses = new RestartPauses()
  #lastChange: Promise<void> = Promise.resolve()

  constructor({ name, definition, storage, log, startInstance }: LifecycleOptions) {
    this.#name = name
    this.#definition = definition
    this.#storage = storage
    this.#log = log
    this.#startInstance = startInstance
  }

  /** The state; `stateNotAvailable` while the instance runs and another one may have become active. */
  get state(): QueueManagerState {
    const { state } = this.#definition
    return state === 'running' && this.#instance?.isValid() === false ? 'stateNotAvailable' : state
  }

  /** The active instance; undefined while the queue manager does not run in this process. */
  get instance(): ActiveInstance | undefined {
    return this.#instance
  }

  /** Returns what this process does, for a storage that machines share; undefined for another one. */
  readStatus(): InstanceStatus | undefined {
    if (!this.#storage.isShared) return undefined
    return {
      role: this.#role,
      lease: this.#instance?.readLease(),
      permitsStandby: this.#permitsStandby,
      takeovers: this.#takeovers,
    }
  }

  get #role(): InstanceStatus['role'] {
    if (this.#instance) return this.#instance.isValid() ? 'active' : 'lost'
    return this.#standby ? 'standby' : 'ended'
  }

  /** Starts the queue manager. The rejections are those of `QueueManager.start`. */
  start(permitsStandby: boolean): Promise<void> {
    return this.#enqueue(() => this.#start(permitsStandby))
  }

  /** Ends the queue manager, or the waiting of a standby. Does nothing when it is not running. */
  end(mode: EndMode, switchesOver: boolean): Promise<void> {
    return this.#enqueue(() => (this.#standby ? this.#endStandby() : this.#end(mode, switchesOver)))
  }

  /** Does work during which the queue manager neither starts nor ends. */
  whileUnchanged(work: () => Promise<void>): Promise<void> {
    return this.#enqueue(work)
  }

  /** Like `whileUnchanged`. Rejects with reason code 2042 unless the queue manager has ended. */
  whileEnded(work: () => Promise<void>): Promise<void> {
    return this.#enqueue(() => {
      this.#checkEnded()
      return work()
    })
  }

  async #start(permitsStandby: boolean): Promise<void> {
    const before = this.state
    this.#checkEnded()
    this.#definition.show('starting')
    this.#permitsStandby = permitsStandby
    try {
      if (await this.#activate()) return
      const { permitsStandby: isPermitted } = await this.#storage.listInstances()
      if (permitsStandby && isPermitted) return this.#standBy()
      const text = `${this.#name} is active on another machine, which permits ${isPermitted ? 'a' : 'no'} standby instance`
      throw mqError('MQRC_STANDBY_Q_MGR', text, { object: this.#name })
    } catch (error) {
      this.#definition.show(before)
      throw toMqError(error)
    }
  }

  /** Runs the queue manager in this process. Returns false when another instance is active. */
  async #activate(): Promise<boolean> {
    const permitsStandby = this.#permitsStandby
    const active = await this.#storage.acquire(this.#definition.current.created, permitsStandby)
    if (!active) return false
    const instance = await this.#startInstance(active, permitsStandby)
    try {
      await this.#definition.keep('running')
    } catch (error) {
      await instance.end('immediate', false)
      throw error
    }
    this.#instance = instance
    this.#pauses.recordActive()
    const end = () => void this.#enqueue(() => this.#endLost(instance)).catch(() => {}) // it has been reported
    instance.lost.addEventListener('abort', end, { once: true })
    if (instance.lost.aborted) end()
    return true
  }

  /** Waits in the background, at least for `pauseMs`, until this instance can become active. */
  #standBy(pauseMs?: number): void {
    const standby = new AbortController()
    this.#standby = standby
    this.#definition.show('standby')
    this.#storage
      .standBy(standby.signal, pauseMs)
      .then((next) =>
        this.#enqueue(async () => {
          if (standby.signal.aborted) return
          if (next === 'end') return this.#endStandby()
          await this.#takeOver()
        }),
      )
      .catch((error: unknown) => {
        this.#log.error({ error, qmgr: this.#name }, 'the standby instance ended')
        this.#definition.show('endedUnexpectedly')
      })
  }

  /** Becomes the active instance, or waits again when that fails. */
  async #takeOver(): Promise<void> {
    const qmgr = this.#name
    this.#standby = undefined
    this.#definition.show('starting')
    try {
      if (await this.#activate()) {
        this.#takeovers += 1
        this.#log.info({ qmgr }, 'the standby instance has become active')
        return
      }
    } catch (error) {
      this.#log.error({ error, qmgr }, 'the standby instance could not become active')
      return this.#standBy(this.#pauses.recordFailure())
    }
    this.#standBy()
  }

  async #endStandby(): Promise<void> {
    this.#standby?.abort()
    this.#standby = undefined
    await this.#definition.keep('ended')
  }

  async #end(mode: EndMode, switchesOver: boolean): Promise<void> {
    if (!this.#instance) return
    const [ending, ended] = endStates[mode]
    await this.#endInstance(ending, ended, (instance) => instance.end(mode, !switchesOver))
  }

  /** Ends the instance, and waits as a standby from then on. */
  async #endLost(instance: ActiveInstance): Promise<void> {
    if (this.#instance !== instance) return
    const qmgr = this.#name
    const loss = instance.lost.reason as Error
    this.#log.error({ error: loss, qmgr }, 'the instance ends, because its store is lost, and waits as a standby')
    try {
      await this.#endInstance('endingPreemptively', 'endedUnexpectedly', () => instance.endLost(loss))
    } catch (error) {
      this.#log.error({ error, qmgr }, 'the instance did not end in order')
    }
    this.#standBy(this.#pauses.recordFailure())
  }

  async #endInstance(
    ending: QueueManagerState,
    ended: QueueManagerState,
    end: (instance: ActiveInstance) => Promise<void>,
  ): Promise<void> {
    this.#definition.show(ending)
    try {
      await end(this.#instance as ActiveInstance)
    } finally {
      this.#instance = undefined
      this.#definition.show(ended)
    }
    await this.#definition.keep(ended)
  }

  #checkEnded(): void {
    if (!isLive(this.state)) return
    throw mqError('MQRC_OBJECT_IN_USE', `${this.#name} is ${this.state}`, { object: this.#name })
  }

  async #enqueue(work: () => Promise<void>): Promise<void> {
    const change = this.#lastChange.then(work)
    this.#lastChange = change.catch(() => undefined)
    await change
  }
}
