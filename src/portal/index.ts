/**
 * The developer portal of a catalog, at `/{org}/{catalog}/portal`: people sign up, make applications, subscribe them
 * to plans, and see what becomes of their calls.
 *
 * It owns the REST resources, the sessions and the page. Whatever it needs to know of tokens, calls and documents, it
 * is handed as functions.
 */

export { buildLimitView } from './catalogue/limit-views.ts'
export type {
  ApplicationEdit,
  ApplicationEditErrorCode,
  ApplicationEditResult,
} from './context/application-edit.ts'
export {
  type AccountRejection,
  AccountsUnavailableError,
  type HourlyUsage,
  type PortalAccount,
  type PortalAccounts,
  type PortalDeps,
  type TokenInspection,
  type UsageReader,
} from './context/portal-deps.ts'
export { buildPortal, type Portal } from './portal.ts'
export type { LimitUsage } from './rest/index.ts'
