/** Loads the health of every queue manager. */
import type { SampleValues } from '../../../ui/charts/samples.ts'
import { request } from './client.ts'
import type { QueueManager } from './managers.ts'

export interface QueueHealth {
  name: string
  depth: number
  maxDepth: number
  /** The age of the oldest message in seconds. */
  age?: number
  minutesToFull?: number
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

/** The members after `QueueManager` are absent while it does not run, or when the user may not connect. */
export interface ManagerHealth extends QueueManager {
  queues?: number
  messages?: number
  channels?: number
  deepest?: readonly QueueHealth[]
  oldest?: readonly QueueHealth[]
  filling?: readonly QueueHealth[]
  /** Messages put and got per second in the last hour; absent for users without every authority. */
  rates?: { first: number; puts: SampleValues; gets: SampleValues }
  deadLetter?: { name: string; depth: number }
  troubledChannels?: readonly TroubledChannel[]
  /** The MQ reason code with which the queue manager rejected the user. */
  reason?: number
}

export async function loadHealth(signal?: AbortSignal): Promise<readonly ManagerHealth[]> {
  const { qmgr } = await request<{ qmgr: ManagerHealth[] }>('GET', 'health', { signal })
  return qmgr
}
