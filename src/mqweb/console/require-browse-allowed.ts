/** The property `mqConsoleEnableDashboardBrowse` may keep messages from those who only read. */
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { findPrincipal } from '../identity/roles.ts'

/** Throws 403 for a caller who has nothing but MQWebAdminRO while browsing is switched off. */
export function requireBrowseAllowed({ caller, services, params }: RestContext): void {
  if (services.settings().properties.mqConsoleEnableDashboardBrowse) return
  if (findPrincipal(caller, ['MQWebAdmin', 'MQWebUser'], services.serverPrincipal)) return
  throw new RestError('MQWB0103E', [caller.name, 'browse from', params.queue as string])
}
