/** Manages the queue managers of one data folder, which this process has locked. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, makeFolderSync } from '../../../shared/lib/files/make-folder.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { DiskSpace } from '../store/disk-space.ts'
import type { PasswordVerifier } from '../types/channel-host.ts'
import { mqError } from '../types/errors.ts'
import type { CreateOptions, Installation, InstanceServer, QueueManager } from '../types/queue-manager.ts'
import type { QueueManagerDeps } from './active-instance.ts'
import { DamagedQueueManager } from './damaged-queue-manager.ts'
import { copyDefault, type FolderLock, loadDefault, lockFolder, saveDefault } from './data-folder.ts'
import { openFolderStorage } from './folder-storage.ts'
import { InstalledQueueManager } from './installed-queue-manager.ts'
import { loadPartRows, type PartRows, type QueueManagerPart } from './part-rows.ts'
import {
  buildInitialObjects,
  createQueueManagerFolder,
  loadDefinition,
  parseQueueManagerName,
  type QueueManagerDefinition,
  queueManagerFolderName,
  unfinishedFolderName,
} from './queue-manager-definition.ts'

export interface InstallationOptions {
  folder: string
  clock: Clock
  log: Log
  /** The name of the installation. The default is `Installation1`. */
  name?: string
  /** The port for listener objects with PORT(0). The default is 1414. */
  listenerPort?: number
  /** The minimum free disk space in bytes for puts of persistent messages; 0, the default, disables the check. */
  minFreeBytes?: number
  /** The parts that add to queue managers; none when undefined. */
  parts?: readonly QueueManagerPart[]
  /** Verifies the passwords of clients whose channels need them. Without it, such clients are rejected. */
  verifyPassword?: PasswordVerifier
  /** Called when the installation has closed. */
  onClosed?: () => Promise<void>
}

/** Locks the data folder and opens its queue managers, not started. Throws when another process has the lock. */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const rows = await loadPartRows(options.parts)
  const lock = lockFolder(options.folder)
  try {
    const installation = new FolderInstallation(options, rows, lock)
    await installation.checkDisk()
    return installation
  } catch (error) {
    lock.release()
    throw error
  }
}

class FolderInstallation implements Installation {
  readonly name: string
  readonly folder: string
  readonly #lock: FolderLock
  readonly #disk: DiskSpace
  readonly #deps: QueueManagerDeps
  readonly #onClosed: (() => Promise<void>) | undefined
  readonly #managers = new Map<string, InstalledQueueManager | DamagedQueueManager>()
  #default: string | undefined
  #findServer: () => Promise<InstanceServer | undefined> = async () => undefined

  constructor(options: InstallationOptions, rows: PartRows, lock: FolderLock) {
    const {
      folder,
      clock,
      log,
      name = 'Installation1',
      listenerPort = 1414,
      minFreeBytes = 0,
      verifyPassword,
    } = options
    this.name = name
    this.folder = folder
    this.#lock = lock
    this.#onClosed = options.onClosed
    this.#disk = new DiskSpace({ folder, minFreeBytes, log })
    this.#deps = {
      clock,
      log,
      disk: this.#disk,
      ...rows,
      verifyPassword,
      listenerPort,
      installation: name,
      isDefault: (each) => each === this.#default,
      findServer: () => this.#findServer(),
    }
    this.#default = loadDefault(folder)
    makeFolderSync(this.#home())
    for (const entry of readdirSync(this.#home())) {
      if (unfinishedFolderName.test(entry)) rmSync(join(this.#home(), entry), { recursive: true, force: true })
      else this.#open(join(this.#home(), entry))
    }
  }

  checkDisk(): Promise<void> {
    return this.#disk.check()
  }

  list(): readonly QueueManager[] {
    return [...this.#managers.values()]
  }

  find(name: string): QueueManager | undefined {
    return this.#managers.get(name)
  }

  async create(name: string, options: CreateOptions = {}): Promise<QueueManager> {
    const { description = '', attributes = {}, isDefault = false, storeUrl } = options
    const created = this.#deps.clock()
    const manager = await this.#addFolder(name, async (unfinished, folder) => {
      const storage = storeUrl
        ? this.#deps.databases.open({ ...this.#deps, url: storeUrl, folder, queueManager: name })
        : openFolderStorage(unfinished)
      try {
        const manager = { name, created, folder, attributes: { ...attributes, DESCR: description } }
        await storage.create({ description, created }, buildInitialObjects(manager))
      } finally {
        await storage.close()
      }
      return { name, description, created, state: 'ended', storeUrl: storeUrl || undefined }
    })
    if (isDefault) await this.#setDefault(name)
    return manager
  }

  add(name: string, storeUrl: string): Promise<QueueManager> {
    return this.#addFolder(name, async () => {
      const { description, created } = await this.#deps.databases.readIdentity(storeUrl, name)
      return { name, description, created, state: 'ended', storeUrl }
    })
  }

