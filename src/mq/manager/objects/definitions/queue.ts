/** Defines queues. Local, alias, remote and model queues share one namespace and one attribute table. */
import { choiceType, flagPairType, genericNameOrBlankType, integerType, nameType, textType } from './attribute-types.ts'
import {
  type AttributeValues,
  alterationAttributes,
  attribute,
  displayedAttribute,
  type ObjectDefinition,
} from './object-definition.ts'

const L = 'QLOCAL'
const A = 'QALIAS'
const R = 'QREMOTE'
const M = 'QMODEL'
const C = 'QCLUSTER'
const all = undefined
const held = [L, M] // types that contain messages
const opened = [L, A, R] // types that applications may open
const read = [L, A, M]
const none: readonly string[] = [] // keywords that MQSC accepts, of a later command level

const count = integerType(0, 999_999_999)
const level = integerType(0, 9)
const usage = choiceType('NORMAL', 'XMITQ')
const yesNo = choiceType('YES', 'NO')
const enabled = choiceType('ENABLED', 'DISABLED')
const asQmgr = choiceType('QMGR', 'ON', 'OFF')
const shared = choiceType('SHARED', 'EXCL')
const monitoring = choiceType('QMGR', 'OFF', 'LOW', 'MEDIUM', 'HIGH')
const properties = choiceType('COMPAT', 'ALL', 'FORCE', 'NONE', 'V6COMPAT')
const date = textType(12)
const time = textType(8)

