import type { TraceIds } from '../../lib/headers/trace-context.ts'
import type { CallRecord } from './call-record.ts'

/** The span of a call that is traced. */
export interface CallTrace extends TraceIds {
  /** Receives the record of this call, once, when the call is over. */
  onRecord(record: CallRecord): void
}
