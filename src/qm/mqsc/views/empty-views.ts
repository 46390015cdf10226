/** DISPLAY of what this queue manager never has: running services and other members of a cluster. */
import { kinds } from '../../objects/index.ts'
import { columnsOf } from '../../objects/kind.ts'
import { choice, genericName, integer, text } from '../../objects/values.ts'
import { type DisplayView, namedObjectNotFoundError } from '../command/display.ts'

const common = {
  name: 'required',
  nameValue: genericName(),
  notFoundError: namedObjectNotFoundError,
  rows: () => [],
} as const

/** DISPLAY SVSTATUS. Services are stored and displayed; their programs are not run. */
export const serviceStatus: DisplayView = {
  ...common,
  message: 'AMQ8632I',
  columns: [
    { keyword: 'SERVICE', value: text(48) },
    { keyword: 'STATUS', value: choice('RUNNING', 'STARTING', 'STOPPING') },
    { keyword: 'PID', value: integer(0, Number.MAX_SAFE_INTEGER) },
    { keyword: 'STARTDA', value: text(12) },
    { keyword: 'STARTTI', value: text(8) },
    ...columnsOf(kinds.service).filter(({ keyword }) => !keyword.startsWith('ALT')),
  ],
  alwaysShown: ['SERVICE', 'STATUS'],
}

/** DISPLAY CLUSQMGR. The queue manager joins no cluster. */
export const clusterManagers: DisplayView = {
  ...common,
  message: 'AMQ8441I',
  arguments: ['CLUSTER', 'CHANNEL'].map((keyword) => ({ keyword, value: genericName() })),
  columns: [
    ...[
      'CLUSQMGR',
      'CHANNEL',
      'CLUSTER',
      'CLUSDATE',
      'CLUSTIME',
      'DEFTYPE',
      'QMID',
      'QMTYPE',
      'STATUS',
      'SUSPEND',
    ],
    ...['VERSION', 'XMITQ', 'ALTDATE', 'ALTTIME', 'CONNAME', 'DESCR', 'TRPTYPE'],
  ].map((keyword) => ({ keyword, value: text(264) })),
  alwaysShown: ['CLUSQMGR', 'CHANNEL', 'CLUSTER'],
}
