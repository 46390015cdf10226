/** Loads the history of the last hour of a queue manager or a queue. */
import { path } from '../../../ui/api/client.ts'
import type { SampleValues } from '../../../ui/charts/samples.ts'
import { request } from './client.ts'

/** The interval of samples and their range. */
export interface SampleRange {
  /** Milliseconds between two samples. */
  everyMs: number
  /** The numbers of the first and the last sample; multiplied by `everyMs` they are milliseconds since the epoch. */
  first: number
  last: number
}

export interface QueueHistory extends SampleRange {
  depth: SampleValues
  /** Messages put per second; `gets` is messages got per second. */
  puts: SampleValues
  gets: SampleValues
  /** The age of the oldest message in seconds. */
  age: SampleValues
}

export interface ManagerHistory extends SampleRange {
  connections: SampleValues
  channels: SampleValues
}

export type History = SampleRange & Readonly<Record<string, SampleValues | number>>

/** Loads the history of a queue; with `since`, only the samples after that number. */
export function loadQueueHistory(
  manager: string,
  queue: string,
  since?: number,
  signal?: AbortSignal,
): Promise<QueueHistory> {
  return request('GET', path`qmgr/${manager}/queue/${queue}/history`, { query: { since }, signal })
}

export function loadManagerHistory(manager: string, since?: number, signal?: AbortSignal): Promise<ManagerHistory> {
  return request('GET', path`qmgr/${manager}/history`, { query: { since }, signal })
}
