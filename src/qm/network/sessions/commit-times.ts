/** Measures the time that the requests to commit batches, and their confirmations, are on the network. */
import { readMicroseconds } from '../../../lib/time/microseconds.ts'
import type { SessionMonitor } from './session-monitor.ts'

export class CommitTimes {
  readonly #monitor: SessionMonitor
  /** When commits were requested, by batch, in microseconds. */
  readonly #requestedAt = new Map<string, number>()

  constructor(monitor: SessionMonitor) {
    this.#monitor = monitor
  }

  recordRequest(batchId: string): void {
    if (this.#monitor.isMeasuring) this.#requestedAt.set(batchId, readMicroseconds())
  }

  /** `commitMicroseconds` is the time that the partner took; undefined when the partner does not say. */
  recordConfirmation(batchId: string, commitMicroseconds: number | undefined): void {
    const requestedAt = this.#requestedAt.get(batchId)
    this.#requestedAt.delete(batchId)
    if (requestedAt === undefined || commitMicroseconds === undefined) return
    this.#monitor.addNetworkTime(Math.max(0, readMicroseconds() - requestedAt - commitMicroseconds))
  }
}
