/**
 * The developer portal of a catalog, at `/{org}/{catalog}/portal`: REST resources, sessions and the page. It gets
 * tokens, calls and documents as functions in `PortalDeps`.
 */

export { buildLimitView } from './catalogue/limit-views.ts'
export type { DocumentRequest, DocumentResult } from './context/document-request.ts'
export type { PortalSigningKeys } from './context/portal-deps.ts'
export {
  type AccountRejection,
  AccountsUnavailableError,
  type Mailer,
  type PortalAccounts,
  type PortalDeps,
  type UsageReader,
} from './context/portal-deps.ts'
export { buildPortal, type Portal } from './portal.ts'
export type {
  ConfigurationList,
  DocumentChange,
  DocumentReferenceView,
  ImportedApiView,
  LiveCounters,
  PlanVersionsRequest,
  PortalErrorCode,
  RevisionDetails,
  RevisionView,
  SignInTestRequest,
  SignInTestView,
} from './rest/index.ts'
