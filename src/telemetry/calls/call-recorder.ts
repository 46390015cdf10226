/**
 * Remembers calls: one line of the log for each, and the metrics.
 */
import { defaultMetricsRegistry, type Registry } from '../../lib/output/prometheus.ts'
import { CallCounts } from './call-counts.ts'
import { renderCallLine } from './call-line.ts'
import { registerCallMetrics } from './call-metrics.ts'
import type { CallRecord } from './call-record.ts'

export interface CallRecorderOptions {
  /** Takes one line for each call, with its line feed. */
  write(line: string): void
  /** Where the metrics are registered; the process's own registry if it is left out. */
  metrics?: Registry
}

/** The function that is told of each call. One for a process, over all editions of the documents. */
export function openCallRecorder({
  write,
  metrics = defaultMetricsRegistry,
}: CallRecorderOptions): (call: CallRecord) => void {
  const tallies = new CallCounts()
  registerCallMetrics(tallies, metrics)

  return function record(call) {
    tallies.add(call)
    write(renderCallLine(call))
  }
}
