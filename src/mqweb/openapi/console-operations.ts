/** Descriptions of the resources of the console: sign-in, dashboards, queue managers and their objects. */
import { chartMeasures, consoleTypes, widgetKinds } from '../../contract/console/console-layout.ts'
import { adminOperations } from './admin-operations.ts'
import { consoleMessageOperations } from './console-message-operations.ts'
import { consoleTransferOperations } from './console-transfer-operations.ts'
import { change, type MqOperation, type MqOperations, read } from './mq-operation.ts'
import { anyObject, flag, integer, line, list, listIn, object, query, since, text } from './schemas.ts'

const json = ['application/json']
const etag = { header: 'ETag', description: 'Names the version of the dashboards.' } as const

const managerMembers = {
  name: text,
  state: text,
  isDefault: flag,
  connectionCount: integer,
  started: text,
  runsOn: { ...text, description: 'The machine on which another instance is active.' },
}
const managerRequired = ['name', 'state', 'isDefault', 'connectionCount']
const manager = object(managerMembers, managerRequired)
const queueHealth = object(
  {
    name: text,
    depth: integer,
    maxDepth: integer,
    age: { type: 'number' },
    minutesToFull: { type: 'number' },
  },
  ['name', 'depth', 'maxDepth'],
)
const troubledChannel = object(
  { name: text, type: text, status: text, connectionName: text, isInDoubt: flag, error: text },
  ['name', 'type', 'status', 'connectionName', 'isInDoubt', 'error'],
)
const managerHealth = object(
  {
    ...managerMembers,
    queues: integer,
    messages: integer,
    channels: integer,
    reason: integer,
    deepest: list(queueHealth),
    oldest: list(queueHealth),
    filling: list(queueHealth),
    rates: object({ first: integer, puts: line, gets: line }, ['first', 'puts', 'gets']),
    deadLetter: object({ name: text, depth: integer }, ['name', 'depth']),
    troubledChannels: list(troubledChannel),
  },
  managerRequired,
)
const widget = object({
  id: text,
  kind: { enum: widgetKinds },
  title: text,
  columns: integer,
  manager: text,
  showSystem: flag,
  measure: { enum: chartMeasures },
  queue: text,
})
const dashboard = object({ id: text, title: text, widgets: list(widget) }, ['id', 'title', 'widgets'])
const layout = object({ type: { enum: consoleTypes }, dashboards: list(dashboard) }, ['type', 'dashboards'])
const login = object(
  {
    name: text,
    mechanism: text,
    roles: list(text),
    settings: object({
      managesQueueManagers: flag,
      transfersFiles: flag,
      browsesMessages: flag,
      charactersPerMessage: integer,
    }),
  },
  ['name', 'mechanism', 'roles', 'settings'],
)
const value = { type: ['string', 'number', 'array', 'null'] }
const objectRows = object(
  {
    complete: { ...flag, description: 'False when only the rows that have changed follow.' },
    total: { ...integer, description: 'The number of all rows, when only the first ones follow.' },
    mayCreate: flag,
    attributes: list(text),
    rows: list(list(value)),
    deleted: list({ type: ['string', 'array'] }),
    revision: { ...text, description: 'The value of "since" for the next request.' },
  },
  ['complete', 'mayCreate', 'attributes', 'rows', 'deleted', 'revision'],
)
const history = object({ everyMs: integer, last: integer, first: integer, connections: line, channels: line }, [
  ...['everyMs', 'last', 'first', 'connections', 'channels'],
])
const channel = object({ name: text, type: text, connectionName: text, status: text }, [
  ...['name', 'type', 'connectionName', 'status'],
])
const routeMembers = { transmissionQueue: text, depth: integer, channels: list(channel) }
const remoteDefinition = object(
  { name: text, queue: text, manager: text, transmissionQueue: text, description: text },
  ['name', 'queue', 'manager', 'transmissionQueue', 'description'],
)
const stepKinds = ['alias', 'managerAlias', 'remote', 'local', 'topic', 'transmission', 'problem']
const routeStep = object(
  {
    kind: { enum: stepKinds },
    name: text,
    target: text,
    queue: text,
    manager: text,
    problem: text,
    ...routeMembers,
  },
  ['kind'],
)

