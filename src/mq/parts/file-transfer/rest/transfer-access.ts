/** What the resources of managed file transfer work on: the agents of this data folder, and the coordination queue manager. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { MqError, reasonName } from '../../../manager/index.ts'
import { type RestContext, runWithConnection } from '../../../web/context/rest-context.ts'
import { toAdminError } from '../../../web/errors/mq-errors.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { runWithRequestTimeout } from '../../../web/http/request-timeout.ts'
import type { AgentAddress, AgentCommand, FileTransfer } from '../engine/index.ts'
import { FileTransferControl } from '../host/file-transfer-control.ts'

/**
 * Returns the access for a request that reads. Throws MQWB0400E while the API is disabled, MQWB0402E without a coordination
 * queue manager, MQWB0403E, MQWB0406E and MQWB0407E while it is not available, and MQWB0103E for a user without authority.
 */
export async function openTransferAccess(context: RestContext) {
  const transfer = await activateFileTransfer(context)
  const { mqRestMftCoordinationQmgr: qmgr, mqRestMftReconnectTimeoutInMinutes: minutes } =
    context.services.settings().properties
  if (qmgr === '') throw new RestError('MQWB0402E')
  await requireTopicAuthority(context, qmgr)
  const view = transfer.view(qmgr)
  view.reconnectTimeoutMs = minutes * 60_000
  await runWithRequestTimeout(context, () => view.connected())
  const { failure } = view
  if (failure) throw toViewError(failure, qmgr, view.hasGivenUp)
  return { transfer, coordinationQueueManager: qmgr, view }
}

/** Returns file transfer for a request that changes something, with the queue manager for commands. */
export async function openCommandAccess(
  context: RestContext,
): Promise<{ readonly transfer: FileTransfer; readonly commandQueueManager: string }> {
  const transfer = await activateFileTransfer(context)
  const { mqRestMftCommandQmgr: command, mqRestMftCoordinationQmgr: coordination } =
    context.services.settings().properties
  const commandQueueManager = command || coordination
  if (commandQueueManager === '') throw new RestError('MQWB0405E')
  return { transfer, commandQueueManager }
}

async function activateFileTransfer({ services }: RestContext): Promise<FileTransfer> {
  const control = services.partServices.find((each) => each instanceof FileTransferControl)
  if (!services.settings().properties.mqRestMftEnabled || !control) throw new RestError('MQWB0400E')
  return control.activate()
}

/** The authority to subscribe to the topic of the agents is the authority to see them. */
async function requireTopicAuthority({ services, principal }: RestContext, qmgr: string): Promise<void> {
  if (principal.privileged) return
  const manager = services.installation.find(qmgr)
  if (!manager) return
  const topicString = 'SYSTEM.FTE'
  try {
    await runWithConnection(manager, principal, { name: 'mqweb', isSystem: true }, async (connection) => {
      await (await connection.subscribe({ topicString })).close()
    })
  } catch (error) {
    const attempt = { action: 'display', object: topicString, principal: principal.name, qmgr }
    throw error instanceof MqError ? toAdminError(error, attempt) : error
  }
}

function toViewError(failure: Error, qmgr: string, hasGivenUp: boolean): RestError {
  const { reasonCode = 2058 } = failure as Error & { reasonCode?: number }
  const inserts = [qmgr, reasonCode, reasonName(reasonCode)]
  const options = { completionCode: 2, reasonCode, cause: failure }
  return new RestError(hasGivenUp ? 'MQWB0407E' : 'MQWB0403E', inserts, options)
}

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
