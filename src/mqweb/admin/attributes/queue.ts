/** The attributes of queues. */
import { disabled, enabled, integer, level, onOff, text, truth, words, yesNo } from './codec.ts'
import { derived, moment, type Row, row, shown } from './row.ts'

const L = 'local'
const A = 'alias'
const R = 'remote'
const M = 'model'
const C = 'cluster'
const held = [L, M]
const opened = [L, A, R, C]
const read = [L, A, M]
const defined = [L, A, R, M]

/** The types of queue by the words of MQSC. */
export const queueTypes = { QLOCAL: L, QALIAS: A, QREMOTE: R, QMODEL: M, QCLUSTER: C } as const

const dynamicTypes = words({
  PERMDYN: 'permanentDynamic',
  SHAREDYN: 'sharedDynamic',
  TEMPDYN: 'temporaryDynamic',
})

export const queueRows: readonly Row[] = [
  row('remote.queueName', 'RNAME', text, [R]),
  row('remote.qmgrName', 'RQMNAME', text, [R]),
  row('remote.transmissionQueueName', 'XMITQ', text, [R]),
  row('alias.targetName', 'TARGET', text, [A]),
  row('alias.targetType', 'TARGTYPE', words({ QUEUE: 'queue', TOPIC: 'topic' }), [A]),
  row('model.type', 'DEFTYPE', dynamicTypes, [M]),
  derived(
    'dynamic.type',
    (displayed) => {
      const type = displayed.get('DEFTYPE')
      return type === undefined || type === 'PREDEFINED' ? undefined : dynamicTypes.render(type)
    },
    [L],
  ),

  row('general.description', 'DESCR', text),
  row('general.inhibitGet', 'GET', disabled, read),
  row('general.inhibitPut', 'PUT', disabled),
  row('general.isTransmissionQueue', 'USAGE', truth('XMITQ', 'NORMAL'), held),

  row('storage.maximumDepth', 'MAXDEPTH', integer, held),
  row('storage.maximumMessageLength', 'MAXMSGL', integer, held),
  row('storage.messageDeliverySequence', 'MSGDLVSQ', words({ PRIORITY: 'priority', FIFO: 'fifo' }), held),
  row('storage.nonPersistentMessageClass', 'NPMCLASS', words({ NORMAL: 'normal', HIGH: 'high' }), held),

  row('cluster.name', 'CLUSTER', text, opened),
  row('cluster.namelist', 'CLUSNL', text, [L, A, R]),
  row('cluster.transmissionQueueForChannelName', 'CLCHNAME', text, held),
  row('cluster.workloadPriority', 'CLWLPRTY', integer, opened),
  row('cluster.workloadRank', 'CLWLRANK', integer, opened),
  row('cluster.workloadQueueUse', 'CLWLUSEQ', words({ QMGR: 'asQmgr', ANY: 'any', LOCAL: 'local' }), [L]),
  shown('cluster.qmgrName', 'CLUSQMGR', text, [C]),
  shown('cluster.qmgrId', 'QMID', text, [C]),
  shown(
    'cluster.queueType',
    'CLUSQT',
    words({ QLOCAL: 'local', QALIAS: 'alias', QREMOTE: 'remote', QMGR: 'qmgrAlias' }),
    [C],
  ),

  row('trigger.enabled', 'TRIGGER', yesNo, held),
  row(
    'trigger.type',
    'TRIGTYPE',
    words({ NONE: 'none', FIRST: 'first', EVERY: 'every', DEPTH: 'depth' }),
    held,
  ),
  row('trigger.depth', 'TRIGDPTH', integer, held),
  row('trigger.messagePriority', 'TRIGMPRI', integer, held),
  row('trigger.data', 'TRIGDATA', text, held),
  row('trigger.initiationQueueName', 'INITQ', text, held),
  row('trigger.processName', 'PROCESS', text, held),

  row('events.depth.fullEnabled', 'QDPMAXEV', enabled, held),
  row('events.depth.highEnabled', 'QDPHIEV', enabled, held),
  row('events.depth.highPercentage', 'QDEPTHHI', integer, held),
  row('events.depth.lowEnabled', 'QDPLOEV', enabled, held),
  row('events.depth.lowPercentage', 'QDEPTHLO', integer, held),
  row('events.serviceInterval.duration', 'QSVCINT', integer, held),
  // Two truths here are one word of MQSC; `definition.ts` joins them.
  row('events.serviceInterval.highEnabled', 'QSVCIEV', truth('HIGH', 'NONE'), held),
  row('events.serviceInterval.okEnabled', 'QSVCIEV', truth('OK', 'NONE'), held),

  row(
    'applicationDefaults.clusterBind',
    'DEFBIND',
    words({ OPEN: 'onOpen', NOTFIXED: 'notFixed', GROUP: 'onGroup' }),
    opened,
  ),
  row(
    'applicationDefaults.messagePersistence',
    'DEFPSIST',
    words({ YES: 'persistent', NO: 'nonPersistent' }),
  ),
  row('applicationDefaults.messagePriority', 'DEFPRTY', integer),
  row(
    'applicationDefaults.messagePropertyControl',
    'PROPCTL',
    words({ ALL: 'all', COMPAT: 'compatible', FORCE: 'force', NONE: 'none', V6COMPAT: 'version6Compatible' }),
    read,
  ),
  row('applicationDefaults.putResponse', 'DEFPRESP', words({ SYNC: 'synchronous', ASYNC: 'asynchronous' })),
  row(
    'applicationDefaults.readAhead',
    'DEFREADA',
    words({ NO: 'no', YES: 'yes', DISABLED: 'disabled' }),
    read,
  ),
  row('applicationDefaults.sharedInput', 'DEFSOPT', truth('SHARED', 'EXCL'), held),

  row('dataCollection.accounting', 'ACCTQ', onOff, held),
  row('dataCollection.monitoring', 'MONQ', level, held),
  row('dataCollection.statistics', 'STATQ', onOff, held),

  row('extended.allowSharedInput', 'SHARE', yesNo, held),
  row('extended.backoutRequeueQueueName', 'BOQNAME', text, held),
  row('extended.backoutThreshold', 'BOTHRESH', integer, held),
  row('extended.custom', 'CUSTOM', text, defined),
  row(
    'extended.enableMediaImageOperations',
    'IMGRCOVQ',
    words({ QMGR: 'asQmgr', YES: 'yes', NO: 'no' }),
    held,
  ),
  row('extended.supportDistributionLists', 'DISTL', yesNo, held),

  moment('timestamps.created', 'CRDATE', 'CRTIME', defined),
  moment('timestamps.altered', 'ALTDATE', 'ALTTIME', defined),
  moment('timestamps.clustered', 'CLUSDATE', 'CLUSTIME', [C]),
]

/** Attributes that every answer tells, whatever was asked for. */
export const queueBasics: ReadonlySet<string> = new Set([
  'remote.qmgrName',
  'remote.queueName',
  'alias.targetName',
  'model.type',
  'dynamic.type',
])
