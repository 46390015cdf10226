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
import type { Call } from '../call/call.ts'
import { connected } from '../call/with-connection.ts'
import { CommandRefused } from '../errors/command-refused.ts'
import { type Attempt, adminError, refusal } from '../errors/mq.ts'
import { RestError } from '../errors/rest-error.ts'
import { withinLimit } from '../http/time-limit.ts'

/** The queue manager of the path. Throws 404 when there is none of its name. */
export function managerOf({ services, params }: Call): QueueManager {
  const name = params.qmgr as string
  const manager = services.installation.find(name)
  if (!manager) throw new RestError('MQWB0009E', [name], { completionCode: 2, reasonCode: 2058 })
  return manager
}

/** What is tried, for the words of a refusal: "alter" and the name of the object. */
export interface Purpose extends Pick<Attempt, 'action' | 'object' | 'missing'> {
  /** Acts as this principal instead of the one that the route's roles give. */
  as?: Principal
}

/** Runs `work` with a connection to a queue manager, within the time limit of a request, and closes it. */
export async function administer<T>(
  call: Call,
  manager: QueueManager,
  purpose: Purpose,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const principal = purpose.as ?? call.principal
  try {
    return await withinLimit(call, () =>
      connected(manager, principal, { name: 'mqweb', isSystem: true }, work),
    )
  } catch (error) {
    const attempt = { ...purpose, principal: principal.name, qmgr: manager.name }
    if (error instanceof CommandMalformed) throw malformed(error)
    if (error instanceof CommandRefused) throw refusal(error, attempt)
    throw error instanceof MqError ? adminError(error, attempt) : error
  }
}

function malformed(error: CommandMalformed): RestError {
  return new RestError(error.part === 'attribute' ? 'MQWB0120E' : 'MQWB0121E', [error.message])
}
