/** Descriptions of the resources of managed file transfer, which two paths have. */
import { change, type MqOperations, read } from './mq-operation.ts'
import { anyObject, integer, list, listIn, object, oneOf, query, text } from './schemas.ts'

const attributes = query('attributes', 'The attributes to return: "*", or names that "," separates.')
const name = query('name', 'A name, which may contain "*".')
const agentName = query('agentName', 'The agent of the monitor.')
const monitorType = oneOf('type', 'The type of the monitors.', ['all', 'directory', 'queue'])
const monitorState = oneOf('state', 'The state of the monitors.', ['all', 'started', 'stopped'])
const limit = query('limit', 'The number of transfers.', {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: 100,
})

const agentAddress = object({ name: text, qmgrName: text }, ['name', 'qmgrName'])
const end = (more: Record<string, object>) =>
  object({ name: text, type: { enum: ['file', 'directory', 'queue'] }, encoding: text, ...more }, ['name'])
const source = end({
  recursive: { type: 'boolean' },
  disposition: { enum: ['leave', 'delete'] },
  delimiter: text,
  groupId: text,
  endOfLine: { enum: ['LF', 'CRLF'] },
})
const destination = end({
  actionIfExists: { enum: ['error', 'overwrite'] },
  endOfLine: { enum: ['LF', 'CRLF'] },
  messageSize: integer,
})
const item = object(
  { mode: { enum: ['binary', 'text'] }, checksum: { enum: ['md5', 'sha256', 'none'] }, source, destination },
  ['source', 'destination'],
)
const texts = { type: 'object', additionalProperties: text }
const transferMembers = {
  job: object({ name: text }),
  sourceAgent: agentAddress,
  destinationAgent: agentAddress,
  userProperties: texts,
  transferSet: object({ item: list(item), priority: integer, recoveryTimeout: integer, metaDataSet: texts }, ['item']),
}
const required = ['sourceAgent', 'destinationAgent', 'transferSet']
const schedule = object(
  {
    startTime: text,
    timeBase: { enum: ['admin', 'source', 'utc', 'UTC'] },
    occurrenceFrequency: integer,
    occurrenceInterval: { enum: ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] },
    occurrenceCount: integer,
    endTime: text,
  },
  ['startTime'],
)
const json = ['application/json']
const accepted = [202, 'The agent got the request. Location has the URL of the resource.'] as const

const agent = object({ name: text, state: text, type: text, general: anyObject, qmgrConnection: anyObject }, ['name'])
const created = {
  body: object({ ...transferMembers, scheduleTransfer: schedule }, required),
  bodyTypes: json,
}

/** The resources by method and path, below `/admin/mft` or `/admin`. */
export const transferResources: MqOperations = {
  'GET /agent': read('transfer', 'listAgents', 'List the agents', listIn('agent', agent), [
    ...[attributes, name, query('type', 'The type of the agents.')],
    query('state', 'The state of the agents.'),
  ]),
  'GET /agent/:agent': read('transfer', 'showAgent', 'Show an agent', listIn('agent', agent), [attributes]),
  'GET /transfer': read(
    'transfer',
    'listTransfers',
    'List the transfers, the newest first',
    listIn('transfer', anyObject),
    [limit, query('after', 'The id of a transfer.'), query('before', 'The id of a transfer.'), attributes],
    { responseHeaders: ['totalTransfers'] },
  ),
  'GET /transfer/:transfer': read('transfer', 'showTransfer', 'Show a transfer', listIn('transfer', anyObject), [
    attributes,
  ]),
  'POST /transfer': {
    id: 'createTransfer',
    tag: 'transfer',
    summary: 'Ask the source agent for a transfer',
    ...created,
    success: [accepted],
  },
  'GET /monitor': read('transfer', 'listMonitors', 'List the monitors', listIn('monitor', anyObject), [
    ...[attributes, name, monitorType, monitorState, agentName],
  ]),
  'GET /monitor/:monitor': read('transfer', 'showMonitor', 'Show a monitor', listIn('monitor', anyObject), [
    attributes,
    agentName,
  ]),
  'POST /monitor': change('transfer', 'createMonitor', 'Create a monitor', 201, {
    body: object(
      {
        name: text,
        type: { enum: ['directory', 'queue'] },
        agentName: text,
        userProperties: texts,
        general: anyObject,
        triggerCondition: anyObject,
        resource: object({ name: text, recursionLevel: integer }, ['name']),
        transferDefinition: object(transferMembers, required),
      },
      ['name', 'resource', 'transferDefinition'],
    ),
    bodyTypes: json,
    success: [[201, 'Created.'], accepted],
  }),
  'DELETE /monitor/:monitor': change('transfer', 'deleteMonitor', 'Delete a monitor', 204, {
    query: [agentName],
    success: [[204, 'Done.'], accepted],
  }),
}

/** Both paths of each resource. The ids of the shorter path end in `BelowAdmin`, because ids are unique. */
export const transferOperations: MqOperations = Object.fromEntries(
  Object.entries(transferResources).flatMap(([key, operation]) => {
    const [method, path] = key.split(' ')
    return [
      [`${method} /admin/mft${path}`, operation],
      [`${method} /admin${path}`, { ...operation, id: `${operation.id}BelowAdmin` }],
    ]
  }),
)
