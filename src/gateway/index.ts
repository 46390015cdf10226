/**
 * The data plane: takes calls, checks them against the documents, and passes them on to the APIs behind.
 */

export { GatewayBuildError } from './document-error.ts'
export { gatewayProblems, openGatewayCheck, policies, securityTypes } from './documents.ts'
export { explainCall } from './explain/explain.ts'
export { buildGateway, type ConnectionRefused, type Gateway } from './gateway.ts'
export { type LimitCount, readPlanLimits } from './limits/read.ts'
export type { CallRecord } from './record/call-record.ts'
export type { CallTrace } from './record/call-trace.ts'
export { openRecorder, type RecorderOptions } from './record/recorder.ts'
export { openTargetTallies } from './record/target-metrics.ts'
export type { Whereabouts } from './record/whereabouts.ts'
export type { GatewayTools } from './tools.ts'
export { TargetTallies } from './upstream/target-tallies.ts'
