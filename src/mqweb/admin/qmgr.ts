/** GET /admin/qmgr and /admin/qmgr/{qmgr}: the queue managers of the installation. */
import type { AttributeValue, QueueManager } from '../../qm/index.ts'
import { type Answer, type Call, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readQuery } from '../http/query.ts'
import { nest } from './attributes/dotted-path.ts'
import { readWanted, type Wanted } from './attributes/select.ts'
import { display } from './display.ts'
import { gatewayOf } from './gateway.ts'
import { administer, managerOf } from './manager.ts'

const states = [
  ...[
    'running',
    'starting',
    'quiescing',
    'endingImmediately',
    'endingPreemptively',
    'ended',
    'endedImmediately',
  ],
  ...['endedPreemptively', 'endedUnexpectedly', 'beingDeleted', 'stateNotAvailable', 'runningAsStandby'],
  'runningElsewhere',
]

/** What the attributes are read from. */
interface Source {
  call: Call
  manager: QueueManager
  /** DISPLAY QMSTATUS; empty when nobody asked for the status, or the queue manager is not running. */
  status: ReadonlyMap<string, AttributeValue>
}

type Reader = (source: Source) => unknown

const extended: Readonly<Record<string, Reader>> = {
  'extended.installationName': ({ call }) => call.services.installation.name,
  'extended.isDefaultQmgr': ({ manager }) => manager.isDefault,
  'extended.permitStandby': () => 'notPermitted',
}

/** STATUS of DISPLAY PUBSUB, as the API writes it. */
const publishSubscribe: Readonly<Record<string, string>> = {
  ACTIVE: 'running',
  COMPAT: 'compatibility',
  ERROR: 'error',
  INACTIVE: 'stopped',
  STARTING: 'starting',
  STOPPING: 'stopping',
}

const status: Readonly<Record<string, Reader>> = {
  'status.started': ({ call, manager }) =>
    manager.startedAt === undefined ? undefined : call.dialect.timestamp(manager.startedAt),
  'status.channelInitiatorState': ({ status }) => word(status.get('CHINIT'), 'running'),
  'status.ldapConnectionState': ({ status }) =>
    status.get('LDAPCONN') === 'CONNECTED'
      ? 'connected'
      : status.get('LDAPCONN') === 'ERROR'
        ? 'error'
        : 'disconnected',
  'status.connectionCount': ({ manager }) => manager.connectionCount,
  'status.publishSubscribeState': ({ status }) => publishSubscribe[String(status.get('PUBSUB'))] ?? 'running',
}

/** GET of the collection: every local queue manager, running or not. */
export async function list(call: Call): Promise<Answer> {
  const query = readQuery(call, ['attributes', 'status', 'state'])
  const wanted = readWantedOf(query)
  if (query.state !== undefined && !states.includes(query.state)) {
    throw new RestError('MQWB0013E', [query.state, 'state', `it must be one of ${states.join(', ')}`])
  }

  const managers = call.services.installation.list().filter(({ state }) => (query.state ?? state) === state)
  const described = managers.map((manager) =>
    describe(call, manager, wanted).catch(withoutStatus(call, manager, wanted)),
  )
  return json(200, { qmgr: await Promise.all(described) })
}

/** GET of one. Through a gateway only the name and the status are told. */
export async function show(call: Call): Promise<Answer> {
  const query = readQuery(call, ['attributes', 'status'])
  const gateway = gatewayOf(call)
  if (gateway && query.attributes !== undefined) {
    throw new RestError('MQWB0012E', ['attributes', ': a gateway does not pass it on.'])
  }

  const manager = managerOf(call)
  const whole = await describe(call, manager, readWantedOf(query))
  const { state: _, ...remote } = whole
  return json(200, { qmgr: [gateway ? remote : whole] }, gateway?.headers)
}

function readWantedOf(query: { attributes?: string; status?: string }): { extended: Wanted; status: Wanted } {
  return {
    extended: readWanted('attributes', query.attributes, Object.keys(extended)),
    status: readWanted('status', query.status, Object.keys(status)),
  }
}

async function describe(call: Call, manager: QueueManager, wanted: { extended: Wanted; status: Wanted }) {
  const names = Object.keys(status).filter(wanted.status)
  const running = manager.state === 'running' && names.length > 0
  const source: Source = { call, manager, status: running ? await statusOf(call, manager) : new Map() }

  const values = [
    ...Object.entries(extended).filter(([name]) => wanted.extended(name)),
    ...(running ? Object.entries(status).filter(([name]) => wanted.status(name)) : []),
  ]
  return {
    name: manager.name,
    state: manager.state,
    ...nest(values.map(([name, read]) => [name, read(source)] as const)),
  }
}

/** In a list, a queue manager whose status the caller may not see, or that ends just now, is told without it. */
function withoutStatus(call: Call, manager: QueueManager, wanted: { extended: Wanted }) {
  return (error: unknown) => {
    if (!(error instanceof RestError) || ![403, 503].includes(error.status)) throw error
    return describe(call, manager, { ...wanted, status: () => false })
  }
}

async function statusOf(call: Call, manager: QueueManager): Promise<ReadonlyMap<string, AttributeValue>> {
  const purpose = { action: 'inquire status for', object: manager.name }
  return administer(call, manager, purpose, async (connection) => {
    const [manager] = await display(connection, 'qmstatus', undefined)
    const [pubsub] = await display(connection, 'pubsub', undefined)
    const state = new Map(pubsub?.attributes ?? []).get('STATUS')
    return new Map([...(manager?.attributes ?? []), ['PUBSUB', state ?? '']])
  })
}

/** `RUNNING` as the API writes it. */
function word(value: AttributeValue | undefined, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : otherwise
}
