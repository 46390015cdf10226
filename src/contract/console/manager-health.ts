/** The queue managers and their health, as the resources `/qmgr` and `/health` of the console have them. */

export interface ManagerFacts {
  name: string
  state: string
  isDefault: boolean
  /** The start time in ISO 8601; absent while the queue manager is not running. */
  started?: string
  connectionCount: number
  /** The machine on which another instance of the queue manager is active; absent when there is none. */
  runsOn?: string
}

export interface QueueHealth {
  name: string
  depth: number
  maxDepth: number
  /** The age of the oldest message in seconds; absent for an empty queue. */
  age?: number
  /** The minutes until the queue is full, when it goes on as in the last minutes; 0 for a full queue. */
  minutesToFull?: number
}

export interface QueueFindings {
  /** The number of queues, and of messages on all of them; a user who may not display some of them gets no messages. */
  queues: number
  messages: number
  deepest: readonly QueueHealth[]
  oldest: readonly QueueHealth[]
  /** The queues that are full soon, the next one first. */
  filling: readonly QueueHealth[]
}

export interface TroubledChannel {
  name: string
  type: string
  status: string
  connectionName: string
  isInDoubt: boolean
  /** The error that the queue manager recorded; empty when there was none. */
  error: string
}

/** The members after `ManagerFacts` are absent while it does not run, or when the user may not connect. */
export interface ManagerHealth extends ManagerFacts, Partial<QueueFindings> {
  channels?: number
  /** Messages put and got per second in the last hour; absent for users without every authority. */
  rates?: {
    first: number
    puts: readonly (number | null)[]
    gets: readonly (number | null)[]
  }
  deadLetter?: { name: string; depth: number }
  troubledChannels?: readonly TroubledChannel[]
  /** The MQ reason code with which the queue manager rejected the user. */
  reason?: number
}
