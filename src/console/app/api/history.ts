/** The last hour of a queue manager or a queue, as the server keeps it. */
import { path } from '../../../ui/api/client.ts'
import type { SampleValues } from '../../../ui/charts/samples.ts'
import { request } from './client.ts'

interface SampleRange {
  /** Milliseconds between two samples. */
  everyMs: number
  /** The number of the first and the last sample of the lines; times `everyMs` it is a moment. */
  first: number
  last: number
}

export interface QueueHistory extends SampleRange {
  depth: SampleValues
  /** Per second. */
  puts: SampleValues
  gets: SampleValues
  /** Seconds. */
  age: SampleValues
}

export interface ManagerHistory extends SampleRange {
  connections: SampleValues
  channels: SampleValues
}

export type History = SampleRange & Readonly<Record<string, SampleValues | number>>

/** The hour of a queue; only what came after the sample `since` when it is given. */
export function loadQueueHistory(
  manager: string,
  queue: string,
  since?: number,
  signal?: AbortSignal,
): Promise<QueueHistory> {
  return request('GET', path`qmgr/${manager}/queue/${queue}/history`, { query: { since }, signal })
}

export function loadManagerHistory(
  manager: string,
  since?: number,
  signal?: AbortSignal,
): Promise<ManagerHistory> {
  return request('GET', path`qmgr/${manager}/history`, { query: { since }, signal })
}
