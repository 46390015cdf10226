import type { TraceIds } from '../../lib/headers/trace-context.ts'
import type { CallRecord } from './call-record.ts'

/** The span of a traced call. */
export interface CallTrace extends TraceIds {
  /** Receives the record of the call, once, when the call has ended. */
  onRecord(record: CallRecord): void
}
