/** The data plane: checks calls against the documents and forwards them to upstreams. */

export { describeBranch } from './assembly.ts'
export type { InvalidResources } from './cache/store/announce-invalidations.ts'
export { openResponseStore, ResponseStore } from './cache/store/response-store.ts'
export type { GatewayDeps } from './call/deps.ts'
export { loadPolicies, loadPolicy, PolicyFileError, removeTypes } from './custom-policies/index.ts'
export {
  findFurtherGatewayProblems,
  findGatewayProblems,
  type LocateValue,
  openGatewayCheck,
  policies,
  securityTypes,
} from './documents.ts'
export { GatewayBuildError } from './errors/document-error.ts'
export { explainCall, isAdmissionReason } from './explain/explain.ts'
export { buildGateway, type EntryRejectionReason, findClientId, type Gateway } from './gateway.ts'

export { openLimitCounters } from './limits/limit-counters.ts'
export { type LimitUsage, readPlanLimits } from './limits/read-plan-limits.ts'
export type { DataPlaneTables, Policy } from './policy/policy.ts'
export { listProtectedResources, type ProtectedResource } from './security/resource-metadata.ts'
