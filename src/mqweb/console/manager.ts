/** Queue managers as the console sees them: the list, and their lives, which the REST API leaves to commands. */
import type { Connection, QueueManager } from '../../qm/index.ts'
import { administer, managerOf } from '../admin/manager.ts'
import { type Answer, type Call, empty, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObject } from '../http/json-body.ts'
import { readChoice, readInteger, readText, unfit } from './members.ts'

const nameShape = /^[A-Za-z0-9./_%]+$/

export function list({ services }: Call): Answer {
  return json(200, { qmgr: services.installation.list().map(describe) })
}

export function show(call: Call): Answer {
  return json(200, { qmgr: [describe(managerOf(call))] })
}

/** Makes a queue manager and starts it; with `port`, a TCP listener as well that starts with it. */
export async function create(call: Call): Promise<Answer> {
  requireManagement(call)
  const body = await readJsonObject(call.request)
  const name = readText(body, 'name', { required: true, most: 48 })
  if (!nameShape.test(name)) throw unfit('name', name, 'only letters, digits and . / _ % can be in it')
  const description = readText(body, 'description', { most: 64 })
  const port = readInteger(body, 'port', { min: 1, max: 65_535 })

  const manager = await call.services.installation.create(name, description === '' ? {} : { description })
  await manager.start()
  if (port !== undefined) await listenOn(call, manager, port)
  return json(201, { qmgr: [describe(manager)] })
}

export async function start(call: Call): Promise<Answer> {
  requireManagement(call)
  await managerOf(call).start()
  return empty(204)
}

export async function end(call: Call): Promise<Answer> {
  requireManagement(call)
  const manager = managerOf(call)
  const body = await readJsonObject(call.request)
  await manager.end(readChoice(body, 'mode', ['controlled', 'immediate', 'preemptive']))
  return empty(204)
}

export async function remove(call: Call): Promise<Answer> {
  requireManagement(call)
  await call.services.installation.remove(managerOf(call).name)
  return empty(204)
}

function describe({ name, state, isDefault, startedAt, connectionCount }: QueueManager) {
  const started = startedAt === undefined ? {} : { started: new Date(startedAt).toISOString() }
  return { name, state, isDefault, connectionCount, ...started }
}

const listener = 'SYSTEM.LISTENER.TCP.1'

/** Defines the listener and starts it. Throws what the queue manager says when one of the two fails. */
async function listenOn(call: Call, manager: QueueManager, port: number): Promise<void> {
  const purpose = { action: 'create', object: listener }
  await administer(call, manager, purpose, async (connection) => {
    await command(
      connection,
      `DEFINE LISTENER('${listener}') TRPTYPE(TCP) PORT(${port}) CONTROL(QMGR) REPLACE`,
    )
    await command(connection, `START LISTENER('${listener}')`)
  })
}

async function command(connection: Connection, text: string): Promise<void> {
  const { completionCode, responses } = await connection.command(text)
  if (completionCode < 2) return
  throw new RestError('MQWB0040E', [
    'create',
    listener,
    responses.flatMap(({ messages }) => messages).join(' '),
  ])
}

/** The property `managementMode` may leave the lives of queue managers to someone else. */
function requireManagement({ services, path }: Call): void {
  if (services.settings().properties.managementMode === 'standard') return
  throw new RestError('MQWB0041E', [path])
}
