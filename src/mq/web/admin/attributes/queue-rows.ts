/** The attributes of queues. */
import type { AttributeValue } from '../../../manager/index.ts'
import {
  type AttributeRow,
  computedRow,
  type DisplayedAttributes,
  readOnlyRow,
  renderDisplayedTimestamp,
  settableRow,
  timestampRow,
} from './attribute-row.ts'
import {
  booleanCodec,
  disabledCodec,
  enabledCodec,
  integerCodec,
  monitoringLevelCodec,
  onOffCodec,
  textCodec,
  wordCodec,
  yesNoCodec,
} from './codec.ts'

const L = 'local'
const A = 'alias'
const R = 'remote'
const M = 'model'
const C = 'cluster'
const held = [L, M]
const opened = [L, A, R, C]
const read = [L, A, M]
const defined = [L, A, R, M]

/** The queue types: the name in JSON by the value of TYPE in MQSC. */
export const queueTypeNames = { QLOCAL: L, QALIAS: A, QREMOTE: R, QMODEL: M, QCLUSTER: C } as const

const dynamicTypes = wordCodec({ PERMDYN: 'permanentDynamic', SHAREDYN: 'sharedDynamic', TEMPDYN: 'temporaryDynamic' })

export const queueRows: readonly AttributeRow[] = [
  settableRow('remote.queueName', 'RNAME', textCodec, [R]),
  settableRow('remote.qmgrName', 'RQMNAME', textCodec, [R]),
  settableRow('remote.transmissionQueueName', 'XMITQ', textCodec, [R]),
  settableRow('alias.targetName', 'TARGET', textCodec, [A]),
  settableRow('alias.targetType', 'TARGTYPE', wordCodec({ QUEUE: 'queue', TOPIC: 'topic' }), [A]),
  settableRow('model.type', 'DEFTYPE', dynamicTypes, [M]),
  computedRow(
    'dynamic.type',
    (displayed) => {
      const type = displayed.get('DEFTYPE')
      return type === undefined || type === 'PREDEFINED' ? undefined : dynamicTypes.render(type)
    },
    [L],
  ),

  settableRow('general.description', 'DESCR', textCodec),
  settableRow('general.inhibitGet', 'GET', disabledCodec, read),
  settableRow('general.inhibitPut', 'PUT', disabledCodec),
  settableRow('general.isTransmissionQueue', 'USAGE', booleanCodec('XMITQ', 'NORMAL'), held),

  settableRow('storage.maximumDepth', 'MAXDEPTH', integerCodec, held),
  settableRow('storage.maximumMessageLength', 'MAXMSGL', integerCodec, held),
  settableRow('storage.messageDeliverySequence', 'MSGDLVSQ', wordCodec({ PRIORITY: 'priority', FIFO: 'fifo' }), held),
  settableRow('storage.nonPersistentMessageClass', 'NPMCLASS', wordCodec({ NORMAL: 'normal', HIGH: 'high' }), held),

  settableRow('cluster.name', 'CLUSTER', textCodec, opened),
  settableRow('cluster.namelist', 'CLUSNL', textCodec, [L, A, R]),
  settableRow('cluster.transmissionQueueForChannelName', 'CLCHNAME', textCodec, held),
  settableRow('cluster.workloadPriority', 'CLWLPRTY', integerCodec, opened),
  settableRow('cluster.workloadRank', 'CLWLRANK', integerCodec, opened),
  settableRow('cluster.workloadQueueUse', 'CLWLUSEQ', wordCodec({ QMGR: 'asQmgr', ANY: 'any', LOCAL: 'local' }), [L]),
  readOnlyRow('cluster.qmgrName', 'CLUSQMGR', textCodec, [C]),
  readOnlyRow('cluster.qmgrId', 'QMID', textCodec, [C]),
  readOnlyRow(
    'cluster.queueType',
    'CLUSQT',
    wordCodec({ QLOCAL: 'local', QALIAS: 'alias', QREMOTE: 'remote', QMGR: 'qmgrAlias' }),
    [C],
  ),

  settableRow('trigger.enabled', 'TRIGGER', yesNoCodec, held),
  settableRow(
    'trigger.type',
    'TRIGTYPE',
    wordCodec({ NONE: 'none', FIRST: 'first', EVERY: 'every', DEPTH: 'depth' }),
    held,
  ),
  settableRow('trigger.depth', 'TRIGDPTH', integerCodec, held),
  settableRow('trigger.messagePriority', 'TRIGMPRI', integerCodec, held),
  settableRow('trigger.data', 'TRIGDATA', textCodec, held),
  settableRow('trigger.initiationQueueName', 'INITQ', textCodec, held),
  settableRow('trigger.processName', 'PROCESS', textCodec, held),

  settableRow('events.depth.fullEnabled', 'QDPMAXEV', enabledCodec, held),
  settableRow('events.depth.highEnabled', 'QDPHIEV', enabledCodec, held),
  settableRow('events.depth.highPercentage', 'QDEPTHHI', integerCodec, held),
  settableRow('events.depth.lowEnabled', 'QDPLOEV', enabledCodec, held),
  settableRow('events.depth.lowPercentage', 'QDEPTHLO', integerCodec, held),
  settableRow('events.serviceInterval.duration', 'QSVCINT', integerCodec, held),
  // MQSC has one keyword for these two booleans; `queue-change.ts` combines them.
  settableRow('events.serviceInterval.highEnabled', 'QSVCIEV', booleanCodec('HIGH', 'NONE'), held),
  settableRow('events.serviceInterval.okEnabled', 'QSVCIEV', booleanCodec('OK', 'NONE'), held),

  settableRow(
    'applicationDefaults.clusterBind',
    'DEFBIND',
    wordCodec({ OPEN: 'onOpen', NOTFIXED: 'notFixed', GROUP: 'onGroup' }),
    opened,
  ),
  settableRow(
    'applicationDefaults.messagePersistence',
    'DEFPSIST',
    wordCodec({ YES: 'persistent', NO: 'nonPersistent' }),
  ),
  settableRow('applicationDefaults.messagePriority', 'DEFPRTY', integerCodec),
  settableRow(
    'applicationDefaults.messagePropertyControl',
    'PROPCTL',
    wordCodec({ ALL: 'all', COMPAT: 'compatible', FORCE: 'force', NONE: 'none', V6COMPAT: 'version6Compatible' }),
    read,
  ),
  settableRow('applicationDefaults.putResponse', 'DEFPRESP', wordCodec({ SYNC: 'synchronous', ASYNC: 'asynchronous' })),
  settableRow(
    'applicationDefaults.readAhead',
    'DEFREADA',
    wordCodec({ NO: 'no', YES: 'yes', DISABLED: 'disabled' }),
    read,
  ),
  settableRow('applicationDefaults.sharedInput', 'DEFSOPT', booleanCodec('SHARED', 'EXCL'), held),

  settableRow('dataCollection.accounting', 'ACCTQ', onOffCodec, held),
  settableRow('dataCollection.monitoring', 'MONQ', monitoringLevelCodec, held),
  settableRow('dataCollection.statistics', 'STATQ', onOffCodec, held),

  settableRow('extended.allowSharedInput', 'SHARE', yesNoCodec, held),
  settableRow('extended.backoutRequeueQueueName', 'BOQNAME', textCodec, held),
  settableRow('extended.backoutThreshold', 'BOTHRESH', integerCodec, held),
  settableRow('extended.custom', 'CUSTOM', textCodec, defined),
  settableRow(
    'extended.enableMediaImageOperations',
    'IMGRCOVQ',
    wordCodec({ QMGR: 'asQmgr', YES: 'yes', NO: 'no' }),
    held,
  ),
  settableRow('extended.supportDistributionLists', 'DISTL', yesNoCodec, held),

  timestampRow('timestamps.created', 'CRDATE', 'CRTIME', defined),
  timestampRow('timestamps.altered', 'ALTDATE', 'ALTTIME', defined),
  timestampRow('timestamps.clustered', 'CLUSDATE', 'CLUSTIME', [C]),
]

