/** The queue managers of one data folder. */
import type { InstanceServer, QueueManager } from './queue-manager.ts'

/** What a new queue manager is like. */
export interface CreateOptions {
  readonly description?: string
  readonly isDefault?: boolean
  /** The URL of the PostgreSQL database that stores it; its folder when undefined. */
  readonly storeUrl?: string
}

/** The queue managers of one data folder. */
export interface Installation {
  readonly name: string
  /** The data folder. */
  readonly folder: string
  list(): readonly QueueManager[]
  find(name: string): QueueManager | undefined
  /**
   * Creates a queue manager with its SYSTEM objects without starting it. Rejects with reason code 4001 when the
   * name exists and 2152 when the name is invalid.
   */
  create(name: string, options?: CreateOptions): Promise<QueueManager>
  /**
   * Makes a queue manager known that another machine has created in a database. Rejects with reason code 4001 when the
   * name exists here, and 2102 when the database has no such queue manager.
   */
  add(name: string, storeUrl: string): Promise<QueueManager>
  /** Forgets an ended queue manager, and leaves what is stored in its database. Rejects like `remove`. */
  forget(name: string): Promise<void>
  /**
   * Removes an ended queue manager with its objects and messages. Rejects with reason code 2058 when it does not
   * exist or is running.
   */
  remove(name: string): Promise<void>
  /**
   * Copies every queue manager to a new folder while they run, each as of one moment. Rejects with reason code 2101 when
   * one is damaged.
   */
  backUp(folder: string): Promise<void>
  /** Lets the instances on other machines know how to reach the MQ web server of this process. */
  announceServer(find: () => Promise<InstanceServer | undefined>): void
  /** Ends every queue manager; waiting gets fail. */
  close(): Promise<void>
}
