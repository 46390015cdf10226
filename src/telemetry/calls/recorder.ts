/**
 * Remembers calls: one line of the log for each, and the metrics.
 */
import { type Registry, register } from '../../lib/prometheus.ts'

import { renderCallLine } from './call-line.ts'
import type { CallRecord } from './call-record.ts'
import { registerMetrics } from './metrics.ts'
import { Tallies } from './tallies.ts'

export interface RecorderOptions {
  /** Takes one line for each call, with its line feed. */
  write(line: string): void
  /** Where the metrics are registered; the process's own registry if it is left out. */
  metrics?: Registry
}

/** The function that is told of each call. One for a process, over all editions of the documents. */
export function openRecorder({ write, metrics = register }: RecorderOptions): (call: CallRecord) => void {
  const tallies = new Tallies()
  registerMetrics(tallies, metrics)

  return function record(call) {
    tallies.add(call)
    write(renderCallLine(call))
  }
}
