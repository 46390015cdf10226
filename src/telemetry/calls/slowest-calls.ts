/** The slowest calls of an operation within about an hour. Other calls cost two comparisons. */
import type { RecordedCall } from '../../contract/access/call-log.ts'
import { hourMs } from '../../lib/time/durations.ts'
import type { CallRecord } from './call-record.ts'
import { copyCall } from './copy-call.ts'

const maxCalls = 5

export class SlowestCalls {
  /** The slowest one first. */
  #calls: RecordedCall[] = []
  #leastMs = 0
  #oldestAt = Number.POSITIVE_INFINITY

  add(call: CallRecord): void {
    if (call.totalMs <= this.#leastMs && call.at <= this.#oldestAt + hourMs) return
    const fresh = this.#calls.filter(({ at }) => at + hourMs > call.at)
    const kept = { ...copyCall(call), course: call.course ?? buildCourse(call) }
    this.#calls = [...fresh, kept].sort((a, b) => b.totalMs - a.totalMs).slice(0, maxCalls)
    this.#leastMs = this.#calls.length < maxCalls ? 0 : (this.#calls.at(-1)?.totalMs ?? 0)
    this.#oldestAt = Math.min(...this.#calls.map(({ at }) => at))
  }

  list(): readonly RecordedCall[] {
    return this.#calls
  }
}

/** Returns the stages that are known of every call: before, at and after the upstream. */
function buildCourse({ totalMs, upstreamMs = 0, upstreamStartedAt }: CallRecord): RecordedCall['course'] {
  const beforeMs = upstreamStartedAt > 0 ? upstreamStartedAt - (performance.now() - totalMs) : totalMs
  const lengths = { 'before the upstream': beforeMs, upstream: upstreamMs, response: totalMs - beforeMs - upstreamMs }
  let startMs = 0
  const stages = Object.entries(lengths).map(([stage, length]) => {
    const tookMs = Math.max(0, Math.round(length * 1_000) / 1_000)
    startMs += tookMs
    return { stage, startMs: startMs - tookMs, tookMs, changes: [] }
  })
  return { totalMs, stages, attempts: [] }
}
