/** Loads the health of every queue manager. */
import type { ManagerHealth } from '../../../contract/console/manager-health.ts'
import { request } from './client.ts'

export type { ManagerHealth, QueueHealth } from '../../../contract/console/manager-health.ts'

export async function loadHealth(signal?: AbortSignal): Promise<readonly ManagerHealth[]> {
  const { qmgr } = await request<{ qmgr: ManagerHealth[] }>('GET', 'health', { signal })
  return qmgr
}
