/** Transfers of managed file transfer: what the console lists, and requests for new ones. The states and units are those of agents. */
import { type Static, type TSchema, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, type Input, orDefault, query, resource } from '../../../../shared/rest/resource.ts'
import { body, flag, integer, list, text, view } from '../../../../shared/rest/shapes.ts'

export type TransferState = Static<typeof TransferState>
const TransferState = Type.Enum([
  'started',
  'inProgress',
  'inProgressWithFailures',
  'inProgressWithWarnings',
  'successful',
  'partiallySuccessful',
  'failed',
  'cancelled',
  /** The message on the command queue is not a valid request. */
  'malformed',
  /** The user may not request the transfer. */
  'notAuthorized',
  /** The schedule of the transfer was deleted. */
  'deleted',
])

const time = (description = '') => integer(`${description} Milliseconds since the epoch.`.trim())

export type TransferSummary = Static<typeof TransferSummary>
const TransferSummary = view('TransferSummary', {
  id: text(),
  state: TransferState,
  description: text(),
  jobName: text(),
  sourceAgent: text(),
  destinationAgent: text(),
  user: text(),
  monitor: Type.Optional(text('The monitor that started the transfer.')),
  startedAt: time(),
  updatedAt: time('When the agent reported these numbers.'),
  endedAt: Type.Optional(time()),
  bytesSent: integer(),
  bytesTotal: Type.Optional(integer('The size of all files; absent until the agent knows them.')),
  retryCount: integer(),
  numberOfFiles: integer(),
  numberOfFileSuccesses: integer(),
  numberOfFileFailures: integer(),
  numberOfFileWarnings: integer(),
})

export type TransferChanges = Static<typeof TransferChanges>
const TransferChanges = view('TransferChanges', {
  complete: flag('False when only the transfers that have changed follow.'),
  total: integer(),
  transfer: list(TransferSummary),
  revision: text('The value of `since` for the next request.'),
})

export const repeatUnits = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

export type ScheduledTransfer = Static<typeof ScheduledTransfer>
const ScheduledTransfer = view('ScheduledTransfer', {
  id: text(),
  jobName: text(),
  sources: list(text()),
  destinations: list(text()),
  user: text(),
  sourceAgent: text(),
  destinationAgent: text(),
  repeat: Type.Optional(
    Type.Object({
      every: integer(),
      unit: Type.Enum([...repeatUnits]),
      count: Type.Optional(integer()),
      until: Type.Optional(time()),
    }),
  ),
  nextAt: time('The next start.'),
  runs: integer(),
})

const name = Type.String({ minLength: 1 })
const agent = Type.Object({ name, qmgrName: name }, { additionalProperties: false })
const strict = { additionalProperties: false } as const
const texts = orDefault(Type.Record(Type.String(), Type.String()), {})
const endType = orDefault(Type.Enum(['file', 'directory', 'queue']), 'file')
const encoding = Type.Optional(Type.String({ minLength: 1 }))
const endOfLine = Type.Optional(Type.Enum(['LF', 'CRLF']))

const source = Type.Object(
  {
    type: endType,
    name,
    recursive: orDefault(flag(), false),
    disposition: orDefault(Type.Enum(['leave', 'delete']), 'leave'),
    encoding,
    delimiter: Type.Optional(text('The text that separates the messages of a source queue in the file.')),
    groupId: Type.Optional(text('The group of messages to take from a source queue.')),
    // The line ends of a source are recognised; they need not be stated.
    endOfLine,
  },
  strict,
)
const destination = Type.Object(
  {
    type: endType,
    name,
    actionIfExists: orDefault(Type.Enum(['error', 'overwrite']), 'error'),
    encoding,
    endOfLine,
    messageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 104_857_600 })),
  },
  strict,
)
const item = Type.Object(
  {
    mode: orDefault(Type.Enum(['binary', 'text']), 'binary'),
    checksum: orDefault(Type.Enum(['md5', 'sha256', 'none']), 'md5'),
    source,
    destination,
  },
  strict,
)
export type TransferItemRequest = Input<typeof item>
/** An item with all members that have defaults. */
export type TransferItemSpec = Static<typeof item>

