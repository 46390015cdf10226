/**
 * A queue manager of an installation. This class starts and ends the queue manager, tracks its state and opens
 * connections.
 */
import { join } from 'node:path'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { QueueManagerConnection } from '../mqi/queue-manager-connection.ts'
import { createClientSecurity } from '../network/clients/client-security.ts'
import { bindChannelTypes, type HostedChannelTypes } from '../network/hosted-channels.ts'
import type { CommandServer } from '../remote/command-server.ts'
import { openRunningQueueManager, type RunningQueueManager } from '../running/running-queue-manager.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import { MessageStoreError } from '../store/message-store.ts'
import { RemovalHold } from '../store/sqlite/removal-hold.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { toMqError } from '../store/to-mq-error.ts'
import type { ChannelHost, PasswordVerifier } from '../types/channel-host.ts'
import type {
  ApplicationIdentity,
  Connection,
  Principal,
  QueueManager,
  QueueManagerMetrics,
  QueueManagerState,
} from '../types/queue-manager.ts'
import { mqError } from '../types/reason-codes.ts'
import type { ObjectService, QueueManagerStatus } from '../types/services.ts'
import { backUpQueueManagerFolder } from './back-up-folder.ts'
import { openCommandServer } from './open-command-server.ts'
import {
  type QueueManagerDefinition,
  removeQueueManagerFolder,
  saveDefinition,
} from './queue-manager-definition.ts'

export interface QueueManagerDeps {
  readonly clock: Clock
  readonly log: Log
  /** The name of the installation, which DISPLAY QMSTATUS shows. */
  readonly installation: string
  /** The port for listener objects with PORT(0). */
  readonly listenerPort: number
  readonly disk: DiskSpace
  /** Channel types that the caller of `openInstallation` provides. */
  readonly channelTypes: HostedChannelTypes
  readonly verifyPassword: PasswordVerifier | undefined
  isDefault(name: string): boolean
}

export type EndMode = 'controlled' | 'immediate' | 'preemptive'

const endStates = {
  controlled: ['quiescing', 'ended', 'MQRC_Q_MGR_QUIESCING'],
  immediate: ['endingImmediately', 'endedImmediately', 'MQRC_Q_MGR_STOPPING'],
  preemptive: ['endingPreemptively', 'endedPreemptively', 'MQRC_Q_MGR_STOPPING'],
} as const

export class InstalledQueueManager implements QueueManager {
  readonly name: string
  readonly folder: string
  readonly #tools: QueueManagerDeps
  #definition: QueueManagerDefinition
  /** The state that was written to the definition file last. */
  #saved: QueueManagerState
  #running: RunningQueueManager | undefined
  /** Undefined while the queue manager does not run, and with SCMDSERV(MANUAL). */
  #commandServer: CommandServer | undefined
  #startedAt: number | undefined
  #turn: Promise<void> = Promise.resolve()
  readonly #removals = new RemovalHold()

  constructor(folder: string, definition: QueueManagerDefinition, tools: QueueManagerDeps) {
    this.folder = folder
    this.name = definition.name
    this.#definition = definition
    this.#saved = definition.state
    this.#tools = tools
    // This process has locked the folder, so the process that wrote a live state is no longer running.
    // Read-only commands do not change the file; the next start does.
    if (isLive(definition.state)) this.#show('endedUnexpectedly')
  }

  get state(): QueueManagerState {
    return this.#definition.state
  }

  get isDefault(): boolean {
    return this.#tools.isDefault(this.name)
  }

  get startedAt(): number | undefined {
    return this.#startedAt
  }