/** The attributes that every response contains, whatever the request selects. */
export const basicQueueAttributes: ReadonlySet<string> = new Set([
  'remote.qmgrName',
  'remote.queueName',
  'alias.targetName',
  'model.type',
  'dynamic.type',
])

export const queueStatusRows: readonly AttributeRow[] = [
  readOnlyRow('status.currentDepth', 'CURDEPTH', integerCodec),
  readOnlyRow('status.openInputCount', 'IPPROCS', integerCodec),
  readOnlyRow('status.openOutputCount', 'OPPROCS', integerCodec),
  computedRow('status.oldestMessageAge', (displayed) => numberOr(displayed.get('MSGAGE'), -1)),
  computedRow(
    'status.lastGet',
    (displayed, dialect) => renderDisplayedTimestamp(displayed, 'LGETDATE', 'LGETTIME', dialect) ?? '',
  ),
  computedRow(
    'status.lastPut',
    (displayed, dialect) => renderDisplayedTimestamp(displayed, 'LPUTDATE', 'LPUTTIME', dialect) ?? '',
  ),
  computedRow('status.uncommittedMessages', (displayed) =>
    displayed.get('UNCOM') === 'YES' ? 1 : numberOr(displayed.get('UNCOM'), 0),
  ),
  readOnlyRow('status.mediaRecoveryLogExtent', 'MEDIALOG', textCodec),
  readOnlyRow('status.monitoringRate', 'MONQ', monitoringLevelCodec),
  computedRow('status.onQueueTime.shortSamplePeriod', (displayed) => sample(displayed, 0)),
  computedRow('status.onQueueTime.longSamplePeriod', (displayed) => sample(displayed, 1)),
]

