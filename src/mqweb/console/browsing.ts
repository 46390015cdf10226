/** The property `mqConsoleEnableDashboardBrowse` may keep messages from those who only read. */
import type { Call } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { principalFor } from '../security/roles.ts'

/** Throws 403 for a caller who has nothing but MQWebAdminRO while browsing is switched off. */
export function requireBrowsing({ caller, services, params }: Call): void {
  if (services.settings().properties.mqConsoleEnableDashboardBrowse) return
  if (principalFor(caller, ['MQWebAdmin', 'MQWebUser'], services.serverUser)) return
  throw new RestError('MQWB0103E', [caller.name, 'browse from', params.queue as string])
}
