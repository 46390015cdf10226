/** GET /admin/qmgr and /admin/qmgr/{qmgr}: the queue managers of the installation. */
import type { AttributeValue, QueueManager } from '../../manager/index.ts'
import { findGateway, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseChoiceParameter, parseQueryParameters } from '../http/request-input.ts'
import { parseValueSelection, type ValueReaders } from './attributes/attribute-selector.ts'
import {
  type AdminTarget,
  findAdminTarget,
  findQueueManager,
  runWithAdminConnection,
} from './common/admin-connection.ts'
import { displayObjects } from './common/display.ts'

const states = [
  ...['running', 'starting', 'quiescing', 'endingImmediately', 'endingPreemptively', 'ended', 'endedImmediately'],
  ...['endedPreemptively', 'endedUnexpectedly', 'beingDeleted', 'stateNotAvailable', 'runningAsStandby'],
  'runningElsewhere',
]

interface Source {
  context: RestContext
  /** Undefined for a queue manager that a gateway reaches. */
  manager: QueueManager | undefined
  /** The response to DISPLAY QMSTATUS; empty when no status is selected or the queue manager is not running. */
  status: ReadonlyMap<string, AttributeValue>
}

const extended: ValueReaders<[source: Source]> = {
  'extended.installationName': ({ context }) => context.services.installation.name,
  'extended.isDefaultQmgr': ({ manager }) => manager?.isDefault,
  'extended.permitStandby': () => 'notPermitted',
}

/** The JSON word of each STATUS value of DISPLAY PUBSUB. */
const publishSubscribe: Readonly<Record<string, string>> = {
  ACTIVE: 'running',
  COMPAT: 'compatibility',
  ERROR: 'error',
  INACTIVE: 'stopped',
  STARTING: 'starting',
  STOPPING: 'stopping',
}

const status: ValueReaders<[source: Source]> = {
  'status.started': ({ context, manager, status }) => {
    const startedAt = manager ? manager.startedAt : parseStart(status)
    return startedAt === undefined ? undefined : context.dialect.renderTimestamp(startedAt)
  },
  'status.channelInitiatorState': ({ status }) => word(status.get('CHINIT'), 'running'),
  'status.ldapConnectionState': ({ status }) =>
    status.get('LDAPCONN') === 'CONNECTED'
      ? 'connected'
      : status.get('LDAPCONN') === 'ERROR'
        ? 'error'
        : 'disconnected',
  'status.connectionCount': ({ manager, status }) => manager?.connectionCount ?? status.get('CONNS'),
  'status.publishSubscribeState': ({ status }) => publishSubscribe[String(status.get('PUBSUB'))] ?? 'running',
}

/** GET of the collection: every queue manager of the installation, running or not. */
export async function listQueueManagers(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'status', 'state'])
  const wanted = readWantedOf(query)
  const state = parseChoiceParameter('state', query.state, states)

  const managers = context.services.installation
    .list()
    .filter((manager) => state === undefined || state === readState(manager))
  const described = managers.map((manager) =>
    describe(context, manager, wanted).catch(withoutStatus(context, manager, wanted)),
  )
  return jsonResponse(200, { qmgr: await Promise.all(described) })
}

/** GET of one queue manager. Through a gateway the response contains only the name and the status. */
export async function showQueueManager(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'status'])
  const gateway = findGateway(context)
  if (gateway && query.attributes !== undefined)
    throw new RestError('MQWB0012E', ['attributes', ': a gateway does not pass it on.'])

  const wanted = readWantedOf(query)
  if (gateway && !context.services.installation.find(context.params.qmgr as string)) {
    const remote = await describeRemote(context, findAdminTarget(context), wanted)
    return jsonResponse(200, { qmgr: [remote] }, gateway.headers)
  }
  const { state, ...others } = await describe(context, findQueueManager(context), wanted)
  const { name, ...more } = others
  return jsonResponse(200, { qmgr: [gateway ? others : { name, state, ...more }] }, gateway?.headers)
}

/** Returns the name and the status of a queue manager that a gateway reaches. */
async function describeRemote(context: RestContext, manager: AdminTarget, { readStatus }: Wanted): Promise<object> {
  const source: Source = { context, manager: undefined, status: await statusOf(context, manager) }
  return { name: manager.name, ...readStatus(source) }
}

/** Reads the attributes that a request selects. */
type Wanted = ReturnType<typeof readWantedOf>

function readWantedOf(query: { attributes?: string; status?: string }) {
  return {
    readExtended: parseValueSelection('attributes', query.attributes, extended),
    readStatus: parseValueSelection('status', query.status, status),
    hasStatus: query.status !== undefined,
  }
}

async function describe(context: RestContext, manager: QueueManager, wanted: Wanted) {
  const running = manager.state === 'running' && wanted.hasStatus
  const source: Source = { context, manager, status: running ? await statusOf(context, manager) : new Map() }
  return {
    name: manager.name,
    state: readState(manager),
    ...wanted.readExtended(source),
    ...(running && wanted.readStatus(source)),
  }
}

/** Returns the state of the instance of this installation in the words of the REST API. */
function readState({ state }: QueueManager): string {
  return state === 'standby' ? 'runningAsStandby' : state
}

/** Returns an error handler for lists: shows a queue manager without a status that the caller may not see. */
function withoutStatus(context: RestContext, manager: QueueManager, wanted: Wanted) {
  return (error: unknown) => {
    if (!(error instanceof RestError) || ![403, 503].includes(error.status)) throw error
    return describe(context, manager, { ...wanted, hasStatus: false })
  }
}

/** Returns the start time of DISPLAY QMSTATUS in milliseconds since the epoch. */
function parseStart(status: Source['status']): number | undefined {
  const time = Date.parse(`${status.get('STARTDA')}T${String(status.get('STARTTI')).replaceAll('.', ':')}Z`)
  return Number.isNaN(time) ? undefined : time
}

async function statusOf(context: RestContext, manager: AdminTarget): Promise<ReadonlyMap<string, AttributeValue>> {
  const purpose = { action: 'inquire status for', object: manager.name }
  return runWithAdminConnection(context, manager, purpose, async (connection) => {
    const [manager] = await displayObjects(connection, 'qmstatus', undefined)
    const [pubsub] = await displayObjects(connection, 'pubsub', undefined)
    const state = new Map(pubsub?.attributes ?? []).get('STATUS')
    return new Map([...(manager?.attributes ?? []), ['PUBSUB', state ?? '']])
  })
}

/** Returns an MQSC word such as `RUNNING` in lower case, or `otherwise` when there is none. */
function word(value: AttributeValue | undefined, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : otherwise
}
