/** DISPLAY of what this queue manager never has: running services and other members of a cluster. */

import {
  choiceType,
  genericNameType,
  integerType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { type DisplayView, namedObjectNotFoundError } from '../command/display.ts'

const common = {
  name: 'required',
  nameValue: genericNameType(),
  notFoundError: namedObjectNotFoundError,
  rows: () => [],
} as const

/** DISPLAY SVSTATUS. Services are stored and displayed; their programs are not run. */
export const serviceStatus: DisplayView = {
  ...common,
  message: 'AMQ8632I',
  columns: [
    { keyword: 'SERVICE', value: textType(48) },
    { keyword: 'STATUS', value: choiceType('RUNNING', 'STARTING', 'STOPPING') },
    { keyword: 'PID', value: integerType(0, Number.MAX_SAFE_INTEGER) },
    { keyword: 'STARTDA', value: textType(12) },
    { keyword: 'STARTTI', value: textType(8) },
    ...listUniqueAttributes(objectDefinitions.service).filter(({ keyword }) => !keyword.startsWith('ALT')),
  ],
  alwaysShown: ['SERVICE', 'STATUS'],
}

/** DISPLAY CLUSQMGR. The queue manager joins no cluster. */
export const clusterManagers: DisplayView = {
  ...common,
  message: 'AMQ8441I',
  arguments: ['CLUSTER', 'CHANNEL'].map((keyword) => ({ keyword, value: genericNameType() })),
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
  ].map((keyword) => ({ keyword, value: textType(264) })),
  alwaysShown: ['CLUSQMGR', 'CHANNEL', 'CLUSTER'],
}
