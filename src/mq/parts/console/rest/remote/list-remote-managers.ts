/** GET /qmgr/{qmgr}/remote: remote queue definitions and the queue managers reached by transmission queues. */
import type { AttributeValue, Connection } from '../../../../manager/index.ts'
import { findQueueManager, runWithAdminConnection } from '../../../../web/admin/common/admin-connection.ts'
import { requireDisplayed } from '../../../../web/admin/common/display.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../../../web/context/rest-context.ts'
import { parseQueryParameters } from '../../../../web/http/request-input.ts'
import type { RemoteDefinition, TransmissionRoute } from '../../contract/objects.ts'

export async function listRemoteManagers(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  const purpose = { action: 'display', object: 'QREMOTE' }
  const local = findQueueManager(context)
  return runWithAdminConnection(context, local, purpose, async (connection) => {
    const [manager] = await displayObjects(connection, 'DISPLAY QMGR DEFXMITQ')
    const queues = await displayObjects(connection, 'DISPLAY QLOCAL(*) WHERE(USAGE EQ XMITQ) CURDEPTH')
    const remote = await displayObjects(connection, 'DISPLAY QREMOTE(*) RNAME RQMNAME XMITQ DESCR')
    const channels = await listSendingChannels(connection)
    const routes = new Map(queues.map((queue) => [String(queue.QUEUE), buildTransmissionRoute(queue, channels)]))
    const defaultQueue = String(manager?.DEFXMITQ ?? '')
    const chooseQueue = (name: string, given: string) => given || (routes.has(name) ? name : defaultQueue)
    const definitions = remote
      .filter(({ QUEUE }) => !String(QUEUE).startsWith('SYSTEM.'))
      .map((each) => describeDefinition(each, chooseQueue))
    return jsonResponse(200, {
      defaultTransmissionQueue: defaultQueue,
      manager: listManagers(routes, definitions, defaultQueue).filter(({ name }) => name !== local.name),
      definition: definitions.filter(({ queue }) => queue !== ''),
    })
  })
}

function describeDefinition(
  { QUEUE, RNAME, RQMNAME, XMITQ, DESCR }: DisplayedObject,
  chooseQueue: (manager: string, given: string) => string,
): RemoteDefinition {
  const manager = String(RQMNAME ?? '')
  return {
    name: String(QUEUE),
    queue: String(RNAME ?? ''),
    manager,
    transmissionQueue: chooseQueue(manager, String(XMITQ ?? '')),
    description: String(DESCR ?? ''),
  }
}

function listManagers(
  routes: ReadonlyMap<string, TransmissionRoute>,
  definitions: readonly RemoteDefinition[],
  defaultQueue: string,
) {
  const names = new Map<string, string>()
  for (const { manager, transmissionQueue } of definitions) if (manager !== '') names.set(manager, transmissionQueue)
  for (const { name, queue, transmissionQueue } of definitions) if (queue === '') names.set(name, transmissionQueue) // a queue manager alias
  for (const name of routes.keys())
    if (name !== defaultQueue && !name.startsWith('SYSTEM.') && !isUsedByOther(name, names)) names.set(name, name)
  return [...names]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, queue]) => ({ name, ...(routes.get(queue) ?? { transmissionQueue: queue }) }))
}

/** Returns whether a transmission queue serves queue managers of other names only. */
function isUsedByOther(queue: string, managers: ReadonlyMap<string, string>): boolean {
  return !managers.has(queue) && [...managers.values()].includes(queue)
}

/** Returns every sending channel with its transmission queue under `XMITQ` and its status under `STATUS`. */
export async function listSendingChannels(connection: Connection): Promise<readonly DisplayedObject[]> {
  const channels = [
    ...(await displayObjects(connection, 'DISPLAY CHANNEL(*) CHLTYPE(SDR) CONNAME XMITQ')),
    ...(await displayObjects(connection, 'DISPLAY CHANNEL(*) CHLTYPE(SVR) CONNAME XMITQ')),
  ]
  const statuses = await displayObjects(connection, 'DISPLAY CHSTATUS(*) STATUS')
  const statusOf = new Map(statuses.map(({ CHANNEL, STATUS }) => [CHANNEL, STATUS]))
  return channels.map((channel) => ({ ...channel, STATUS: statusOf.get(channel.CHANNEL ?? '') ?? '' }))
}

export function buildTransmissionRoute(
  queue: DisplayedObject,
  channels: readonly DisplayedObject[],
): TransmissionRoute {
  return {
    transmissionQueue: String(queue.QUEUE),
    depth: Number(queue.CURDEPTH ?? 0),
    channels: channels
      .filter(({ XMITQ }) => XMITQ === queue.QUEUE)
      .map(({ CHANNEL, CHLTYPE, CONNAME, STATUS }) => ({
        name: String(CHANNEL),
        type: String(CHLTYPE),
        connectionName: String(CONNAME ?? ''),
        status: String(STATUS ?? ''),
      })),
  }
}

/** The attributes of an object by their MQSC keywords in upper case. */
export type DisplayedObject = Readonly<Record<string, AttributeValue>>

/** Runs a DISPLAY command. Returns an empty list when nothing is found. Throws `CommandRejectedError`. */
export async function displayObjects(connection: Connection, command: string): Promise<readonly DisplayedObject[]> {
  const responses = requireDisplayed(await connection.command(command))
  return responses.flatMap(({ attributes }) => (attributes ? [Object.fromEntries(attributes)] : []))
}

/** Returns the queue of a name, or undefined when there is none that the user may display. */
export async function displayQueue(connection: Connection, name: string): Promise<DisplayedObject | undefined> {
  if (!/^[A-Za-z0-9./_%]{1,48}$/.test(name)) return undefined
  const keywords = 'TARGET TARGTYPE RNAME RQMNAME XMITQ USAGE CURDEPTH'
  return (await displayObjects(connection, `DISPLAY QUEUE('${name}') ${keywords}`))[0]
}
