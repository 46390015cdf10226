/** The attributes of queues. */
import { type AttributeValue, objectDefinitions } from '../../../manager/index.ts'
import {
  type AttributeRow,
  computedRow,
  type DisplayedAttributes,
  deriveRows,
  readOnlyRow,
  renderDisplayedTimestamp,
  settableRow,
  timestampRow,
} from './attribute-row.ts'
import { booleanCodec, integerCodec, monitoringLevelCodec, textCodec, wordCodec } from './codec.ts'

const L = 'local'
const A = 'alias'
const R = 'remote'
const M = 'model'
const C = 'cluster'
const held = [L, M]
const defined = [L, A, R, M]

/** The queue types: the name in JSON by the value of TYPE in MQSC. */
export const queueTypeNames = { QLOCAL: L, QALIAS: A, QREMOTE: R, QMODEL: M, QCLUSTER: C } as const

const bindings = wordCodec({ OPEN: 'onOpen', NOTFIXED: 'notFixed', GROUP: 'onGroup' })
const dynamicTypes = wordCodec({ PERMDYN: 'permanentDynamic', SHAREDYN: 'sharedDynamic', TEMPDYN: 'temporaryDynamic' })

export const queueRows: readonly AttributeRow[] = [
  ...deriveRows(objectDefinitions.queue, queueTypeNames),
  computedRow(
    'dynamic.type',
    (displayed) => {
      const type = displayed.get('DEFTYPE')
      return type === undefined || type === 'PREDEFINED' ? undefined : dynamicTypes.render(type)
    },
    [L],
  ),
  // MQSC has one keyword for these two booleans; `queue-change.ts` combines them.
  settableRow('events.serviceInterval.highEnabled', 'QSVCIEV', booleanCodec('HIGH', 'NONE'), held),
  settableRow('events.serviceInterval.okEnabled', 'QSVCIEV', booleanCodec('OK', 'NONE'), held),
  settableRow('applicationDefaults.clusterBind', 'DEFBIND', bindings, [L, A, R, C]),
  settableRow(
    'applicationDefaults.messagePersistence',
    'DEFPSIST',
    wordCodec({ YES: 'persistent', NO: 'nonPersistent' }),
  ),
  readOnlyRow('cluster.queueType', 'CLUSQT', wordCodec({ QLOCAL: L, QALIAS: A, QREMOTE: R, QMGR: 'qmgrAlias' }), [C]),
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
