/**
 * A queue manager of an installation. This class starts and ends the queue manager, tracks its state and opens
 * connections.
 */
import { QueueManagerConnection } from '../mqi/queue-manager-connection.ts'
import { toMqError } from '../store/to-mq-error.ts'
import type { ApplicationIdentity, Connection, Principal } from '../types/connection.ts'
import type { ActiveInstanceInfo } from '../types/instances.ts'
import type { QueueManager, QueueManagerMetrics, QueueManagerState } from '../types/queue-manager.ts'
import { mqError } from '../types/reason-codes.ts'
import type { QueueManagerStatus } from '../types/services.ts'
import { type ActiveInstance, type EndMode, startActiveInstance } from './active-instance.ts'
import { openDatabaseStorage } from './database-storage.ts'
import { DefinitionKeeper, isLive } from './definition-keeper.ts'
import { openFolderStorage } from './folder-storage.ts'
import { type QueueManagerDefinition, removeQueueManagerFolder } from './queue-manager-definition.ts'
import type { QueueManagerDeps } from './queue-manager-deps.ts'
import type { QueueManagerStorage, StorageInstances } from './queue-manager-storage.ts'

/** The states of an end, by its mode: while it lasts, and after it. */
const endStates = {
  controlled: ['quiescing', 'ended'],
  immediate: ['endingImmediately', 'endedImmediately'],
  preemptive: ['endingPreemptively', 'endedPreemptively'],
} as const

export class InstalledQueueManager implements QueueManager {
  readonly name: string
  readonly folder: string
  readonly #tools: QueueManagerDeps
  readonly #definition: DefinitionKeeper
  /** Undefined while the queue manager does not run in this process. */
  #instance: ActiveInstance | undefined
  #turn: Promise<void> = Promise.resolve()
  readonly #storage: QueueManagerStorage
  /** Ends the waiting of a standby instance. */
  #standby: AbortController | undefined

  constructor(folder: string, definition: QueueManagerDefinition, tools: QueueManagerDeps) {
    this.folder = folder
    this.name = definition.name
    this.#definition = new DefinitionKeeper(folder, definition, tools.log)
    this.#tools = tools
    this.#storage = openStorage(folder, definition, tools)
  }

  get state(): QueueManagerState {
    return this.#definition.state
  }

  get isDefault(): boolean {
    return this.#tools.isDefault(this.name)
  }

  get startedAt(): number | undefined {
    return this.#instance?.startedAt
  }

  get connectionCount(): number {
    return this.#instance?.running.connections.applicationCount ?? 0
  }

  get isShared(): boolean {
    return this.#storage.isShared
  }

  start({ permitsStandby = false }: { permitsStandby?: boolean } = {}): Promise<void> {
    return this.#inTurn(() => this.#start(permitsStandby))
  }

  /** Ends the queue manager, or the waiting of a standby. Does nothing when it is not running. */
  end(
    mode: EndMode = 'controlled',
    { switchesOver = false }: { switchesOver?: boolean } = {},
  ): Promise<void> {
    return this.#inTurn(() => (this.#standby ? this.#endStandby() : this.#end(mode, switchesOver)))
  }

  async listInstances(): Promise<StorageInstances> {
    try {
      return await this.#storage.listInstances()
    } catch (error) {
      throw toMqError(error)
    }
  }

  async findActive(): Promise<ActiveInstanceInfo | undefined> {
    try {
      return await this.#storage.findActive()
    } catch (error) {
      throw toMqError(error)
    }
  }

