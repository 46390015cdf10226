/** The status of local queues, and the handles with which applications have them open. */
import type { AttributeValue } from '../../../qm/index.ts'
import { integer, level, text, words } from './codec.ts'
import { type Displayed, derived, momentOf, type Row, shown } from './row.ts'

export const queueStatusRows: readonly Row[] = [
  shown('status.currentDepth', 'CURDEPTH', integer),
  shown('status.openInputCount', 'IPPROCS', integer),
  shown('status.openOutputCount', 'OPPROCS', integer),
  derived('status.oldestMessageAge', (displayed) => numberOr(displayed.get('MSGAGE'), -1)),
  derived(
    'status.lastGet',
    (displayed, dialect) => momentOf(displayed, 'LGETDATE', 'LGETTIME', dialect) ?? '',
  ),
  derived(
    'status.lastPut',
    (displayed, dialect) => momentOf(displayed, 'LPUTDATE', 'LPUTTIME', dialect) ?? '',
  ),
  derived('status.uncommittedMessages', (displayed) =>
    displayed.get('UNCOM') === 'YES' ? 1 : numberOr(displayed.get('UNCOM'), 0),
  ),
  shown('status.mediaRecoveryLogExtent', 'MEDIALOG', text),
  shown('status.monitoringRate', 'MONQ', level),
  derived('status.onQueueTime.shortSamplePeriod', (displayed) => sample(displayed, 0)),
  derived('status.onQueueTime.longSamplePeriod', (displayed) => sample(displayed, 1)),
]

export const handleRows: readonly Row[] = [
  shown('applicationHandle.description', 'APPLDESC', text),
  shown('applicationHandle.tag', 'APPLTAG', text),
  shown(
    'applicationHandle.type',
    'APPLTYPE',
    words({
      BATCH: 'batchConnection',
      CHINIT: 'channelInitiator',
      QMGR: 'queueManagerProcess',
      SYSTEM: 'queueManagerProcess',
      SYSTEMEXT: 'systemExtension',
      USER: 'user',
    }),
  ),
  shown(
    'applicationHandle.asynchronousState',
    'ASTATE',
    words({ SUSPTEMP: 'suspendedTemporarily', STARTWAIT: 'startWaiting' }),
  ),
  shown('applicationHandle.channelName', 'CHANNEL', text),
  shown('applicationHandle.connectionName', 'CONNAME', text),
  shown('applicationHandle.userId', 'USERID', text),
  shown('applicationHandle.state', 'HSTATE', words({})),
  derived('applicationHandle.openOptions', openOptions),
  shown('applicationHandle.processId', 'PID', integer),
  shown('applicationHandle.threadId', 'TID', integer),
  shown('applicationHandle.qmgrTransactionId', 'QMURID', text),
  shown('applicationHandle.unitOfWorkId', 'URID', text),
  shown('applicationHandle.transactionType', 'URTYPE', words({})),
]

/** The MQOO_* options that the display tells one by one. */
function openOptions(displayed: Displayed): string[] {
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

/** MQSC tells two times in one attribute: over the last messages, and over more of them. */
function sample(displayed: Displayed, index: 0 | 1): number {
  const both = displayed.get('QTIME')
  const items = Array.isArray(both) ? both : typeof both === 'string' ? both.split(',') : []
  return numberOr(items[index], -1)
}

function numberOr(value: AttributeValue | undefined, otherwise: number): number {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? otherwise : number
}
