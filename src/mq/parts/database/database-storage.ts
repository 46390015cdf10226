/** The storage of a queue manager in PostgreSQL for several machines: one instance is active, others wait. */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type {
  ActiveStorage,
  DatabaseStorageOptions,
  DatabaseStorages,
  QueueManagerStorage,
  StorageInstances,
  StoredIdentity,
} from '../../manager/installation/queue-manager-storage.ts'
import type { StoreChange } from '../../manager/store/message-store.ts'
import type { ActiveInstanceInfo } from '../../manager/types/queue-manager.ts'
import { defaultLeaseTimes } from './store/lease.ts'
import type { PostgresStorage } from './store/postgres-storage.ts'

/** The folder, below that of the queue manager, of the copy that answers reads. */
const copyFolderName = 'copy'

/** How long the active instance is taken as known, in milliseconds. */
const activeInstanceCacheMs = 500

/** The longest pause between two attempts to reach the database, in milliseconds. */
const maxPauseMs = 5_000

/** Connects when it is first used. */
class DatabaseStorage implements QueueManagerStorage {
  readonly isShared = true
  readonly #options: DatabaseStorageOptions
  #opened: Promise<PostgresStorage> | undefined
  #active: { readonly found: Promise<ActiveInstanceInfo | undefined>; readonly until: number } | undefined

  constructor(options: DatabaseStorageOptions) {
    this.#options = options
  }

  async create(identity: StoredIdentity, objects: readonly StoreChange[]): Promise<void> {
    const database = await this.#open()
    await database.create(identity, objects)
  }

  async acquire(created: number, permitsStandby: boolean): Promise<ActiveStorage | undefined> {
    const database = await this.#open()
    const lease = await database.acquire(permitsStandby)
    if (!lease) return undefined
    const lost = new AbortController()
    const copyFolder = join(this.#options.folder, copyFolderName)
    try {
      const store = await database.open({ lease, created, copyFolder, onLost: (error) => lost.abort(error) })
      return {
        store,
        lost: lost.signal,
        isValid: () => lease.isValid(),
        readLease: () => lease.read(),
        release: (isEnded) => lease.release(isEnded),
      }
    } catch (error) {
      await lease.release(false).catch(() => {}) // it expires soon
      throw error
    }
  }

  async standBy(signal: AbortSignal, pauseMs = 0): Promise<'acquire' | 'end'> {
    const { queueManager: qmgr, log } = this.#options
    const { pollMs } = defaultLeaseTimes
    const database = await this.#open()
    let isReachable = true
    for (let waitMs = Math.max(pauseMs, pollMs); ; waitMs = isReachable ? pollMs : Math.min(waitMs * 2, maxPauseMs)) {
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) break
      try {
        const { isHeld, isEnded, permitsStandby } = await database.lease.read()
        if (!isHeld) return isEnded ? 'end' : 'acquire'
        if (!permitsStandby) {
          log.warn({ qmgr }, 'a standby instance ends: the active one permits no standby')
          break
        }
        await database.lease.record('standby')
        isReachable = true
      } catch (error) {
        if (isReachable) log.warn({ error }, 'a standby instance cannot reach its database')
        isReachable = false
      }
    }
    await database.lease.forget().catch(() => {}) // it is not seen any more, and is left out soon
    return 'end'
  }

  async listInstances(): Promise<StorageInstances> {
    const database = await this.#open()
    const { isHeld, permitsStandby } = await database.lease.read()
    return { permitsStandby: isHeld && permitsStandby, instances: await database.lease.list() }
  }

  findActive(): Promise<ActiveInstanceInfo | undefined> {
    if (this.#active && performance.now() < this.#active.until) return this.#active.found
    const found = this.#open().then((database) => database.lease.findActive())
    found.catch(() => {
      this.#active = undefined // the next call tries again
    })
    this.#active = { found, until: performance.now() + activeInstanceCacheMs }
    return found
  }

  async backUp(target: string): Promise<void> {
    const { folder } = this.#options
    await mkdir(target, { mode: 0o700 })
    for (const name of await readdir(folder)) {
      if (name !== copyFolderName) await cp(join(folder, name), join(target, name), { recursive: true })
    }
  }

  async destroy(): Promise<void> {
    const database = await this.#open()
    await database.drop()
  }

  async close(): Promise<void> {
    const database = await this.#opened
    await database?.close()
  }

  #open(): Promise<PostgresStorage> {
    const { url, queueManager, findServer } = this.#options
    this.#opened ??= openDatabase(url, queueManager, findServer)
    return this.#opened
  }
}

async function readIdentity(url: string, queueManager: string): Promise<StoredIdentity> {
  const database = await openDatabase(url, queueManager, async () => undefined)
  try {
    return await database.read()
  } finally {
    await database.close()
  }
}

/** Queue managers in PostgreSQL. */
export const databaseStorages: DatabaseStorages = { open: (options) => new DatabaseStorage(options), readIdentity }

/** The client of PostgreSQL is loaded when it is first needed. */
async function openDatabase(
  url: string,
  queueManager: string,
  findServer: DatabaseStorageOptions['findServer'],
): Promise<PostgresStorage> {
  const { PostgresStorage } = await import('./store/postgres-storage.ts')
  const instance = { id: randomUUID(), host: hostname(), findServer }
  return new PostgresStorage({ url, queueManager, instance })
}
