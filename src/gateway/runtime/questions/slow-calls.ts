/** The rows about slow calls, which the workers of the gateway have in memory. */
import type { RecordedCall } from '../../contract/access/call-log.ts'
import type { AnswerRow } from '../../contract/access/questions.ts'

/** Returns a row for each call, the slowest first. */
export function describeSlowCalls(calls: readonly RecordedCall[]): AnswerRow[] {
  return calls
    .toSorted((a, b) => b.totalMs - a.totalMs)
    .map(({ totalMs, api = '-', operation = '-', status, at, requestId, course }) => ({
      ms: totalMs.toFixed(1),
      api,
      operation,
      status: String(status),
      at: new Date(at).toISOString(),
      id: requestId,
      stages: (course?.stages ?? []).map(({ stage, tookMs }) => `${stage} ${tookMs.toFixed(1)}`).join(', '),
    }))
}
