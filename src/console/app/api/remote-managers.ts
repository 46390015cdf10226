/** Queue managers that a queue manager reaches over channels, and the routes of messages. */
import { path } from '../../../ui/api/client.ts'
import { request } from './client.ts'

/** A transmission queue with the channels that empty it. */
export interface TransmissionRoute {
  transmissionQueue: string
  /** Absent when the queue does not exist. */
  depth?: number
  channels?: readonly { name: string; type: string; connectionName: string; status: string }[]
}

export interface RemoteManager extends TransmissionRoute {
  name: string
}

export interface RemoteDefinition {
  name: string
  queue: string
  manager: string
  transmissionQueue: string
  description: string
}

export interface RemoteManagers {
  defaultTransmissionQueue: string
  manager: readonly RemoteManager[]
  definition: readonly RemoteDefinition[]
}

export function loadRemoteManagers(manager: string, signal?: AbortSignal): Promise<RemoteManagers> {
  return request('GET', path`qmgr/${manager}/remote`, { signal })
}

export type RouteStep =
  | { kind: 'alias' | 'managerAlias'; name: string; target: string }
  | { kind: 'remote'; name: string; queue: string; manager: string }
  | { kind: 'local' | 'topic'; name: string }
  | ({ kind: 'transmission'; queue: string; manager: string } & TransmissionRoute)
  | { kind: 'problem'; problem: string; name: string }

/** Returns where a message for a queue goes, step by step. `queueManager` is empty when the application names none. */
export async function findRoute(
  manager: string,
  target: { queue: string; queueManager: string },
): Promise<readonly RouteStep[]> {
  const query = { queue: target.queue, queueManager: target.queueManager || undefined }
  return (await request<{ step: readonly RouteStep[] }>('GET', path`qmgr/${manager}/route`, { query })).step
}
