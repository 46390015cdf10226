/**
 * Remembers calls: one line of the log for each, and the metrics.
 */
import { type Registry, register } from 'prom-client'

import type { Log } from '../../lib/log.ts'
import type { CallRecord } from './call-record.ts'
import { registerMetrics } from './metrics.ts'
import { Tallies } from './tallies.ts'

export interface RecorderOptions {
  log: Log
  /** Where the metrics are registered; the process's own registry if it is left out. */
  metrics?: Registry
}

/** The function that is told of each call. One for a process, over all editions of the documents. */
export function openRecorder({ log, metrics = register }: RecorderOptions): (call: CallRecord) => void {
  const tallies = new Tallies()
  registerMetrics(tallies, metrics)

  return function record(call) {
    tallies.add(call)
    log.info(call, 'call')
  }
}
