/** Descriptions of the resources of login and administration. */
import { query, type Resource, resource } from '../../../shared/rest/resource.ts'
import { channelRows, channelTypeNames } from '../admin/attributes/channel-rows.ts'
import { queueRows, queueTypeNames } from '../admin/attributes/queue-rows.ts'
import { subscriptionRows } from '../admin/subscriptions.ts'
import type { MqOperations } from '../context/web-part.ts'
import { mqscResources } from '../contract/mqsc.ts'
import { sessionResources } from '../contract/session.ts'
import {
  anyObject,
  buildDisplayedSchema,
  buildSettableSchema,
  flagQuery,
  gatewayHeaders,
  list,
  listIn,
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
const queueParts = { name: text, type, status: anyObject, applicationHandle: list(anyObject), ...ofManager }
const shownQueueRows = queueRows.filter(({ path }) => path[0] !== 'status')
const queue = buildDisplayedSchema(shownQueueRows, queueParts)
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

const queues = listIn('queue', queue)
const channels = listIn('channel', channel)
const subscriptions = listIn('subscription', subscription)
const managers = listIn('qmgr', manager)
const installations = listIn('installation', installation)
const users = listIn('user', object({ name: text, role: list(text), authenticationMechanism: text }, ['name', 'role']))
const managerState = query('state', 'Only queue managers in this state.')

const resources: Readonly<Record<string, Resource>> = {
  'GET /admin/installation': read('listInstallations', 'List the installation', installations, [attributes]),
  'GET /admin/installation/:installation': read('showInstallation', 'Show the installation', installations, [
    attributes,
  ]),
  'GET /admin/metrics': resource('showMetrics', 'Show the metrics of the server and its queue managers', {
    file: { 'text/plain': { ...text, description: 'The text format of Prometheus.' } },
  }),

  'GET /admin/qmgr': read('listQueueManagers', 'List the queue managers', managers, [attributes, status, managerState]),
  'GET /admin/qmgr/:qmgr': read('showQueueManager', 'Show a queue manager', managers, [attributes, status]),
  'POST /admin/action/qmgr/:qmgr/mqsc': mqscResources['POST /qmgr/:qmgr/mqsc'],

  ...describeObjects('queue', 'Queue', queues, queueQuery, [attributes, status, handles, queueType]),
  ...describeObjects('subscription', 'Subscription', subscriptions, subscriptionQuery, [attributes]),
  ...describeObjects('channel', 'Channel', channels, channelQuery, [attributes, status, channelType]),
  'POST /admin/qmgr/:qmgr/queue': resource('createQueue', 'Define or replace a queue', {
    status: 201,
    parameters: [query('like', 'A queue whose attributes are the defaults.'), flagQuery('noReplace', 'Keep it.')],
    body: { ...queueBody, required: ['name'] },
  }),
  'PATCH /admin/qmgr/:qmgr/queue/:queue': resource('alterQueue', 'Alter a queue', {
    parameters: [flagQuery('force', 'Alter the queue also while applications have it open.')],
    body: queueBody,
  }),
  'DELETE /admin/qmgr/:qmgr/queue/:queue': resource('deleteQueue', 'Delete a queue', {
    parameters: [
      flagQuery('purge', 'Delete the messages as well.'),
      flagQuery('keepAuthorityRecords', 'Keep the authority records.'),
    ],
  }),
}

/** Describes the resources of a kind: the list of a queue manager, one object, and the list of all queue managers. */
function describeObjects(
  kind: string,
  title: string,
  response: object,
  ofLists: Resource['parameters'],
  ofOne: Resource['parameters'],
): Readonly<Record<string, Resource>> {
  const below = `/admin/qmgr/:qmgr/${kind}`
  const every = `List the ${kind}s of every running queue manager`
  return {
    [`GET ${below}`]: read(`list${title}s`, `List the ${kind}s of a queue manager`, response, ofLists),
    [`GET ${below}/:${kind}`]: read(`show${title}`, `Show a ${kind}`, response, ofOne),
    [`GET /admin/${kind}`]: read(`listAll${title}s`, every, response, ofLists),
  }
}

export const adminOperations: MqOperations = {
  'POST /login': sessionResources['POST /login'],
  'GET /login': { ...read('showLogin', 'Show the user and the roles', users), tag: 'login' },
  'DELETE /login': sessionResources['DELETE /login'],
  'GET /openapi.json': sessionResources['GET /openapi.json'],
  ...Object.fromEntries(
    Object.entries(resources).map(([key, resource]) => [
      key,
      { ...resource, tag: 'admin', ...(key.includes('/qmgr/:qmgr') && gatewayHeaders) },
    ]),
  ),
}