/** The members of the product that name programs to call. */
const call = Type.Optional(Type.Unknown({ description: 'A body with it is rejected: agents call no programs.' }))
const transferSet = Type.Object(
  {
    preSourceCall: call,
    postSourceCall: call,
    preDestinationCall: call,
    postDestinationCall: call,
    priority: orDefault(Type.Integer({ minimum: 0, maximum: 9 }), 0),
    metaDataSet: texts,
    recoveryTimeout: Type.Optional(Type.Integer({ minimum: -1, maximum: 999_999_999 })),
    item: Type.Array(item, { minItems: 1, 'x-rule': 'it must be a list of objects that is not empty' }),
  },
  strict,
)

/** A transfer, as requests for transfers and monitors have it. */
export const transferMembers = {
  job: Type.Optional(Type.Object({ name: Type.Optional(text()) }, strict)),
  transferSet,
  sourceAgent: agent,
  destinationAgent: agent,
  userProperties: texts,
}
export type AgentAddress = Static<typeof agent>

const schedule = Type.Optional(
  Type.Object(
    {
      timeBase: orDefault(Type.Enum(['admin', 'source', 'UTC', 'utc']), 'admin'),
      startTime: name,
      occurrenceInterval: Type.Optional(Type.Enum([...repeatUnits])),
      occurrenceFrequency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      occurrenceCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      endTime: Type.Optional(text()),
    },
    strict,
  ),
)
export type ScheduleRequest = Input<typeof schedule>

export type TransferRequest = Input<typeof TransferRequest>
export const TransferRequest = body('TransferRequest', { ...transferMembers, scheduleTransfer: schedule, schedule })

const address = Type.Object({ name: text(), qmgrName: text() })
const file = Type.Object({ path: text(), size: integer() })
const end = { type: text(), file: Type.Optional(file), queue: Type.Optional(Type.Object({ name: text() })) }
const transferredItem = Type.Object({
  mode: Type.Enum(['binary', 'text']),
  source: Type.Object({
    ...end,
    checksum: Type.Optional(Type.Object({ method: text(), value: text() })),
    disposition: text(),
  }),
  destination: Type.Object({ ...end, actionIfExists: text() }),
  status: Type.Object({ state: text(), description: text() }),
})
export type TransferItem = Static<typeof transferredItem>

export type TransferDetails = Static<typeof TransferDetails>
export const TransferDetails = view(
  'Transfer',
  {
    id: text(),
    job: Type.Optional(Type.Object({ name: text() })),
    sourceAgent: address,
    destinationAgent: address,
    originator: Type.Object({ host: text(), userId: text() }),
    statistics: Type.Object({
      startTime: text(),
      endTime: text(),
      numberOfFiles: integer(),
      numberOfFileSuccesses: integer(),
      numberOfFileFailures: integer(),
      numberOfFileWarnings: integer(),
      retryCount: integer(),
    }),
    status: Type.Object({ state: TransferState, description: text() }),
    transferSet: Type.Optional(Type.Object({ bytesSent: integer(), item: Type.Optional(list(transferredItem)) })),
    userProperties: Type.Optional(Type.Record(Type.String(), text())),
  },
  'A transfer with its items. Times are texts, empty for a time that has not come.',
)

/** A response whose attributes a request selects: each may be absent. The type has those of a request for all of them. */
export function selectable<S extends TSchema>(schema: S): S {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'required' ? undefined : value)))
}

export const attributes = query('attributes', 'The attributes to return: "*", or names that "," separates.')
/** The statuses of a command that an agent carries out when it runs. */
export const whenAgentRuns = { 202: 'The agent is stopped; it carries the command out when it runs.' } as const

export const transferResources = declareResources('transfer', {
  'GET /mft/transfers': resource('listTransfers', 'List the latest transfers', {
    parameters: [query('since', 'The "revision" of an earlier response: only changed transfers follow.')],
    response: TransferChanges,
  }),
  'POST /mft/transfers': resource('createTransfer', 'Ask the source agent for a transfer', {
    body: TransferRequest,
    status: 202,
  }),
  'GET /mft/transfers/:transfer': resource('showTransfer', 'Show a transfer', {
    parameters: [attributes],
    response: Type.Object({ transfer: list(selectable(TransferDetails)) }),
  }),
  'POST /mft/transfers/:transfer/cancel': resource('cancelTransfer', 'Cancel a transfer', {
    otherStatuses: whenAgentRuns,
  }),
  'GET /mft/schedule': resource('listSchedules', 'List the transfers that start later', {
    response: Type.Object({ schedule: list(ScheduledTransfer) }),
  }),
  'DELETE /mft/schedule/:schedule': resource('deleteSchedule', 'Delete a scheduled transfer', {
    otherStatuses: whenAgentRuns,
  }),
})
