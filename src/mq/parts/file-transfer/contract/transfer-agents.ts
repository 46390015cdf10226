/** Agents and resource monitors of managed file transfer. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, type Input, orDefault, query, resource } from '../../../../shared/rest/resource.ts'
import { body, integer, list, text, view } from '../../../../shared/rest/shapes.ts'
import { attributes, selectable, transferMembers, whenAgentRuns } from './file-transfer.ts'

export type TransferAgent = Static<typeof TransferAgent>
export const TransferAgent = view('Agent', {
  name: text(),
  state: text(),
  general: Type.Object({
    description: text(),
    version: text(),
    hostName: text(),
    operatingSystem: text(),
    statusPublishTime: text(),
    maximumSourceTransfers: integer(),
    maximumDestinationTransfers: integer(),
    maximumQueuedTransfers: integer(),
  }),
  qmgrConnection: Type.Object({ qmgrName: text() }),
})

const monitorType = Type.Enum(['directory', 'queue'])
const strict = { additionalProperties: false } as const

export type TriggerType = Static<typeof TriggerType>
const TriggerType = Type.Enum([
  'matchAll',
  'matchNone',
  'noChangeInSize',
  'sizeGreaterOrEqualTo',
  'queueNotEmpty',
  'completeGroups',
])
export type PollUnit = Static<typeof PollUnit>
const PollUnit = Type.Enum(['seconds', 'minutes', 'hours', 'days'])

const item = Type.Object({
  mode: Type.Enum(['binary', 'text']),
  checksum: Type.Enum(['md5', 'sha256', 'none']),
  source: Type.Object({ type: text(), name: text() }),
  destination: Type.Object({ type: text(), name: text() }),
})

export type TransferMonitor = Static<typeof TransferMonitor>
export const TransferMonitor = view('Monitor', {
  name: text(),
  type: monitorType,
  agentName: text(),
  state: Type.Enum(['started', 'stopped']),
  general: Type.Object({ pollInterval: integer(), pollIntervalUnit: PollUnit }),
  resource: Type.Object({ name: text() }),
  triggerCondition: Type.Object({ type: TriggerType, includePattern: Type.Optional(text()) }),
  transferDefinition: Type.Object({
    jobName: text(),
    destinationAgent: Type.Object({ name: text(), qmgrName: text() }),
    transferSet: Type.Object({ item: list(item) }),
  }),
})

export type MonitorRequest = Input<typeof MonitorRequest>
export const MonitorRequest = body('MonitorRequest', {
  name: Type.String({ minLength: 1 }),
  type: orDefault(monitorType, 'directory'),
  transferDefinition: Type.Object(transferMembers, strict),
  agentName: Type.Optional(text()),
  userProperties: orDefault(Type.Record(Type.String(), Type.String()), {}),
  general: orDefault(
    Type.Object(
      {
        pollInterval: orDefault(Type.Integer({ minimum: 1, maximum: 1_000_000 }), 1),
        pollIntervalUnit: orDefault(PollUnit, 'minutes'),
        matchesPerTask: orDefault(Type.Integer({ minimum: 1, maximum: 10_000 }), 2),
      },
      strict,
    ),
    { pollInterval: 1, pollIntervalUnit: 'minutes', matchesPerTask: 2 },
  ),
  resource: Type.Object(
    { name: Type.String({ minLength: 1 }), recursionLevel: orDefault(Type.Integer({ minimum: 0, maximum: 1000 }), 1) },
    strict,
  ),
  triggerCondition: Type.Optional(
    Type.Object(
      {
        type: Type.Optional(TriggerType),
        noFileSizeChangePollCount: orDefault(Type.Integer({ minimum: 1, maximum: 1000 }), 1),
        fileSize: orDefault(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 0),
        fileSizeUnit: orDefault(Type.Enum(['bytes', 'KB', 'MB', 'GB']), 'bytes'),
        matchPattern: orDefault(Type.Enum(['wildcard', 'regularExpression']), 'wildcard'),
        includePattern: orDefault(text(), ''),
        excludePattern: orDefault(text(), ''),
      },
      strict,
    ),
  ),
})

const name = query('name', 'A name, which may contain "*".')
export const agentName = query('agentName', 'The agent of the monitor.')
const accepted = { 202: 'The agent got the request. Location has the URL of the resource.' }

export const transferAgentResources = declareResources('transfer', {
  'GET /mft/agent': resource('listAgents', 'List the agents', {
    parameters: [
      attributes,
      name,
      query('type', 'The type of the agents.'),
      query('state', 'The state of the agents.'),
    ],
    response: Type.Object({ agent: list(selectable(TransferAgent)) }),
  }),
  'GET /mft/monitor': resource('listMonitors', 'List the monitors', {
    parameters: [
      attributes,
      name,
      query('type', 'The type of the monitors.', Type.Enum(['all', 'directory', 'queue'])),
      query('state', 'The state of the monitors.', Type.Enum(['all', 'started', 'stopped'])),
      agentName,
    ],
    response: Type.Object({ monitor: list(selectable(TransferMonitor)) }),
  }),
  'POST /mft/monitor': resource('createMonitor', 'Create a monitor', {
    body: MonitorRequest,
    status: 201,
    otherStatuses: accepted,
  }),
  'DELETE /mft/monitor/:monitor': resource('deleteMonitor', 'Delete a monitor', {
    parameters: [agentName],
    otherStatuses: accepted,
  }),
  'POST /mft/agent/:agent/start': { id: 'startAgent', summary: 'Start an agent' },
  'POST /mft/agent/:agent/stop': { id: 'stopAgent', summary: 'Stop an agent' },
  'POST /mft/agent/:agent/monitor/:monitor/start': resource('startMonitor', 'Start a monitor', {
    otherStatuses: whenAgentRuns,
  }),
  'POST /mft/agent/:agent/monitor/:monitor/stop': resource('stopMonitor', 'Stop a monitor', {
    otherStatuses: whenAgentRuns,
  }),
})
