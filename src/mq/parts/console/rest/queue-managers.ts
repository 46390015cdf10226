/** Queue managers of the console: list, create, start, end, delete. The product has commands for these. */
import type { CommandConnection, QueueManager } from '../../../manager/index.ts'
import { findQueueManager, runWithAdminConnection } from '../../../web/admin/common/admin-connection.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseBody } from '../../../web/http/parse-body.ts'
import { readJsonObjectBody } from '../../../web/http/request-input.ts'
import { CreateManagerRequest, EndManagerRequest, type ManagerFacts } from '../contract/managers.ts'

export async function listConsoleQueueManagers({ services }: RestContext): Promise<RestResponse> {
  const qmgr = await Promise.all(services.installation.list().map(describeQueueManager))
  return jsonResponse(200, { qmgr })
}

export async function showConsoleQueueManager(context: RestContext): Promise<RestResponse> {
  return jsonResponse(200, { qmgr: [await describeQueueManager(findQueueManager(context))] })
}

/** POST: creates a queue manager and starts it. `port` adds a TCP listener that starts with it. */
export async function createQueueManager(context: RestContext): Promise<RestResponse> {
  requireManagement(context)
  const { name, port, ...described } = parseBody(CreateManagerRequest, await readJsonObjectBody(context.request))

  const manager = await context.services.installation.create(name, described)
  await manager.start()
  if (port !== undefined) await listenOn(context, manager, port)
  return jsonResponse(201, { qmgr: [await describeQueueManager(manager)] })
}

export async function startQueueManager(context: RestContext): Promise<RestResponse> {
  requireManagement(context)
  await findQueueManager(context).start()
  return emptyResponse(204)
}

export async function endQueueManager(context: RestContext): Promise<RestResponse> {
  requireManagement(context)
  const manager = findQueueManager(context)
  const { mode } = parseBody(EndManagerRequest, await readJsonObjectBody(context.request))
  await manager.end(mode)
  return emptyResponse(204)
}

export async function deleteQueueManager(context: RestContext): Promise<RestResponse> {
  requireManagement(context)
  await context.services.installation.remove(findQueueManager(context).name)
  return emptyResponse(204)
}

export async function describeQueueManager(manager: QueueManager): Promise<ManagerFacts> {
  const { name, state, isDefault, startedAt, connectionCount } = manager
  const started = startedAt === undefined ? {} : { started: new Date(startedAt).toISOString() }
  const runsOn = startedAt === undefined ? await findOtherHost(manager) : undefined
  return { name, state, isDefault, connectionCount, ...started, runsOn }
}

/** Returns the machine on which another instance is active; undefined also when the database cannot be reached. */
async function findOtherHost(manager: QueueManager): Promise<string | undefined> {
  const active = await manager.findActive().catch(() => undefined)
  return active?.isHere === false ? active.host : undefined
}

const listener = 'SYSTEM.LISTENER.TCP.1'

/** Defines the listener and starts it. Throws `RestError` with the messages of the command that fails. */
async function listenOn(context: RestContext, manager: QueueManager, port: number): Promise<void> {
  const purpose = { action: 'create', object: listener }
  await runWithAdminConnection(context, manager, purpose, async (connection) => {
    await command(connection, `DEFINE LISTENER('${listener}') TRPTYPE(TCP) PORT(${port}) CONTROL(QMGR) REPLACE`)
    await command(connection, `START LISTENER('${listener}')`)
  })
}

async function command(connection: CommandConnection, text: string): Promise<void> {
  const { completionCode, responses } = await connection.command(text)
  if (completionCode < 2) return
  throw new RestError('MQWB0040E', ['create', listener, responses.flatMap(({ messages }) => messages).join(' ')])
}

/** Throws MQWB0041E when the property `managementMode` is not `standard`. */
function requireManagement({ services, path }: RestContext): void {
  if (services.settings().properties.managementMode === 'standard') return
  throw new RestError('MQWB0041E', [path])
}
