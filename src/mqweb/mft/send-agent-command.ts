/** Sends a command of a request to an agent. */
import type { AgentAddress, AgentCommand, FileTransfer } from '../../mft/index.ts'
import { MqError } from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { toAdminError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { runWithRequestTimeout } from '../http/request-timeout.ts'

/** Reason codes of an agent whose queue manager has no queue of it, or no way to it. */
const unknownAgent = new Set([2082, 2085, 2087])

/**
 * Sends the command with the authority of the request, and waits for the reply when `waitMs` is not 0. Throws MQWB0408E when there
 * is no such agent, and MQWB0103E without authority.
 */
export async function sendAgentCommand(
  context: RestContext,
  { transfer, commandQueueManager }: { transfer: FileTransfer; commandQueueManager: string },
  agent: AgentAddress,
  command: AgentCommand,
  waitMs: number,
): ReturnType<FileTransfer['send']> {
  const { principal, services } = context
  if (!services.installation.find(commandQueueManager))
    throw new RestError('MQWB0403E', [commandQueueManager, 2058, 'MQRC_Q_MGR_NAME_ERROR'])
  try {
    return await runWithRequestTimeout(context, () =>
      transfer.send(commandQueueManager, agent, command, { waitMs, principal }),
    )
  } catch (error) {
    if (!(error instanceof MqError)) throw error
    const { reasonCode, completionCode } = error
    if (unknownAgent.has(reasonCode))
      throw new RestError('MQWB0408E', [agent.name], { completionCode, reasonCode, cause: error })
    const attempt = { action: 'put to', object: error.object ?? agent.name, principal: principal.name }
    throw toAdminError(error, { ...attempt, qmgr: commandQueueManager })
  }
}