  get connectionCount(): number {
    return this.#running?.connections.applicationCount ?? 0
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start())
  }

  /** Ends the queue manager. Does nothing when it is not running. */
  end(mode: EndMode = 'controlled'): Promise<void> {
    return this.#inTurn(() => this.#end(mode))
  }

  connect(principal: Principal, application: ApplicationIdentity = { name: '' }): Connection {
    if (!this.#running || this.state !== 'running') {
      throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${this.name} is ${this.state}`, { object: this.name })
    }
    return new QueueManagerConnection(this, this.#running, principal, application)
  }

  readMetrics(): QueueManagerMetrics | undefined {
    if (!this.#running) return undefined
    const { connections, queues, commits } = this.#running
    const { applicationCount: size, channelConnectionCount: throughChannels } = connections
    return { connections: size, channels: throughChannels, queues: queues.all(), commits }
  }

  /** Removes the files of an ended queue manager from disk. Rejects with reason code 2058 while it is running. */
  destroy(): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkEnded()
      await removeQueueManagerFolder(this.folder)
    })
  }

  /**
   * Copies the queue manager to a new folder while it runs. A start or an end waits until the copy is complete. Rejects
   * with reason code 2101 when a file is damaged, and with 2192 when the disk is full.
   */
  backUp(folder: string): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await backUpQueueManagerFolder({
          ...{ folder: this.folder, target: folder },
          ...{ removals: this.#removals, isOpen: this.#running !== undefined },
        })
      } catch (error) {
        throw toMqError(error)
      }
    })
  }

  async #start(): Promise<void> {
    const before = this.#definition
    this.#checkEnded()
    this.#show('starting')
    try {
      this.#running = await this.#open()
      this.#commandServer = openCommandServer(this, this.#running, this.#tools.log)
      await this.#running.startNetwork()
      this.#startedAt = this.#tools.clock()
      this.#running.events.publishStart()
      await this.#keep('running')
    } catch (error) {
      await this.#commandServer?.close()
      await this.#running?.close()
      this.#forget()
      this.#definition = before
      throw toMqError(error)
    }
  }

  async #end(mode: EndMode): Promise<void> {
    const running = this.#running
    if (!running) return
    const [ending, ended, reason] = endStates[mode]
    this.#show(ending)
    await this.#commandServer?.close()
    running.connections.stopAll(() => mqError(reason, `${this.name} is ending`, { object: this.name }))
    if (mode !== 'preemptive') await running.calls.idle()
    if (mode !== 'preemptive') running.events.publishEnd(mode)
    try {
      await running.close({ byForce: mode === 'preemptive' })
    } finally {
      this.#forget()
      this.#show(ended)
    }
    await this.#keep(ended)
  }

  async #open(): Promise<RunningQueueManager> {
    const { clock, log, listenerPort, disk } = this.#tools
    const { name, created } = this.#definition
    const store = await openSqliteStore(join(this.folder, 'messages.db'), {
      created,
      reserve: this.#reserve,
      removals: this.#removals,
    })
    try {
      const status = () => this.#status()
      const own = log.child({ qmgr: name })
      const channelTypes = bindChannelTypes(this.#tools.channelTypes, this.#channelHost(own))
      const tools = { store, disk, clock, log: own, listenerPort, channelTypes, status }
      return openRunningQueueManager({ name, created, ...tools })
    } catch (error) {
      await store.close()
      throw error
    }
  }

  /** Returns what channel types of other modules may use while the queue manager runs. */
  #channelHost(log: Log): ChannelHost {
    const objects: Pick<ObjectService, 'find' | 'list'> = {
      find: (kind, name) => this.#running?.objects.find(kind, name),
      list: (kind) => this.#running?.objects.list(kind) ?? [],
    }
    const attribute = (keyword: string) => this.#running?.attribute(keyword)
    const { clock, verifyPassword } = this.#tools
    return {
      ...{ queueManager: this, clock, log, findObject: objects.find },
      security: createClientSecurity({ objects, log, attribute, verifyPassword }),
    }
  }

  /**
   * Saves the definition. A full disk only causes a warning, so that the queue manager can still start and end;
   * the saved state is then out of date.
   */
  async #save(definition: QueueManagerDefinition): Promise<void> {
    try {
      await saveDefinition(this.folder, definition)
      this.#saved = definition.state
    } catch (error) {
      if (!(error instanceof MessageStoreError) || error.kind !== 'full') throw error
      this.#tools.log.warn({ error }, 'the state of the queue manager could not be saved')
    }
  }

  get #reserve(): string {
    return join(this.folder, 'reserve')
  }

  #status(): QueueManagerStatus {
    return {
      state: this.state,
      startedAt: this.#startedAt ?? 0,
      connections: this.connectionCount,
      installation: this.#tools.installation,
      folder: this.folder,
      pid: process.pid,
    }
  }

  #forget(): void {
    this.#running = undefined
    this.#commandServer = undefined
    this.#startedAt = undefined
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

  #show(state: QueueManagerState): void {
    this.#definition = { ...this.#definition, state }
  }

  /** Saves a stable state. Transitional states are never saved. */
  async #keep(state: QueueManagerState): Promise<void> {
    const definition = { ...this.#definition, state }
    if (state !== this.#saved) await this.#save(definition)
    this.#show(state)
  }
}

function isLive(state: QueueManagerState): boolean {
  return !state.startsWith('ended')
}
