/** Lists, creates, starts, ends and deletes queue managers. */
import type { ManagerFacts } from '../../../contract/console/manager-health.ts'
import { path } from '../../../ui/api/client.ts'
import { request } from './client.ts'

export type QueueManager = ManagerFacts

export async function listManagers(signal?: AbortSignal): Promise<readonly QueueManager[]> {
  const { qmgr } = await request<{ qmgr: QueueManager[] }>('GET', 'qmgr', { signal })
  return qmgr
}

export async function loadManager(name: string, signal?: AbortSignal): Promise<QueueManager> {
  const { qmgr } = await request<{ qmgr: [QueueManager] }>('GET', path`qmgr/${name}`, { signal })
  return qmgr[0]
}

/** Creates and starts a queue manager, with a listener if a port is given. */
export function createManager(body: { name: string; description?: string; port?: number }): Promise<void> {
  return request('POST', 'qmgr', { body })
}

export function startManager(name: string): Promise<void> {
  return request('POST', path`qmgr/${name}/start`)
}

export type ManagerEndMode = 'controlled' | 'immediate' | 'preemptive'

export function endManager(name: string, mode: ManagerEndMode): Promise<void> {
  return request('POST', path`qmgr/${name}/end`, { body: { mode } })
}

export function deleteManager(name: string): Promise<void> {
  return request('DELETE', path`qmgr/${name}`)
}