  remove(name: string): Promise<void> {
    return this.#drop(name, (manager) => manager.destroy())
  }

  forget(name: string): Promise<void> {
    return this.#drop(name, (manager) => manager.forget())
  }

  announceServer(find: () => Promise<InstanceServer | undefined>): void {
    this.#findServer = find
  }

  async backUp(folder: string): Promise<void> {
    const home = join(folder, 'qmgrs')
    await makeFolder(home, { mode: 0o700 })
    for (const [name, manager] of this.#managers) await manager.backUp(join(home, queueManagerFolderName(name)))
    await copyDefault(this.folder, folder)
  }

  async close(): Promise<void> {
    const ends = await Promise.allSettled(
      [...this.#managers.values()].map(async (manager) => {
        await manager.end('immediate', { switchesOver: true }) // the queue manager can go on on another machine
        await manager.close()
      }),
    )
    this.#disk.close()
    this.#lock.release()
    await this.#onClosed?.()
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Creates the folder of a queue manager and opens it. `fill` gets its present path and its later one. */
  async #addFolder(
    name: string,
    fill: (unfinished: string, folder: string) => Promise<QueueManagerDefinition>,
  ): Promise<QueueManager> {
    checkName(name)
    if (this.#managers.has(name))
      throw mqError('MQRCCF_OBJECT_ALREADY_EXISTS', `there is a queue manager ${name}`, { object: name })
    const folder = join(this.#home(), queueManagerFolderName(name))
    await createQueueManagerFolder(folder, (unfinished) => fill(unfinished, folder))
    return this.#open(folder)
  }

  async #drop(
    name: string,
    drop: (manager: InstalledQueueManager | DamagedQueueManager) => Promise<void>,
  ): Promise<void> {
    const manager = this.#managers.get(name)
    if (!manager) throw mqError('MQRC_Q_MGR_NAME_ERROR', `there is no queue manager ${name}`, { object: name })
    await drop(manager)
    this.#managers.delete(name)
    if (this.#default === name) await this.#setDefault(undefined)
  }

  #home(): string {
    return join(this.folder, 'qmgrs')
  }

  #open(folder: string): QueueManager {
    const manager = this.#load(folder)
    this.#managers.set(manager.name, manager)
    return manager
  }

  #load(folder: string): InstalledQueueManager | DamagedQueueManager {
    try {
      return new InstalledQueueManager(folder, loadDefinition(folder), this.#deps)
    } catch (error) {
      this.#deps.log.error({ error }, 'a queue manager cannot be opened')
      return new DamagedQueueManager(folder, parseQueueManagerName(folder), error as Error)
    }
  }

  async #setDefault(name: string | undefined): Promise<void> {
    await saveDefault(this.folder, name)
    this.#default = name
  }
}

function checkName(name: string): void {
  if (/^[A-Za-z0-9./_%]{1,48}$/.test(name)) return
  const text = `"${name}" must be 1 to 48 of the characters A-Z a-z 0-9 . / _ %`
  throw mqError('MQRC_OBJECT_NAME_ERROR', text, { object: name })
}
