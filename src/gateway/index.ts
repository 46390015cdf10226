/**
 * The data plane: takes calls, checks them against the documents, and passes them on to the APIs behind.
 */

export type { CallRecord, CallTrace, Whereabouts } from '../telemetry/calls/index.ts'
export { type CallRecorderOptions, openCallRecorder, openTargetTallies } from '../telemetry/calls/index.ts'
export type { GatewayTools } from './call/deps.ts'
export { GatewayBuildError } from './call/document-error.ts'
export {
  gatewayProblems,
  type Locate,
  openGatewayCheck,
  policies,
  problemsOfReadable,
  securityTypes,
} from './documents.ts'
export { explainCall } from './explain/explain.ts'
export { buildGateway, type ConnectionRefused, type Gateway } from './gateway.ts'
export { type LimitCount, readPlanLimits } from './limits/read.ts'
export { TargetTallies } from './upstream/target-tallies.ts'
