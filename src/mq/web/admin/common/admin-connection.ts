/** Finds the queue manager that an administrative request names and runs work on a connection to it. */
import {
  type ApplicationIdentity,
  type CommandConnection,
  MalformedCommandError,
  MqError,
  type Principal,
  type QueueManager,
  RemoteManager,
} from '../../../manager/index.ts'
import { findGateway, type RestContext, runWithConnection } from '../../context/rest-context.ts'
import { type AttemptedOperation, CommandRejectedError, toAdminError, toCommandError } from '../../errors/mq-errors.ts'
import { RestError } from '../../errors/rest-error.ts'
import { runWithRequestTimeout } from '../../http/request-timeout.ts'

/** Returns the queue manager that the path names. Throws MQWB0009E (404) when the installation has none. */
export function findQueueManager({ services, params }: RestContext): QueueManager {
  const name = params.qmgr as string
  const manager = services.installation.find(name)
  if (!manager) throw new RestError('MQWB0009E', [name], { completionCode: 2, reasonCode: 2058 })
  return manager
}

/** A queue manager that runs administrative commands: of the installation, or through a gateway. */
export interface AdminTarget {
  readonly name: string
  connect(principal: Principal, application: ApplicationIdentity): CommandConnection
}

/** Returns the queue manager of the path, here or by a gateway. Throws like `findQueueManager`, `findGateway`. */
export function findAdminTarget(context: RestContext): AdminTarget {
  const { services, params } = context
  const name = params.qmgr as string
  const gateway = findGateway(context)
  if (!gateway || services.installation.find(name)) return findQueueManager(context)
  const timeoutSeconds = services.settings().properties.mqRestRequestTimeout
  return new RemoteManager(gateway.manager, name, { timeoutSeconds })
}

/** The operation that a handler attempts, for error texts: the action (`alter`) and the name of the object. */
export interface AdminOperation extends Pick<AttemptedOperation, 'action' | 'object' | 'notFoundMessageId'> {
  /** The principal that the queue manager checks, when it is not the principal of the request. */
  principal?: Principal
}

/** Runs `work` with a connection and closes it. Throws `RestError` for a rejection, MQWB0113E after the timeout. */
export async function runWithAdminConnection<T, C extends AsyncDisposable>(
  context: RestContext,
  manager: { readonly name: string; connect(principal: Principal, application: ApplicationIdentity): C },
  purpose: AdminOperation,
  work: (connection: C) => Promise<T>,
): Promise<T> {
  const principal = purpose.principal ?? context.principal
  try {
    return await runWithRequestTimeout(context, () =>
      runWithConnection(manager, principal, { name: 'mqweb', isSystem: true }, work),
    )
  } catch (error) {
    const attempt = { ...purpose, principal: principal.name, qmgr: manager.name }
    if (error instanceof MalformedCommandError)
      throw new RestError(error.part === 'attribute' ? 'MQWB0120E' : 'MQWB0121E', [error.message])
    if (error instanceof CommandRejectedError) throw toCommandError(error, attempt)
    throw error instanceof MqError ? toAdminError(error, attempt) : error
  }
}
