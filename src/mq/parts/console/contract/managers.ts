/** Queue managers and what of them needs attention. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, orDefault, resource } from '../../../../shared/rest/resource.ts'
import { body, flag, integer, list, number, orNull, text, view } from '../../../../shared/rest/shapes.ts'
import { historySteps } from './history-steps.ts'

const facts = {
  name: text(),
  state: text(),
  isDefault: flag(),
  connectionCount: integer(),
  started: Type.Optional(text('The start time in ISO 8601; absent while the queue manager is not running.')),
  runsOn: Type.Optional(text('The machine on which another instance is active; absent when there is none.')),
}

export type ManagerFacts = Static<typeof ManagerFacts>
const ManagerFacts = view('QueueManager', facts)

export type QueueHealth = Static<typeof QueueHealth>
const QueueHealth = view('QueueHealth', {
  name: text(),
  depth: integer(),
  maxDepth: integer(),
  age: Type.Optional(number('The age of the oldest message in seconds; absent for an empty queue.')),
  minutesToFull: Type.Optional(
    number('The minutes until the queue is full, when it goes on as in the last minutes; 0 for a full queue.'),
  ),
})

export type QueueFindings = Static<typeof QueueFindings>
const QueueFindings = Type.Object({
  queues: integer(),
  messages: integer('On all queues; absent for a user who may not display some of them.'),
  deepest: list(QueueHealth),
  oldest: list(QueueHealth),
  filling: list(QueueHealth, 'The queues that are full soon, the next one first.'),
  unread: list(QueueHealth, 'The queues whose messages nobody takes: not open for input, without gets in ten minutes.'),
})
const { queues, messages, deepest, oldest, filling, unread } = QueueFindings.properties

export type TroubledChannel = Static<typeof TroubledChannel>
const TroubledChannel = view('TroubledChannel', {
  name: text(),
  type: text(),
  status: text(),
  connectionName: text(),
  isInDoubt: flag(),
  error: text('The error that the queue manager recorded; empty when there was none.'),
})

/** The values of a measure; null where no sample was taken. */
const line = list(orNull(Type.Number()))

export type ManagerHealth = Static<typeof ManagerHealth>
const ManagerHealth = view(
  'QueueManagerHealth',
  {
    ...facts,
    queues: Type.Optional(queues),
    messages: Type.Optional(messages),
    deepest: Type.Optional(deepest),
    oldest: Type.Optional(oldest),
    filling: Type.Optional(filling),
    unread: Type.Optional(unread),
    channels: Type.Optional(integer()),
    rates: Type.Optional(
      Type.Object(
        { first: integer(), puts: line, gets: line },
        { description: 'Messages put and got per second in the last hour; absent for users without every authority.' },
      ),
    ),
    deadLetter: Type.Optional(Type.Object({ name: text(), depth: integer() })),
    troubledChannels: Type.Optional(list(TroubledChannel)),
    stoppedListeners: Type.Optional(
      list(text(), 'The names of the listeners that should run and do not; of all listeners when none runs.'),
    ),
    reason: Type.Optional(integer('The MQ reason code with which the queue manager rejected the user.')),
  },
  'The members after those of a queue manager are absent while it does not run, or when the user may not connect.',
)

/** The interval of samples and their range. */
const range = {
  everyMs: integer('Milliseconds between two samples.'),
  first: integer('The number of the first sample; multiplied by `everyMs` it is milliseconds since the epoch.'),
  last: integer('The number of the last sample.'),
}
export type SampleRange = Static<typeof SampleRange>
const SampleRange = Type.Object(range)

const QueueHistory = view(
  'QueueHistory',
  { ...range, depth: line, puts: line, gets: line, age: line },
  'Age in seconds; puts and gets per second.',
)
const ManagerHistory = view(
  'QueueManagerHistory',
  { ...range, connections: line, channels: line, puts: Type.Optional(line), gets: Type.Optional(line) },
  'Puts and gets per second on all queues; absent for users without every authority.',
)

const historyParameters = [
  {
    in: 'query',
    name: 'since',
    description: 'The "last" of an earlier response: only later samples follow.',
    schema: integer(),
  },
  {
    in: 'query',
    name: 'step',
    description:
      'The time between two samples: 10s for the last hour (the default), 1m for the last day, 30m for the last 30 days. A longer step has the mean of rates and the highest value of other measures.',
    schema: Type.Enum(historySteps.map(({ step }) => step)),
  },
] as const

const managerList = view('QueueManagerList', { qmgr: list(ManagerFacts) })

export const CreateManagerRequest = body('CreateQueueManagerRequest', {
  name: Type.String({
    minLength: 1,
    maxLength: 48,
    pattern: '^[A-Za-z0-9./_%]+$',
    'x-rule': 'it must consist of letters, digits and . / _ %',
  }),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'The port of its TCP listener.' })),
})

export type ManagerEndMode = Static<typeof ManagerEndMode>
const ManagerEndMode = Type.Enum(['controlled', 'immediate', 'preemptive'])
export const EndManagerRequest = body('EndQueueManagerRequest', { mode: orDefault(ManagerEndMode, 'controlled') })

export const healthResources = declareResources('console', {
  'GET /health': resource('showHealth', 'Show what needs attention', {
    parameters: [
      { in: 'query', name: 'qmgr', description: 'The only queue manager of the response.', schema: text() },
      { in: 'query', name: 'queue', description: 'The only queue that the response is about.', schema: text() },
    ],
    response: Type.Object({ everyMs: integer(), last: integer(), qmgr: list(ManagerHealth) }),
  }),
})

export const managerResources = declareResources('managers', {
  'GET /qmgr': { id: 'listQueueManagers', summary: 'List the queue managers', response: managerList },
  'POST /qmgr': resource('createQueueManager', 'Create and start a queue manager', {
    body: CreateManagerRequest,
    status: 201,
    response: managerList,
  }),
  'GET /qmgr/:qmgr': { id: 'showQueueManager', summary: 'Show a queue manager', response: managerList },
  'DELETE /qmgr/:qmgr': { id: 'deleteQueueManager', summary: 'Delete a queue manager' },
  'POST /qmgr/:qmgr/start': { id: 'startQueueManager', summary: 'Start a queue manager' },
  'POST /qmgr/:qmgr/end': { id: 'endQueueManager', summary: 'End a queue manager', body: EndManagerRequest },
  'GET /qmgr/:qmgr/history': resource('showQueueManagerHistory', 'Show the samples of a queue manager', {
    parameters: historyParameters,
    response: ManagerHistory,
  }),
  'GET /qmgr/:qmgr/queue/:queue/history': resource('showQueueHistory', 'Show the samples of a queue', {
    parameters: historyParameters,
    response: QueueHistory,
  }),
  'GET /qmgr/:qmgr/queue-rates': resource(
    'listQueueRates',
    'List the messages put and got per second of each queue with traffic',
    {
      response: view('QueueRates', {
        queues: list(view('QueueRate', { name: text(), puts: number(), gets: number() })),
      }),
    },
  ),
})
