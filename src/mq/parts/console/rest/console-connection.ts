/** Runs work on a connection for the message resources of the console. */
import { type Connection, MqError } from '../../../manager/index.ts'
import { findQueueManager } from '../../../web/admin/common/admin-connection.ts'
import type { RestContext } from '../../../web/context/rest-context.ts'
import { runWithConnection } from '../../../web/context/run-with-connection.ts'
import { toMessagingError } from '../../../web/errors/mq-errors.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { findPrincipal } from '../../../web/identity/roles.ts'

/** Runs `work` with a connection of the caller. `action` is for errors: "put to". Throws `RestError`. */
export async function runWithConsoleConnection<T>(
  context: RestContext,
  target: string,
  action: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { principal } = context
  const manager = findQueueManager(context)
  try {
    return await runWithConnection(manager, principal, { name: 'mqweb console' }, work)
  } catch (error) {
    if (!(error instanceof MqError)) throw error
    const object = error.object ?? target
    throw toMessagingError(error, { action, object, principal: principal.name, qmgr: manager.name })
  }
}

/** Throws `RestError` with status 403 when `mqConsoleEnableDashboardBrowse` disables browsing and the caller has only the role MQWebAdminRO. */
export function requireBrowseAllowed({ caller, services, params }: RestContext): void {
  if (services.settings().properties.mqConsoleEnableDashboardBrowse) return
  if (findPrincipal(caller, ['MQWebAdmin', 'MQWebUser'], services.serverPrincipal)) return
  throw new RestError('MQWB0103E', [caller.name, 'browse from', params.queue as string])
}
