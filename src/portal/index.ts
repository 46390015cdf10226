/**
 * The developer portal of a catalog, at `/{org}/{catalog}/portal`: people sign up, make applications, subscribe them
 * to plans, and see what becomes of their calls.
 *
 * It owns the REST resources, the sessions and the page. Whatever it needs to know of tokens, calls and documents, it
 * is handed as functions.
 */

export {
  type Account,
  type AccountRefusal,
  type Accounts,
  AccountsUnavailable,
  type CountedHour,
  type PortalTools,
  type TokenInspection,
  type UsageTools,
} from './call/deps.ts'
export type { ApplicationEdit, EditAnswer, EditRefusal } from './call/edit.ts'
export { limitView } from './catalogue/limits.ts'
export { buildPortal, type Portal } from './portal.ts'
export type { LimitUsage } from './rest/index.ts'
