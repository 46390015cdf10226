/** Descriptions of the resources of login and administration. */
import { mqscResources } from '../../contract/console/mqsc.ts'
import { sessionResources } from '../../contract/console/session.ts'
import { query } from '../../contract/rest/resource.ts'
import { channelRows, channelTypeNames } from '../admin/attributes/channel-rows.ts'
import { queueRows, queueTypeNames } from '../admin/attributes/queue-rows.ts'
import { subscriptionRows } from '../admin/subscription.ts'
import {
  anyObject,
  buildDisplayedSchema,
  buildSettableSchema,
  change,
  flagQuery,
  gatewayHeaders as gateway,
  list,
  listIn,
  type MqOperations,
  object,
  oneOf,
  read,
  text,
} from './schemas.ts'

const attributes = query('attributes', 'The attributes to return: "*", or names that "," separates.')
const status = query('status', 'The attributes of the status to return: "*", or names.')
const handles = query('applicationHandle', 'The attributes of the handles to return: "*", or names.')
const filter = query('filter', 'A condition: ATTRIBUTE:OPERATOR:VALUE.')
const name = query('name', 'A name, which may end in "*".')
const queueType = oneOf('type', 'The type of the queues.', ['all', ...Object.values(queueTypeNames)])
const channelType = oneOf('type', 'The type of the channels.', ['all', ...Object.values(channelTypeNames)])
const queueQuery = [attributes, status, handles, filter, name, queueType]
const channelQuery = [attributes, status, channelType, filter, name]
const subscriptionQuery = [attributes, filter, query('id', '48 hexadecimal digits.'), name]

const type = text
const ofManager = { qmgrName: text }
const queue = buildDisplayedSchema(
  queueRows.filter(({ path }) => path[0] !== 'status'),
  { name: text, type, status: anyObject, applicationHandle: list(anyObject), ...ofManager },
)
const channel = buildDisplayedSchema(channelRows, {
  name: text,
  type,
  currentStatus: list(anyObject),
  savedStatus: list(anyObject),
  ...ofManager,
})
const subscription = buildDisplayedSchema(subscriptionRows, { name: text, ...ofManager })
const manager = object({ name: text, state: text, extended: anyObject, status: anyObject, ...ofManager }, ['name'])
const installation = object({ name: text, platform: text, version: text, extended: anyObject }, ['name'])
const queueBody = buildSettableSchema(queueRows, {
  name: text,
  type: { enum: ['local', 'alias', 'remote', 'model'], default: 'local' },
})

export const adminOperations: MqOperations = {
  'POST /login': sessionResources['POST /login'],
  'GET /login': read(
    'login',
    'showLogin',
    'Show the user and the roles',
    listIn('user', object({ name: text, role: list(text), authenticationMechanism: text }, ['name', 'role'])),
  ),
  'DELETE /login': sessionResources['DELETE /login'],
  'GET /openapi.json': sessionResources['GET /openapi.json'],

  'GET /admin/installation': read(
    'admin',
    'listInstallations',
    'List the installation',
    listIn('installation', installation),
    [attributes],
  ),
  'GET /admin/installation/:installation': read(
    'admin',
    'showInstallation',
    'Show the installation',
    listIn('installation', installation),
    [attributes],
  ),
  'GET /admin/metrics': {
    id: 'showMetrics',
    tag: 'admin',
    summary: 'Show the metrics of the server and its queue managers',
    file: { 'text/plain': { ...text, description: 'The text format of Prometheus.' } },
  },

  'GET /admin/qmgr': read('admin', 'listQueueManagers', 'List the queue managers', listIn('qmgr', manager), [
    attributes,
    status,
    query('state', 'Only queue managers in this state.'),
  ]),
  'GET /admin/qmgr/:qmgr': read(
    'admin',
    'showQueueManager',
    'Show a queue manager',
    listIn('qmgr', manager),
    [attributes, status],
    gateway,
  ),
  'POST /admin/action/qmgr/:qmgr/mqsc': { ...mqscResources['POST /qmgr/:qmgr/mqsc'], tag: 'admin', ...gateway },

  'GET /admin/qmgr/:qmgr/queue': read(
    'admin',
    'listQueues',
    'List the queues of a queue manager',
    listIn('queue', queue),
    queueQuery,
    gateway,
  ),
  'POST /admin/qmgr/:qmgr/queue': change('admin', 'createQueue', 'Define or replace a queue', 201, {
    ...gateway,
    parameters: [query('like', 'A queue whose attributes are the defaults.'), flagQuery('noReplace', 'Keep it.')],
    body: { ...queueBody, required: ['name'] },
  }),
  'GET /admin/qmgr/:qmgr/queue/:queue': read(
    'admin',
    'showQueue',
    'Show a queue',
    listIn('queue', queue),
    [attributes, status, handles, queueType],
    gateway,
  ),
  'PATCH /admin/qmgr/:qmgr/queue/:queue': change('admin', 'alterQueue', 'Alter a queue', 204, {
    ...gateway,
    parameters: [flagQuery('force', 'Alter the queue also while applications have it open.')],
    body: queueBody,
  }),
  'DELETE /admin/qmgr/:qmgr/queue/:queue': change('admin', 'deleteQueue', 'Delete a queue', 204, {
    ...gateway,
    parameters: [
      flagQuery('purge', 'Delete the messages as well.'),
      flagQuery('keepAuthorityRecords', 'Keep the authority records.'),
    ],
  }),
  'GET /admin/qmgr/:qmgr/subscription': read(
    'admin',
    'listSubscriptions',
    'List the subscriptions of a queue manager',
    listIn('subscription', subscription),
    subscriptionQuery,
    gateway,
  ),
  'GET /admin/qmgr/:qmgr/subscription/:subscription': read(
    'admin',
    'showSubscription',
    'Show a subscription',
    listIn('subscription', subscription),
    [attributes],
    gateway,
  ),
  'GET /admin/qmgr/:qmgr/channel': read(
    'admin',
    'listChannels',
    'List the channels of a queue manager',
    listIn('channel', channel),
    channelQuery,
    gateway,
  ),
  'GET /admin/qmgr/:qmgr/channel/:channel': read(
    'admin',
    'showChannel',
    'Show a channel',
    listIn('channel', channel),
    [attributes, status, channelType],
    gateway,
  ),
  'GET /admin/queue': read(
    'admin',
    'listAllQueues',
    'List the queues of every running queue manager',
    listIn('queue', queue),
    queueQuery,
  ),
  'GET /admin/subscription': read(
    'admin',
    'listAllSubscriptions',
    'List the subscriptions of every running queue manager',
    listIn('subscription', subscription),
    subscriptionQuery,
  ),
  'GET /admin/channel': read(
    'admin',
    'listAllChannels',
    'List the channels of every running queue manager',
    listIn('channel', channel),
    channelQuery,
  ),
}