  connect(principal: Principal, application: ApplicationIdentity = { name: '' }): Connection {
    if (!this.#instance || this.state !== 'running') {
      throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${this.name} is ${this.state}`, { object: this.name })
    }
    return new QueueManagerConnection(this, this.#instance.running, principal, application)
  }

  readMetrics(): QueueManagerMetrics | undefined {
    if (!this.#instance) return undefined
    const { connections, queues, commits } = this.#instance.running
    const { applicationCount: size, channelConnectionCount: throughChannels } = connections
    return { connections: size, channels: throughChannels, queues: queues.all(), commits }
  }

  /** Removes the files of an ended queue manager from disk. Rejects with reason code 2058 while it is running. */
  destroy(): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkEnded()
      try {
        await this.#storage.destroy()
      } catch (error) {
        throw toMqError(error)
      }
      await this.#remove()
    })
  }

  /** Removes the folder of an ended queue manager, and leaves what is stored in its database. */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkEnded()
      await this.#remove()
    })
  }

  /** Ends the connection to the database. The queue manager must have ended. */
  close(): Promise<void> {
    return this.#storage.close()
  }

  /**
   * Copies the queue manager to a new folder while it runs. A start or an end waits until the copy is complete. Rejects
   * with reason code 2101 when a file is damaged, and with 2192 when the disk is full.
   */
  backUp(folder: string): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#storage.backUp(folder, this.#instance !== undefined)
      } catch (error) {
        throw toMqError(error)
      }
    })
  }

  async #start(permitsStandby: boolean): Promise<void> {
    const before = this.state
    this.#checkEnded()
    this.#definition.show('starting')
    try {
      if (await this.#activate(permitsStandby)) return
      const { permitsStandby: isPermitted } = await this.#storage.listInstances()
      if (permitsStandby && isPermitted) return this.#standBy()
      const text = `${this.name} is active on another machine, which permits ${isPermitted ? 'a' : 'no'} standby instance`
      throw mqError('MQRC_STANDBY_Q_MGR', text, { object: this.name })
    } catch (error) {
      this.#definition.show(before)
      throw toMqError(error)
    }
  }

  /** Runs the queue manager in this process. Returns false when another instance is active. */
  async #activate(permitsStandby: boolean): Promise<boolean> {
    const definition = this.#definition.current
    const active = await this.#storage.acquire(definition.created, permitsStandby)
    if (!active) return false
    const status = () => this.#status(permitsStandby && this.isShared)
    const instance = await startActiveInstance({
      manager: this,
      definition,
      active,
      tools: this.#tools,
      status,
    })
    try {
      await this.#definition.keep('running')
    } catch (error) {
      await instance.end('immediate', false)
      throw error
    }
    this.#instance = instance
    const end = () => void this.#inTurn(() => this.#endLost(instance)).catch(() => {}) // it has been reported
    instance.lost.addEventListener('abort', end, { once: true })
    if (instance.lost.aborted) end()
    return true
  }

  /** Waits in the background until this instance can become active. */
  #standBy(): void {
    const standby = new AbortController()
    this.#standby = standby
    this.#definition.show('standby')
    this.#storage
      .standBy(standby.signal)
      .then((next) =>
        this.#inTurn(async () => {
          if (standby.signal.aborted) return
          if (next === 'end') return this.#endStandby()
          await this.#takeOver()
        }),
      )
      .catch((error: unknown) => {
        this.#tools.log.error({ error, qmgr: this.name }, 'the standby instance ended')
        this.#definition.show('endedUnexpectedly')
      })
  }

  /** Becomes the active instance, or waits again when that fails. */
  async #takeOver(): Promise<void> {
    const { log } = this.#tools
    this.#standby = undefined
    this.#definition.show('starting')
    try {
      if (await this.#activate(true)) {
        log.info({ qmgr: this.name }, 'the standby instance has become active')
        return
      }
    } catch (error) {
      log.error({ error, qmgr: this.name }, 'the standby instance could not become active')
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

  async #endLost(instance: ActiveInstance): Promise<void> {
    if (this.#instance !== instance) return
    const loss = instance.lost.reason as Error
    this.#tools.log.error(
      { error: loss, qmgr: this.name },
      'the queue manager ends, because its store is lost',
    )
    await this.#endInstance('endingPreemptively', 'endedUnexpectedly', () => instance.endLost(loss))
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

  async #remove(): Promise<void> {
    await this.#storage.close()
    await removeQueueManagerFolder(this.folder)
  }

  #status(permitsStandby: boolean): QueueManagerStatus {
    return {
      permitsStandby,
      state: this.state,
      startedAt: this.startedAt ?? 0,
      connections: this.connectionCount,
      installation: this.#tools.installation,
      folder: this.folder,
      pid: process.pid,
    }
  }

  #checkEnded(): void {
    if (!isLive(this.state)) return
    throw mqError('MQRC_Q_MGR_NAME_ERROR', `${this.name} is ${this.state}`, { object: this.name })
  }

  /** Runs starts and ends one after the other. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    await turn
  }
}

function openStorage(
  folder: string,
  { storeUrl: url, name: queueManager }: QueueManagerDefinition,
  { log, findServer }: QueueManagerDeps,
): QueueManagerStorage {
  return url ? openDatabaseStorage({ url, queueManager, folder, log, findServer }) : openFolderStorage(folder)
}
