export type { CallReason, RejectionReason } from './call-reason.ts'
export type { CallEvidence, CallRecord, CallTrace, MovedMessage } from './call-record.ts'
export { type CallLocation, unknownCallLocation } from './call-record.ts'
export { openCallRecorder } from './call-recorder.ts'
export { copyCall } from './copy-call.ts'
export { openMessageMovements } from './message-movements.ts'
export {
  countTargetFailure,
  openTargetCounts,
  type TargetCounts,
  TargetCountTable,
  type TargetMonitor,
} from './target-metrics.ts'
