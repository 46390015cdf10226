/** Lists, creates, starts, ends and deletes queue managers. */
import type { ManagerEndMode, ManagerFacts, ManagerHealth } from '../../../contract/console/managers.ts'
import { type RequestBody, request, takeFirst } from './client.ts'

export type { ManagerEndMode, ManagerHealth, QueueHealth } from '../../../contract/console/managers.ts'
export type QueueManager = ManagerFacts

export async function listManagers(signal?: AbortSignal): Promise<readonly QueueManager[]> {
  return (await request('GET /qmgr', {}, { signal })).qmgr
}

export async function loadManager(qmgr: string, signal?: AbortSignal): Promise<QueueManager> {
  return takeFirst((await request('GET /qmgr/:qmgr', { qmgr }, { signal })).qmgr)
}

/** Loads the health of every queue manager. */
export async function loadHealth(signal?: AbortSignal): Promise<readonly ManagerHealth[]> {
  return (await request('GET /health', {}, { signal })).qmgr
}

/** Creates and starts a queue manager, with a listener if a port is given. */
export async function createManager(body: RequestBody<'POST /qmgr'>): Promise<void> {
  await request('POST /qmgr', {}, { body })
}

export function startManager(qmgr: string): Promise<void> {
  return request('POST /qmgr/:qmgr/start', { qmgr }, {})
}

export function endManager(qmgr: string, mode: ManagerEndMode): Promise<void> {
  return request('POST /qmgr/:qmgr/end', { qmgr }, { body: { mode } })
}

export function deleteManager(qmgr: string): Promise<void> {
  return request('DELETE /qmgr/:qmgr', { qmgr }, {})
}
