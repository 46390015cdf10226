/** Loads the history of the last hour of a queue manager or a queue. */
import type { ManagerHistory, QueueHistory, SampleRange } from '../../../contract/console/managers.ts'
import type { SampleValues } from '../../../ui/charts/samples.ts'
import { request } from './client.ts'

export type { SampleRange }
export type History = SampleRange & Readonly<Record<string, SampleValues | number>>

/** Loads the history of a queue; with `since`, only the samples after that number. */
export function loadQueueHistory(
  qmgr: string,
  queue: string,
  since?: number,
  signal?: AbortSignal,
): Promise<QueueHistory> {
  return request('GET /qmgr/:qmgr/queue/:queue/history', { qmgr, queue }, { query: { since }, signal })
}

export function loadManagerHistory(qmgr: string, since?: number, signal?: AbortSignal): Promise<ManagerHistory> {
  return request('GET /qmgr/:qmgr/history', { qmgr }, { query: { since }, signal })
}
