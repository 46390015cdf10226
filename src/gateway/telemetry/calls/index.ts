export type { CallEvidence, CallReason, CallRecord, CallTrace, MovedMessage, RejectionReason } from './call-record.ts'
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
