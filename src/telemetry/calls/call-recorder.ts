/** Records calls: one line of the log for each, and the metrics. */
import { defaultMetricsRegistry, type Registry } from '../../lib/output/prometheus.ts'
import { CallCounts } from './call-counts.ts'
import { renderCallLine } from './call-line.ts'
import { registerCallMetrics } from './call-metrics.ts'
import type { CallRecord } from './call-record.ts'

export interface CallRecorderOptions {
  /** Writes one line for each call. The line ends with a line feed. */
  write(line: string): void
  /** The registry of the metrics; by default that of the process. */
  metrics?: Registry
}

/** Returns the function that records a call. A process opens one recorder, for all revisions of the documents. */
export function openCallRecorder({
  write,
  metrics = defaultMetricsRegistry,
}: CallRecorderOptions): (call: CallRecord) => void {
  const counts = new CallCounts()
  registerCallMetrics(counts, metrics)

  return function record(call) {
    counts.add(call)
    write(renderCallLine(call))
  }
}
