/** Loads and starts queue managers. */
import type { ManagerFacts, ManagerHealth } from '../../contract/managers.ts'
import { request, takeFirst } from './client.ts'

export async function listManagers(signal?: AbortSignal): Promise<readonly ManagerFacts[]> {
  return (await request('GET /qmgr', {}, { signal })).qmgr
}

export async function loadManager(qmgr: string, signal?: AbortSignal): Promise<ManagerFacts> {
  return takeFirst((await request('GET /qmgr/:qmgr', { qmgr }, { signal })).qmgr)
}

/** Loads the health of every queue manager. */
export async function loadHealth(signal?: AbortSignal): Promise<readonly ManagerHealth[]> {
  return (await request('GET /health', {}, { signal })).qmgr
}

/** Loads the health of a queue manager, or only of one of its queues. */
export async function loadManagerHealth(qmgr: string, signal: AbortSignal, queue?: string): Promise<ManagerHealth> {
  return takeFirst((await request('GET /health', {}, { query: { qmgr, queue }, signal })).qmgr)
}

export function startManager(qmgr: string): Promise<void> {
  return request('POST /qmgr/:qmgr/start', { qmgr }, {})
}
