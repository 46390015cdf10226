export { type CallLocation, unknownCallLocation } from './call-location.ts'
export type { CallAbortReason, CallReason, RejectionReason } from './call-reason.ts'
export type { CallRecord } from './call-record.ts'
export { type CallRecorderOptions, openCallRecorder } from './call-recorder.ts'
export type { CallTrace } from './call-trace.ts'
export type { RejectionEvidence } from './rejection-evidence.ts'
export {
  countTargetFailure,
  type TargetCounts,
  TargetCountTable,
  type TargetMonitor,
} from './target-counts.ts'
export { openTargetCounts } from './target-metrics.ts'
