/** Queue managers that a queue manager reaches over channels, and the routes of messages. */
import type { RemoteManagers, RouteStep } from '../../../contract/console/objects.ts'
import { request } from './client.ts'

export type {
  RemoteDefinition,
  RemoteManager,
  RemoteManagers,
  RouteStep,
  TransmissionRoute,
} from '../../../contract/console/objects.ts'

export function loadRemoteManagers(qmgr: string, signal?: AbortSignal): Promise<RemoteManagers> {
  return request('GET /qmgr/:qmgr/remote', { qmgr }, { signal })
}

/** Returns where a message for a queue goes, step by step. `queueManager` is empty when the application names none. */
export async function findRoute(
  qmgr: string,
  { queue, queueManager }: { queue: string; queueManager: string },
): Promise<readonly RouteStep[]> {
  const query = { queue, queueManager: queueManager || undefined }
  return (await request('GET /qmgr/:qmgr/route', { qmgr }, { query })).step
}
