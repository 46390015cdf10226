/** Checks the property `mqConsoleEnableDashboardBrowse`, which can hide messages from read-only administrators. */
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { findPrincipal } from '../identity/roles.ts'

/** Throws `RestError` with status 403 when browsing is disabled and the caller has only the role MQWebAdminRO. */
export function requireBrowseAllowed({ caller, services, params }: RestContext): void {
  if (services.settings().properties.mqConsoleEnableDashboardBrowse) return
  if (findPrincipal(caller, ['MQWebAdmin', 'MQWebUser'], services.serverPrincipal)) return
  throw new RestError('MQWB0103E', [caller.name, 'browse from', params.queue as string])
}
