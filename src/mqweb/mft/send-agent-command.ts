/** Sends a command of a request to an agent, and waits until its effect is visible. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { AgentAddress, AgentCommand, FileTransfer } from '../../mft/index.ts'
import { MqError } from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { toAdminError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { runWithRequestTimeout } from '../http/request-timeout.ts'

/** Reason codes of an agent whose queue manager has no queue of it, or no way to it. */
const unknownAgent = new Set([2082, 2085, 2087])

/** Sends the command, waits `waitMs` for a reply. Throws MQWB0408E without agent, MQWB0103E without authority. */
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

const pollMs = 10
const timeoutMs = 1000

/** Resolves when the function returns true, or after a second: an agent on another machine takes its time. */
export async function waitUntil(isVisible: () => boolean): Promise<void> {
  for (let waited = 0; waited < timeoutMs && !isVisible(); waited += pollMs) await wait(pollMs)
}

/** The URL of a resource that a POST has created. Clients of the product expect an absolute URL. */
export function resourceUrl({ request, path }: RestContext, name: string): string {
  const below = `${path.replace(/\/$/, '')}/${encodeURIComponent(name)}`
  const { host } = request.headers
  if (host === undefined) return below
  return `${(request.socket as TLSSocket).encrypted ? 'https' : 'http'}://${host}${below}`
}
