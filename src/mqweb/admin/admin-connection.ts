/**
 * The queue manager that an administrative request is about, and a connection to it for the length of the call.
 */
import {
  CommandMalformed,
  type Connection,
  MqError,
  type Principal,
  type QueueManager,
} from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { runWithConnection } from '../context/run-with-connection.ts'
import { CommandRejectedError } from '../errors/command-rejected-error.ts'
import { type AttemptedOperation, toAdminError, toCommandError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { runWithRequestTimeout } from '../http/request-timeout.ts'

/** The queue manager of the path. Throws 404 when there is none of its name. */
export function findQueueManager({ services, params }: RestContext): QueueManager {
  const name = params.qmgr as string
  const manager = services.installation.find(name)
  if (!manager) throw new RestError('MQWB0009E', [name], { completionCode: 2, reasonCode: 2058 })
  return manager
}

/** What is tried, for the words of a refusal: "alter" and the name of the object. */
export interface AdminOperation extends Pick<AttemptedOperation, 'action' | 'object' | 'notFoundMessageId'> {
  /** Acts as this principal instead of the one that the route's roles give. */
  principal?: Principal
}

/** Runs `work` with a connection to a queue manager, within the time limit of a request, and closes it. */
export async function runWithAdminConnection<T>(
  context: RestContext,
  manager: QueueManager,
  purpose: AdminOperation,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const principal = purpose.principal ?? context.principal
  try {
    return await runWithRequestTimeout(context, () =>
      runWithConnection(manager, principal, { name: 'mqweb', isSystem: true }, work),
    )
  } catch (error) {
    const attempt = { ...purpose, principal: principal.name, qmgr: manager.name }
    if (error instanceof CommandMalformed) throw malformed(error)
    if (error instanceof CommandRejectedError) throw toCommandError(error, attempt)
    throw error instanceof MqError ? toAdminError(error, attempt) : error
  }
}

function malformed(error: CommandMalformed): RestError {
  return new RestError(error.part === 'attribute' ? 'MQWB0120E' : 'MQWB0121E', [error.message])
}
