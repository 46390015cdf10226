/**
 * The status attributes of local queues, and the attributes of the handles with which applications have them
 * open.
 */
import type { AttributeValue } from '../../../qm/index.ts'
import {
  type AttributeRow,
  computedRow,
  type DisplayedAttributes,
  readOnlyRow,
  renderDisplayedTimestamp,
} from './attribute-row.ts'
import { integerCodec, monitoringLevelCodec, textCodec, wordCodec } from './codec.ts'

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

/**
 * Returns one of the two values of QTIME: the time on the queue over a short (0) or a long (1) sample period, in
 * microseconds; -1 without a value.
 */
function sample(displayed: DisplayedAttributes, index: 0 | 1): number {
  const both = displayed.get('QTIME')
  const items = Array.isArray(both) ? both : typeof both === 'string' ? both.split(',') : []
  return numberOr(items[index], -1)
}

function numberOr(value: AttributeValue | undefined, otherwise: number): number {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? otherwise : number
}
