/** Where the objects and messages of a queue manager are stored: in its folder, or in a database that machines share. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { MessageStore, StoreChange } from '../store/message-store.ts'
import { mqError } from '../types/errors.ts'
import type { ActiveInstanceInfo, InstanceLease, InstanceServer, QueueManagerInstance } from '../types/queue-manager.ts'

/** The store of the active instance. */
export interface ActiveStorage {
  readonly store: MessageStore
  /** Aborted, with the reason, when the store accepts no commits any more. */
  readonly lost: AbortSignal
  /** Returns whether no other instance can be active. */
  isValid(): boolean
  /** Returns the lease; undefined for a store that one process owns. */
  readLease(): InstanceLease | undefined
  /** Called after the store was closed. With `isEnded`, waiting instances end; otherwise one of them becomes active. */
  release(isEnded: boolean): Promise<void>
}

/** The instances of a queue manager. */
export interface StorageInstances {
  readonly permitsStandby: boolean
  readonly instances: readonly QueueManagerInstance[]
}

/** The storage of one queue manager. All methods reject with a `MessageStoreError`. */
export interface QueueManagerStorage {
  /** Whether several machines can have an instance of the queue manager. */
  readonly isShared: boolean
  create(identity: StoredIdentity, objects: readonly StoreChange[]): Promise<void>
  /** Makes this process the active instance; undefined while another one is. */
  acquire(created: number, permitsStandby: boolean): Promise<ActiveStorage | undefined>
  /**
   * Waits at least for `pauseMs`, and while another instance is active or the database cannot be reached. Resolves with
   * what to do then: `end` when the queue manager was ended for all instances, when the active one permits no standby,
   * or when the signal is aborted. Never rejects.
   */
  standBy(signal: AbortSignal, pauseMs?: number): Promise<'acquire' | 'end'>
  listInstances(): Promise<StorageInstances>
  /** Returns the active instance, as of the last half second; undefined when there is none or no other machine. */
  findActive(): Promise<ActiveInstanceInfo | undefined>
  /** Copies what is stored on this machine to a new folder. */
  backUp(target: string, isOpen: boolean): Promise<void>
  /** Removes what is stored outside the folder of the queue manager. */
  destroy(): Promise<void>
  close(): Promise<void>
}

/** What a storage knows of the queue manager itself. */
export interface StoredIdentity {
  readonly description: string
  /** Milliseconds since the epoch. */
  readonly created: number
}

/** Where the queue manager is, and the folder for what this machine keeps of it. */
export interface DatabaseStorageOptions {
  readonly url: string
  readonly queueManager: string
  readonly folder: string
  readonly log: Log
  /** Returns how other instances reach the MQ web server of this process. */
  findServer(): Promise<InstanceServer | undefined>
}

/** The contract of the storage of queue managers in a database, which a part provides. */
export interface DatabaseStorages {
  /** Returns the storage, which connects when it is first used. */
  open(options: DatabaseStorageOptions): QueueManagerStorage
  /** Returns what the database knows of a queue manager that was created on another machine. */
  readIdentity(url: string, queueManager: string): Promise<StoredIdentity>
}

/** The storages of a process that has no part for databases. */
export const absentDatabaseStorages: DatabaseStorages = { open: rejectDatabase, readIdentity: rejectDatabase }

function rejectDatabase(): never {
  const text = 'this process stores queue managers in their folders only: it was built without the part database'
  throw mqError('MQRC_OPERATION_NOT_ALLOWED', text)
}
