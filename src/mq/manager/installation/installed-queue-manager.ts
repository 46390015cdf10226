/** A queue manager of an installation. */
import { authenticateProgram } from '../authority/program-security.ts'
import { QueueManagerConnection } from '../mqi/queue-manager-connection.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import { throwAsMqError } from '../store/message-store.ts'
import type { ApplicationIdentity, Connection, Principal, ProgramCredentials } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type {
  ActiveInstanceInfo,
  InstanceStatus,
  QueueManager,
  QueueManagerMetrics,
  QueueManagerState,
} from '../types/queue-manager.ts'
import type { QueueManagerStatus } from '../types/services.ts'
import { type ActiveInstance, type EndMode, type QueueManagerDeps, startActiveInstance } from './active-instance.ts'
import { DefinitionKeeper } from './definition-keeper.ts'
import { openFolderStorage } from './folder-storage.ts'
import { type QueueManagerDefinition, removeQueueManagerFolder } from './queue-manager-definition.ts'
import { QueueManagerLifecycle } from './queue-manager-lifecycle.ts'
import type { ActiveStorage, QueueManagerStorage, StorageInstances } from './queue-manager-storage.ts'

export class InstalledQueueManager implements QueueManager {
  readonly name: string
  readonly folder: string
  readonly #deps: QueueManagerDeps
  readonly #definition: DefinitionKeeper
  readonly #storage: QueueManagerStorage
  readonly #lifecycle: QueueManagerLifecycle

  constructor(folder: string, definition: QueueManagerDefinition, deps: QueueManagerDeps) {
    this.folder = folder
    this.name = definition.name
    this.#deps = deps
    this.#definition = new DefinitionKeeper(folder, definition, deps.log)
    const { storeUrl: url, name: queueManager } = definition
    const options = { queueManager, folder, log: deps.log, findServer: deps.findServer }
    this.#storage = url ? deps.databases.open({ url, ...options }) : openFolderStorage(folder)
    this.#lifecycle = new QueueManagerLifecycle({
      name: this.name,
      definition: this.#definition,
      storage: this.#storage,
      log: deps.log,
      startInstance: (active, permitsStandby) => this.#startInstance(active, permitsStandby),
    })
  }

  get state(): QueueManagerState {
    return this.#lifecycle.state
  }

  get isDefault(): boolean {
    return this.#deps.isDefault(this.name)
  }

  get startedAt(): number | undefined {
    return this.#lifecycle.instance?.startedAt
  }

  get connectionCount(): number {
    return this.#lifecycle.instance?.running.connections.applicationCount ?? 0
  }

  get isShared(): boolean {
    return this.#storage.isShared
  }

  start({ permitsStandby = false }: { permitsStandby?: boolean } = {}): Promise<void> {
    return this.#lifecycle.start(permitsStandby)
  }

  end(mode: EndMode = 'controlled', { switchesOver = false }: { switchesOver?: boolean } = {}): Promise<void> {
    return this.#lifecycle.end(mode, switchesOver)
  }

  listInstances(): Promise<StorageInstances> {
    return this.#storage.listInstances().catch(throwAsMqError)
  }

  findActive(): Promise<ActiveInstanceInfo | undefined> {
    return this.#storage.findActive().catch(throwAsMqError)
  }

  connect(principal: Principal, application: ApplicationIdentity = { name: '' }): Connection {
    return new QueueManagerConnection(this, this.#running, principal, application)
  }

  async authenticateProgram(owner: Principal, credentials?: ProgramCredentials): Promise<Principal> {
    const { verifyPassword } = this.#deps
    const { objects } = this.#running
    const attribute = (keyword: string) => this.#running.attribute(keyword)
    return authenticateProgram(owner, credentials, { objects, attribute, verifyPassword })
  }

  readMetrics(): QueueManagerMetrics | undefined {
    const { instance } = this.#lifecycle
    if (!instance) return undefined
    const { connections, queues, commits } = instance.running
    const { applicationCount: size, channelConnectionCount: throughChannels } = connections
    return { connections: size, channels: throughChannels, queues: queues.all(), commits }
  }

  readInstanceStatus(): InstanceStatus | undefined {
    return this.#lifecycle.readStatus()
  }

  /** Removes the files of an ended queue manager from disk. Rejects with reason code 2042 while it is running. */
  destroy(): Promise<void> {
    return this.#lifecycle.whileEnded(async () => {
      await this.#storage.destroy().catch(throwAsMqError)
      await this.#removeFolder()
    })
  }

  /** Removes the folder of an ended queue manager, and leaves what is stored in its database. */
  forget(): Promise<void> {
    return this.#lifecycle.whileEnded(() => this.#removeFolder())
  }

  /** Ends the connection to the database. The queue manager must have ended. */
  close(): Promise<void> {
    return this.#storage.close()
  }

  /** Copies the queue manager while starts and ends wait. Rejects with 2101 (damaged) or 2192 (disk full). */
  backUp(folder: string): Promise<void> {
    return this.#lifecycle.whileUnchanged(() =>
      this.#storage.backUp(folder, this.#lifecycle.instance !== undefined).catch(throwAsMqError),
    )
  }

  #startInstance(active: ActiveStorage, permitsStandby: boolean): Promise<ActiveInstance> {
    return startActiveInstance({
      manager: this,
      definition: this.#definition.current,
      active,
      deps: this.#deps,
      status: () => this.#status(permitsStandby && this.isShared),
    })
  }

  async #removeFolder(): Promise<void> {
    await this.#storage.close()
    await removeQueueManagerFolder(this.folder)
  }

  #status(permitsStandby: boolean): QueueManagerStatus {
    return {
      permitsStandby,
      state: this.state,
      startedAt: this.startedAt ?? 0,
      connections: this.connectionCount,
      installation: this.#deps.installation,
      folder: this.folder,
      pid: process.pid,
    }
  }

  /** Throws reason code 2059 while the queue manager is not running. */
  get #running(): RunningQueueManager {
    const { instance, state } = this.#lifecycle
    if (instance && state === 'running') return instance.running
    throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${this.name} is ${state}`, { object: this.name })
  }
}