export const queueDefinition: ObjectDefinition = {
  kind: 'queue',
  key: 'QUEUE',
  typeKeyword: 'TYPE',
  types: [L, A, R, M],
  name: nameType(),

  attributes: [
    attribute('ACCTQ', held, asQmgr, 'QMGR', { json: 'dataCollection.accounting', inert: true }),
    ...alterationAttributes,
    attribute('TARGET', [A], nameType(), '', { synonyms: ['TARGQ'], json: 'alias.targetName' }),
    attribute('BOQNAME', held, nameType(), '', { json: 'extended.backoutRequeueQueueName' }),
    attribute('BOTHRESH', held, count, 0, { json: 'extended.backoutThreshold' }),
    attribute('CAPEXPRY', all, integerType(0, 999_999_999, 'NOLIMIT'), 'NOLIMIT'),
    displayedAttribute('CLUSDATE', [C], date),
    attribute('CLUSNL', opened, nameType(), '', { json: 'cluster.namelist' }),
    displayedAttribute('CLUSQMGR', [C], nameType(), 'cluster.qmgrName'),
    displayedAttribute('CLUSQT', [C], choiceType('QALIAS', 'QLOCAL', 'QMGR', 'QREMOTE')),
    attribute('CLUSTER', opened, nameType(), '', { json: 'cluster.name' }),
    displayedAttribute('CLUSTIME', [C], time),
    attribute('CLCHNAME', held, genericNameOrBlankType(20), '', {
      inert: true,
      json: 'cluster.transmissionQueueForChannelName',
    }),
    attribute('CLWLPRTY', opened, level, 0, { inert: true, json: 'cluster.workloadPriority' }),
    attribute('CLWLRANK', opened, level, 0, { inert: true, json: 'cluster.workloadRank' }),
    attribute('CLWLUSEQ', [L], choiceType('QMGR', 'ANY', 'LOCAL'), 'QMGR', {
      inert: true,
      json: 'cluster.workloadQueueUse',
    }),
    displayedAttribute('CRDATE', held, date),
    displayedAttribute('CRTIME', held, time),
    displayedAttribute('CURDEPTH', [L], count),
    attribute('CUSTOM', all, textType(128), '', { json: 'extended.custom' }),
    attribute('DEFBIND', all, choiceType('OPEN', 'NOTFIXED', 'GROUP'), 'OPEN'),
    attribute('DEFPRTY', all, level, 0, { json: 'applicationDefaults.messagePriority' }),
    attribute('DEFPSIST', all, yesNo, 'NO'),
    attribute('DEFPRESP', all, choiceType('SYNC', 'ASYNC'), 'SYNC', { json: 'applicationDefaults.putResponse' }),
    attribute('DEFREADA', read, choiceType('NO', 'YES', 'DISABLED'), 'NO', { json: 'applicationDefaults.readAhead' }),
    attribute('DEFSOPT', [L], shared, 'SHARED', { json: 'applicationDefaults.sharedInput', yes: 'SHARED' }),
    attribute('DEFSOPT', [M], shared, 'EXCL', { json: 'applicationDefaults.sharedInput', yes: 'SHARED' }),
    attribute('DEFTYPE', [L], choiceType('PREDEFINED', 'PERMDYN', 'TEMPDYN', 'SHAREDYN'), 'PREDEFINED', {
      access: 'show',
    }),
    attribute('DEFTYPE', [M], choiceType('TEMPDYN', 'PERMDYN'), 'TEMPDYN', { json: 'model.type' }),
    attribute('DESCR', all, textType(64), '', { json: 'general.description' }),
    attribute('DISTL', held, yesNo, 'NO', { json: 'extended.supportDistributionLists' }),
    attribute('GET', read, enabled, 'ENABLED', { json: 'general.inhibitGet', yes: 'DISABLED' }),
    attribute('HARDENBO', held, flagPairType, 'YES'),
    attribute('IMGRCOVQ', held, choiceType('QMGR', 'YES', 'NO'), 'QMGR', {
      json: 'extended.enableMediaImageOperations',
    }),
    attribute('INITQ', held, nameType(), '', { json: 'trigger.initiationQueueName' }),
    displayedAttribute('IPPROCS', [L], count),
    attribute('MAXDEPTH', held, count, 5000, { json: 'storage.maximumDepth' }),
    attribute('MAXFSIZE', held, integerType(20, 267_386_880, 'DEFAULT'), 'DEFAULT'),
    attribute('MAXMSGL', held, integerType(0, 104_857_600), 4_194_304, { json: 'storage.maximumMessageLength' }),
    attribute('MONQ', held, monitoring, 'QMGR', { json: 'dataCollection.monitoring' }),
    attribute('MSGDLVSQ', held, choiceType('PRIORITY', 'FIFO'), 'PRIORITY', {
      json: 'storage.messageDeliverySequence',
    }),
    attribute('TRIGGER', held, flagPairType, 'NO', { json: 'trigger.enabled' }),
    attribute('NPMCLASS', held, choiceType('NORMAL', 'HIGH'), 'NORMAL', { json: 'storage.nonPersistentMessageClass' }),
    displayedAttribute('OPPROCS', [L], count),
    displayedAttribute('OTELPCTL', none, choiceType('QMGR', 'MANUAL', 'AUTO')),
    displayedAttribute('OTELTRAC', none, asQmgr),
    attribute('PROCESS', held, nameType(), '', { json: 'trigger.processName' }),
    attribute('PUT', all, enabled, 'ENABLED', { json: 'general.inhibitPut', yes: 'DISABLED' }),
    attribute('PROPCTL', read, properties, 'COMPAT', { json: 'applicationDefaults.messagePropertyControl' }),
    attribute('QDEPTHHI', held, integerType(0, 100), 80, { json: 'events.depth.highPercentage' }),
    attribute('QDEPTHLO', held, integerType(0, 100), 20, { json: 'events.depth.lowPercentage' }),
    attribute('QDPHIEV', held, enabled, 'DISABLED', { json: 'events.depth.highEnabled', inert: true }),
    attribute('QDPLOEV', held, enabled, 'DISABLED', { json: 'events.depth.lowEnabled', inert: true }),
    attribute('QDPMAXEV', held, enabled, 'ENABLED', { json: 'events.depth.fullEnabled', inert: true }),
    displayedAttribute('QMID', [C], textType(48), 'cluster.qmgrId'),
    attribute('QSVCIEV', held, choiceType('NONE', 'HIGH', 'OK'), 'NONE', { inert: true }),
    attribute('QSVCINT', held, count, 999_999_999, { json: 'events.serviceInterval.duration' }),
    attribute('RETINTVL', held, count, 999_999_999),
    attribute('RQMNAME', [R], nameType(), '', { json: 'remote.qmgrName' }),
    attribute('RNAME', [R], nameType(), '', { json: 'remote.queueName' }),
    attribute('SCOPE', opened, choiceType('QMGR', 'CELL'), 'QMGR'),
    attribute('SHARE', [L], flagPairType, 'YES', { json: 'extended.allowSharedInput' }),
    attribute('SHARE', [M], flagPairType, 'NO', { json: 'extended.allowSharedInput' }),
    attribute('STATQ', held, asQmgr, 'QMGR', { json: 'dataCollection.statistics', inert: true }),
    attribute('STREAMQ', held, nameType(), ''),
    attribute('STRMQOS', held, choiceType('BESTEF', 'MUSTDUP'), 'BESTEF'),
    attribute('TARGTYPE', [A], choiceType('QUEUE', 'TOPIC'), 'QUEUE', { json: 'alias.targetType' }),
    attribute('TRIGDATA', held, textType(64), '', { json: 'trigger.data' }),
    attribute('TRIGDPTH', held, integerType(1, 999_999_999), 1, { json: 'trigger.depth' }),
    attribute('TRIGMPRI', held, level, 0, { json: 'trigger.messagePriority' }),
    attribute('TRIGTYPE', held, choiceType('FIRST', 'EVERY', 'DEPTH', 'NONE'), 'FIRST', { json: 'trigger.type' }),
    attribute('USAGE', held, usage, 'NORMAL', { json: 'general.isTransmissionQueue', yes: 'XMITQ' }),
    attribute('XMITQ', [R], nameType(), '', { json: 'remote.transmissionQueueName' }),
  ],

  defaultObject: (type) => defaults[type] ?? 'SYSTEM.DEFAULT.LOCAL.QUEUE',

  check(attributes: AttributeValues) {
    const { CLUSTER: cluster, CLUSNL: namelist, QDEPTHLO: low = 0, QDEPTHHI: high = 100 } = attributes
    if (cluster && namelist) return 'CLUSTER and CLUSNL cannot both be given'
    if (low > high) return 'QDEPTHLO cannot be above QDEPTHHI'
    return undefined
  },
}

const defaults: Record<string, string> = {
  [L]: 'SYSTEM.DEFAULT.LOCAL.QUEUE',
  [A]: 'SYSTEM.DEFAULT.ALIAS.QUEUE',
  [R]: 'SYSTEM.DEFAULT.REMOTE.QUEUE',
  [M]: 'SYSTEM.DEFAULT.MODEL.QUEUE',
}
