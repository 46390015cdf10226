/** Runs work on a connection for the message resources of the console. */
import { type Connection, MqError, type Principal } from '../../../manager/index.ts'
import { findQueueManager } from '../../../web/admin/common/admin-connection.ts'
import { type RestContext, runWithConnection } from '../../../web/context/rest-context.ts'
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

/**
 * Runs `work`, which reads messages of the queue of the request, with a connection of the caller. While
 * `mqConsoleEnableDashboardBrowse` is false, the role MQWebAdminRO gives no access to messages: the next role of the
 * caller decides, and the object authority manager checks MQWebUser. Throws `RestError`, 403 without such a role.
 */
export function runWithBrowseConnection<T>(
  context: RestContext,
  work: (connection: Connection, queue: string) => Promise<T>,
): Promise<T> {
  const queue = context.params.queue as string
  const principal = findBrowsePrincipal(context)
  if (!principal) throw new RestError('MQWB0103E', [context.caller.name, 'browse from', queue])
  return runWithConsoleConnection({ ...context, principal }, queue, 'browse from', (connection) =>
    work(connection, queue),
  )
}

function findBrowsePrincipal({ caller, principal, services }: RestContext): Principal | undefined {
  if (services.settings().properties.mqConsoleEnableDashboardBrowse) return principal
  return findPrincipal(caller, ['MQWebAdmin', 'MQWebUser'], services.serverPrincipal)
}