export const consoleOperations: MqOperations = {
  ...pick(['POST /login', 'DELETE /login', 'GET /openapi.json']),
  'GET /login': read('login', 'showLogin', 'Show the user, the roles and properties of the console', login),

  'GET /kinds': read(
    'console',
    'listKinds',
    'List the kinds of objects with their attributes, and the verbs of MQSC',
    object({ kind: list(anyObject), command: list(anyObject) }, ['kind', 'command']),
  ),
  'GET /layout': read('console', 'showLayout', 'Show the dashboards of the user', layout, undefined, {
    moreResponseHeaders: [etag],
  }),
  'PUT /layout': change('console', 'saveLayout', 'Save the dashboards of the user', 204, {
    body: layout,
    bodyTypes: json,
    moreResponseHeaders: [etag],
    moreRequestHeaders: [{ header: 'If-Match', description: 'The ETag that was read, or "*".', required: true }],
  }),
  'GET /health': read(
    'console',
    'showHealth',
    'Show what needs attention',
    object({ everyMs: integer, last: integer, qmgr: list(managerHealth) }, ['everyMs', 'last', 'qmgr']),
  ),

  'GET /qmgr': read('managers', 'listQueueManagers', 'List the queue managers', listIn('qmgr', manager)),
  'POST /qmgr': {
    id: 'createQueueManager',
    tag: 'managers',
    summary: 'Create and start a queue manager',
    body: object(
      {
        name: { ...text, maxLength: 48 },
        description: { ...text, maxLength: 64 },
        port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'The port of its TCP listener.' },
      },
      ['name'],
    ),
    bodyTypes: json,
    success: [[201, 'Created.', listIn('qmgr', manager)]],
  },
  'GET /qmgr/:qmgr': read('managers', 'showQueueManager', 'Show a queue manager', listIn('qmgr', manager)),
  'DELETE /qmgr/:qmgr': change('managers', 'deleteQueueManager', 'Delete a queue manager', 204),
  'POST /qmgr/:qmgr/start': change('managers', 'startQueueManager', 'Start a queue manager', 204),
  'POST /qmgr/:qmgr/end': change('managers', 'endQueueManager', 'End a queue manager', 204, {
    body: object({ mode: { enum: ['controlled', 'immediate', 'preemptive'], default: 'controlled' } }),
    bodyTypes: json,
  }),
  'POST /qmgr/:qmgr/mqsc': {
    ...(adminOperations['POST /admin/action/qmgr/:qmgr/mqsc'] as MqOperation),
    tag: 'managers',
  },
  'GET /qmgr/:qmgr/objects/:qualifier': read('managers', 'listObjects', 'List the objects of a kind', objectRows, [
    query('attributes', 'MQSC attributes in lower case, which "," separates.'),
    query('since', 'The "revision" of an earlier response: only rows that have changed since follow.'),
    query('first', 'The number of rows of a longer list.', { type: 'integer', minimum: 1, maximum: 1000 }),
  ]),
  'GET /qmgr/:qmgr/remote': read(
    'managers',
    'listRemoteManagers',
    'List the queue managers that this one reaches over channels',
    object(
      {
        defaultTransmissionQueue: text,
        manager: list(object({ name: text, ...routeMembers }, ['name', 'transmissionQueue'])),
        definition: list(remoteDefinition),
      },
      ['defaultTransmissionQueue', 'manager', 'definition'],
    ),
  ),
  'GET /qmgr/:qmgr/route': read(
    'managers',
    'findRoute',
    'Show where a message for a queue goes',
    object({ step: list(routeStep) }, ['step']),
    [query('queue', 'The queue.'), query('queueManager', 'The queue manager; this one when absent.')],
  ),
  'GET /qmgr/:qmgr/history': read(
    'managers',
    'showQueueManagerHistory',
    'Show the last hour of a queue manager',
    history,
    [since],
  ),

  ...consoleMessageOperations,
  ...consoleTransferOperations,
}

function pick(keys: readonly string[]): MqOperations {
  return Object.fromEntries(keys.map((key) => [key, adminOperations[key] as MqOperation]))
}
