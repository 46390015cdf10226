/**
 * The data plane: takes calls, checks them against the documents, and passes them on to the APIs behind.
 */

export type { GatewayDeps } from './call/deps.ts'
export {
  findGatewayProblems,
  findRemainingProblems,
  type LocateValue,
  openGatewayCheck,
  policies,
  securityTypes,
} from './documents.ts'
export { GatewayBuildError } from './errors/document-error.ts'
export { explainCall } from './explain/explain.ts'
export { buildGateway, type CertificateRejection, type Gateway } from './gateway.ts'
export { type LimitUsage, readPlanLimits } from './limits/read-plan-limits.ts'
