/** The objects of a queue manager, the kinds of objects, and where messages for other queue managers go. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query, resource } from '../../../../shared/rest/resource.ts'
import { flag, integer, list, number, text, view } from '../../../../shared/rest/shapes.ts'

const texts = list(text())

export type AttributeValue = Static<typeof AttributeValue>
const AttributeValue = Type.Union([Type.String(), Type.Number(), texts])

export type AttributeDefinition = Static<typeof AttributeDefinition>
const AttributeDefinition = view('AttributeDefinition', {
  keyword: text('The MQSC keyword in upper case.'),
  types: Type.Optional(list(text(), 'The object types with this attribute; every type if absent.')),
  access: Type.Enum(['set', 'create', 'show'], {
    description: '`set`: can be changed at any time. `create`: can be set only when the object is created.',
  }),
  initial: Type.Optional(AttributeValue),
  takes: text('Describes the accepted values, as the rest of a sentence that begins with "takes".'),
  form: Type.Enum(['number', 'choice', 'flag', 'text', 'list', 'secret']),
  words: Type.Optional(list(text(), 'The values of a choice, or the keywords that are accepted in place of a number.')),
  least: Type.Optional(number()),
  most: Type.Optional(number()),
})

export type ObjectKind = Static<typeof ObjectKind>
const ObjectKind = view('ObjectKind', {
  kind: text(),
  types: Type.Optional(texts),
  defaults: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'By object type, the name of the default object, whose attributes a new object takes.',
    }),
  ),
  attributes: list(AttributeDefinition),
})

export type DefinitionTables = Static<typeof DefinitionTables>
const DefinitionTables = view('DefinitionTables', {
  kind: list(ObjectKind),
  command: list(
    Type.Object({ verb: text(), qualifiers: texts }),
    'The MQSC verbs, each with the object keywords that can follow it.',
  ),
})

const value = Type.Union([Type.String(), Type.Number(), texts, Type.Null()])

export type ObjectRows = Static<typeof ObjectRows>
const ObjectRows = view('ObjectRows', {
  complete: flag('False when only the rows that have changed follow.'),
  total: Type.Optional(integer('The number of all rows, when only the first ones follow.')),
  mayCreate: flag(),
  attributes: texts,
  rows: list(
    list(value),
    'The values in the order of `attributes`. Of several rows with one name, later ones end with their number.',
  ),
  deleted: list(Type.Union([Type.String(), Type.Unsafe<[string, number]>({ type: 'array' })])),
  revision: text('The value of `since` for the next request; empty with the first rows of a longer list.'),
})

const channel = Type.Object({
  name: text(),
  type: text(),
  connectionName: text(),
  status: text('The status that DISPLAY CHSTATUS shows; empty while the channel is inactive.'),
})
/** A transmission queue with the channels that empty it. Only the name is there when the queue does not exist. */
const transmission = {
  transmissionQueue: text(),
  depth: Type.Optional(integer()),
  channels: Type.Optional(list(channel)),
}
export type TransmissionRoute = Static<typeof TransmissionRoute>
const TransmissionRoute = Type.Object(transmission)

export type RemoteManager = Static<typeof RemoteManager>
const RemoteManager = Type.Object({ name: text(), ...transmission })

export type RemoteDefinition = Static<typeof RemoteDefinition>
const RemoteDefinition = Type.Object({
  name: text(),
  queue: text('The queue at the other queue manager; empty for a queue manager alias.'),
  manager: text(),
  transmissionQueue: text(),
  description: text(),
})

const RemoteManagers = view('RemoteManagers', {
  defaultTransmissionQueue: text(),
  manager: list(RemoteManager),
  definition: list(RemoteDefinition),
})

export type RouteProblem = Static<typeof RouteProblem>
const RouteProblem = Type.Enum([
  'unknownQueue',
  'modelQueue',
  'aliasOfAlias',
  'noRemoteName',
  'noTransmissionQueue',
  'wrongTransmissionQueue',
])

export type RouteStep = Static<typeof RouteStep>
const RouteStep = Type.Union([
  Type.Object({ kind: Type.Enum(['alias', 'managerAlias']), name: text(), target: text() }),
  Type.Object({ kind: Type.Literal('remote'), name: text(), queue: text(), manager: text() }),
  Type.Object({ kind: Type.Enum(['local', 'topic']), name: text() }),
  Type.Object({ kind: Type.Literal('transmission'), queue: text(), manager: text(), ...transmission }),
  Type.Object({ kind: Type.Literal('problem'), problem: RouteProblem, name: text() }),
])

export const kindResources = declareResources('console', {
  'GET /kinds': resource('listKinds', 'List the kinds of objects with their attributes, and the verbs of MQSC', {
    response: DefinitionTables,
  }),
})

export const objectResources = declareResources('managers', {
  'GET /qmgr/:qmgr/objects/:qualifier': resource('listObjects', 'List the objects of a kind', {
    parameters: [
      query('attributes', 'MQSC attributes in lower case, which "," separates.'),
      query('since', 'The "revision" of an earlier response: only rows that have changed since follow.'),
      query('first', 'The number of rows of a longer list.', Type.Integer({ minimum: 1, maximum: 1000 })),
    ],
    response: ObjectRows,
  }),
  'GET /qmgr/:qmgr/remote': resource(
    'listRemoteManagers',
    'List the queue managers that this one reaches over channels',
    { response: RemoteManagers },
  ),
  'GET /qmgr/:qmgr/route': resource('findRoute', 'Show where a message for a queue goes, step by step', {
    parameters: [query('queue', 'The queue.'), query('queueManager', 'The queue manager; this one when absent.')],
    response: Type.Object({ step: list(RouteStep) }),
  }),
})