export const queueHandleRows: readonly AttributeRow[] = [
  readOnlyRow('applicationHandle.description', 'APPLDESC', textCodec),
  readOnlyRow('applicationHandle.tag', 'APPLTAG', textCodec),
  readOnlyRow(
    'applicationHandle.type',
    'APPLTYPE',
    wordCodec({
      BATCH: 'batchConnection',
      CHINIT: 'channelInitiator',
      QMGR: 'queueManagerProcess',
      SYSTEM: 'queueManagerProcess',
      SYSTEMEXT: 'systemExtension',
      USER: 'user',
    }),
  ),
  readOnlyRow(
    'applicationHandle.asynchronousState',
    'ASTATE',
    wordCodec({ SUSPTEMP: 'suspendedTemporarily', STARTWAIT: 'startWaiting' }),
  ),
  readOnlyRow('applicationHandle.channelName', 'CHANNEL', textCodec),
  readOnlyRow('applicationHandle.connectionName', 'CONNAME', textCodec),
  readOnlyRow('applicationHandle.userId', 'USERID', textCodec),
  readOnlyRow('applicationHandle.state', 'HSTATE', wordCodec({})),
  computedRow('applicationHandle.openOptions', openOptions),
  readOnlyRow('applicationHandle.processId', 'PID', integerCodec),
  readOnlyRow('applicationHandle.threadId', 'TID', integerCodec),
  readOnlyRow('applicationHandle.qmgrTransactionId', 'QMURID', textCodec),
  readOnlyRow('applicationHandle.unitOfWorkId', 'URID', textCodec),
  readOnlyRow('applicationHandle.transactionType', 'URTYPE', wordCodec({})),
]

/** Returns the MQOO_* options that a DISPLAY QSTATUS TYPE(HANDLE) response shows as separate attributes. */
function openOptions(displayed: DisplayedAttributes): string[] {
  const input = displayed.get('INPUT')
  return [
    input === 'SHARED' && 'MQOO_INPUT_SHARED',
    input === 'EXCL' && 'MQOO_INPUT_EXCLUSIVE',
    displayed.get('BROWSE') === 'YES' && 'MQOO_BROWSE',
    displayed.get('OUTPUT') === 'YES' && 'MQOO_OUTPUT',
    displayed.get('INQUIRE') === 'YES' && 'MQOO_INQUIRE',
    displayed.get('SET') === 'YES' && 'MQOO_SET',
  ].filter((option) => option !== false)
}

/** Returns a value of QTIME in microseconds, over a short (0) or a long (1) sample period; -1 without one. */
function sample(displayed: DisplayedAttributes, index: 0 | 1): number {
  const both = displayed.get('QTIME')
  const items = Array.isArray(both) ? both : typeof both === 'string' ? both.split(',') : []
  return numberOr(items[index], -1)
}

function numberOr(value: AttributeValue | undefined, otherwise: number): number {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? otherwise : number
}
