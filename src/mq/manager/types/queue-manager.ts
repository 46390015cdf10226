/** An installation, its queue managers with their metrics, and the instances of a queue manager in a database. */
import type { CommitMetrics } from './commit-statistics.ts'
import type { ApplicationIdentity, AttributeValue, Connection, Principal, ProgramCredentials } from './connection.ts'

export type QueueManagerState =
  | 'running'
  | 'standby'
  | 'starting'
  | 'quiescing'
  | 'endingImmediately'
  | 'endingPreemptively'
  | 'ended'
  | 'endedImmediately'
  | 'endedPreemptively'
  | 'endedUnexpectedly'
  | 'stateNotAvailable' // the instance cannot reach its database, and another one may have become active

export interface QueueManager {
  readonly name: string
  readonly state: QueueManagerState
  readonly isDefault: boolean
  /** The start time in milliseconds since the epoch; undefined while the queue manager is not running. */
  readonly startedAt: number | undefined
  readonly connectionCount: number
  /** Whether several machines can have an instance of the queue manager. */
  readonly isShared: boolean
  /**
   * Starts the queue manager. Rejects with reason code 2101, naming the file, when a file is damaged, and with
   * 2192 when the disk is full. With `permitsStandby`, the instance waits as a standby while another one that permits it
   * is active; otherwise the start rejects with reason code 2543. An instance that loses its database later waits as a
   * standby, until `end` is called.
   */
  start(options?: { permitsStandby?: boolean }): Promise<void>
  /**
   * Ends the queue manager, or the waiting of a standby. Waiting gets fail; the end waits for all other active calls,
   * except in mode `preemptive`. Standby instances end too, unless `switchesOver` lets one of them become active.
   */
  end(mode?: 'controlled' | 'immediate' | 'preemptive', options?: { switchesOver?: boolean }): Promise<void>
  /** Returns the instances on all machines; none when the queue manager is stored in its folder. */
  listInstances(): Promise<{ permitsStandby: boolean; instances: readonly QueueManagerInstance[] }>
  /**
   * Returns the active instance, on whichever machine it runs; undefined when there is none, or when the queue manager is
   * stored in its folder. The result can be half a second old. Rejects when the database cannot be reached.
   */
  findActive(): Promise<ActiveInstanceInfo | undefined>
  /** Opens a connection (MQCONN). Throws 2059 while the queue manager is not running and 2035 without authority. */
  connect(principal: Principal, application?: ApplicationIdentity): Connection
  /**
   * Resolves with the user as whom a program of this machine connects: `owner`, or the user of the credentials, as CONNAUTH,
   * CHCKLOCL and ADOPTCTX state. Rejects with reason code 2035 for a wrong or missing password, and with 2059 like `connect`.
   */
  authenticateProgram(owner: Principal, credentials?: ProgramCredentials): Promise<Principal>
  /** Returns current metrics at once, or undefined while the queue manager is not running. */
  readMetrics(): QueueManagerMetrics | undefined
  /** Returns what this process does for a shared queue manager; undefined for one that is stored in its folder. Does not block. */
  readInstanceStatus(): InstanceStatus | undefined
}

export interface QueueManagerMetrics {
  readonly connections: number
  /** The number of connections through a channel. */
  readonly channels: number
  /** The metrics of every local queue. */
  readonly queues: Iterable<QueueMetrics>
  /** The commit metrics of the message store. */
  readonly commits: CommitMetrics
}

/** Metrics of one local queue. Counts start at zero when the queue manager starts. */
export interface QueueMetrics {
  readonly name: string
  readonly depth: number
  /** The MAXDEPTH attribute. */
  readonly maxDepth: number
  readonly puts: number
  readonly gets: number
  /** How often applications have the queue open for input. */
  readonly openInputCount: number
  readonly isTransmissionQueue: boolean
  /** Returns the put time of the oldest message in milliseconds since the epoch, or undefined for an empty queue. */
  oldestPutAt(): number | undefined
}

/** A process, on some machine, that runs a queue manager or waits to run it. */
export type QueueManagerInstance = { readonly host: string; readonly mode: 'active' | 'standby' }

/** The lease of the active instance, as it knows it without asking the database. */
export interface InstanceLease {
  /** How long it lasts without a renewal, in milliseconds; 0 when it has run out. */
  readonly remainingMs: number
  /** Whether a standby instance waited at the last renewal. */
  readonly hasStandby: boolean
}

/** What this process does for a queue manager that machines share. Reading it costs no query. */
export interface InstanceStatus {
  /** `lost`: it has run the queue manager, its lease has run out, and another instance may be active. */
  readonly role: 'active' | 'standby' | 'lost' | 'ended'
  /** The lease of an active or lost instance; undefined for others. */
  readonly lease: InstanceLease | undefined
  /** Whether the instance was started so that others may wait. */
  readonly permitsStandby: boolean
  /** How often this process has become active after it had waited as a standby. */
  readonly takeovers: number
}

/** How instances reach the MQ web server of another one. */
export interface InstanceServer {
  /** `https://host:9443` */
  readonly url: string
  /** The SHA-256 fingerprint of its certificate, as `X509Certificate.fingerprint256` has it. */
  readonly certificateFingerprint: string
}

/** The active instance, as every instance of the queue manager knows it from the database. */
export interface ActiveInstanceInfo {
  /** The id of the instance. Every process has another one. */
  readonly id: string
  readonly host: string
  /** Whether it runs in this process. */
  readonly isHere: boolean
  /** Undefined when the instance has no MQ web server with TLS. */
  readonly server: InstanceServer | undefined
  /** The secret that the instances of the queue manager share. */
  readonly secret: Buffer
}

/** What a new queue manager is like. */
export interface CreateOptions {
  readonly description?: string | undefined
  /** Attributes of the queue manager object, such as DEADQ. They must be valid. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>
  readonly isDefault?: boolean
  /** The URL of the PostgreSQL database that stores it; its folder when undefined. */
  readonly storeUrl?: string | undefined
}

/** The queue managers of one data folder. */
export interface Installation {
  readonly name: string
  /** The data folder. */
  readonly folder: string
  list(): readonly QueueManager[]
  find(name: string): QueueManager | undefined
  /** Creates a queue manager without starting it. Rejects with 4001 when the name exists, 2152 when it is invalid. */
  create(name: string, options?: CreateOptions): Promise<QueueManager>
  /** Adds a queue manager that a database has. Rejects with 4001 when it exists here, 2102 when not there. */
  add(name: string, storeUrl: string): Promise<QueueManager>
  /** Forgets an ended queue manager, and leaves what is stored in its database. Rejects like `remove`. */
  forget(name: string): Promise<void>
  /** Removes an ended queue manager with its messages. Rejects with 2058 when it does not exist, and 2042 while it is running. */
  remove(name: string): Promise<void>
  /** Copies every queue manager to a new folder, each as of one moment. Rejects with 2101 when one is damaged. */
  backUp(folder: string): Promise<void>
  /** Lets the instances on other machines know how to reach the MQ web server of this process. */
  announceServer(find: () => Promise<InstanceServer | undefined>): void
  /** Ends every queue manager; waiting gets fail. */
  close(): Promise<void>
}
