/**
 * DISPLAY APSTATUS: the connected applications. TYPE(APPL) has a row per name, TYPE(QMGR) a row per name and
 * queue manager, TYPE(LOCAL) a row per connection. The queue manager is in no uniform cluster, so it is the only
 * one, and no application can be moved.
 */
import { matchesWildcard } from '../../../lib/text/wildcard.ts'
import { type AttributeType, choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import type { ConnectionStatus } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import {
  type DisplayColumnSpec,
  type DisplayValues,
  type DisplayView,
  namedObjectNotFoundError,
} from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { connectionTag } from './connections.ts'
import { findQueueManagerId } from './qmgr.ts'

const count = integerType(0, 999_999_999)
const yesNo = choiceType('YES', 'NO')
const date = textType(12)
const time = textType(8)
const reasons = ['NONE', 'NOTCLIENT', 'NOTRECONN', 'MOVING', 'APPLNAMECHANGED', 'INTRANS', 'REPLY', 'NOREDIR']

export const applicationStatus: DisplayView = {
  message: 'AMQ8932I',
  name: 'required',
  nameValue: textType(28),
  arguments: [{ keyword: 'TYPE', value: choiceType('APPL', 'QMGR', 'LOCAL') }],
  // biome-ignore format: a table
  columns: [
    column('APPLNAME', textType(28)),
    column('TYPE',     choiceType('APPL', 'QMGR', 'LOCAL')),
    column('CLUSTER',  textType(48)),
    column('COUNT',    count),
    column('MOVCOUNT', count),
    column('BALANCED', choiceType('YES', 'NO', 'NOTAPPLIC', 'UNKNOWN')),
    column('ACTIVE',   yesNo),
    column('BALSTATE', choiceType('OK', 'HIGH', 'LOW', 'NOTAPPLIC', 'UNKNOWN')),
    column('LMSGDATE', date),
    column('LMSGTIME', time),
    column('QMNAME',   textType(48)),
    column('QMID',     textType(48)),
    column('CONNTAG',  textType(128)),
    column('CONNS',    count),
    column('IMMCOUNT', count),
    column('IMMDATE',  date),
    column('IMMREASN', choiceType(...reasons)),
    column('IMMTIME',  time),
    column('MOVABLE',  yesNo),
  ],
  alwaysShown: ['APPLNAME', 'TYPE'],
  defaultColumns: () => 'all',
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    const pattern = call.name ?? '*' // an asterisk may stand anywhere: `*put*`
    const connected = call.runtime.connections
      .list()
      .filter(({ applicationName }) => matchesWildcard(pattern, applicationName, { any: '*' }))
    if (textArgument(call, 'TYPE') === 'LOCAL') {
      const queueManagerId = findQueueManagerId(call.runtime)
      return connected.map((each) => ({ values: localValues(each, queueManagerId) }))
    }

    const valuesOf = textArgument(call, 'TYPE') === 'QMGR' ? managerValues(call) : clusterValues
    return [...Map.groupBy(connected, ({ applicationName }) => applicationName)].map(([name, connections]) => ({
      values: valuesOf(name, connections.length),
    }))
  },
}

/** The values that members of a uniform cluster share. There is no cluster and nothing to balance. */
function clusterValues(name: string, connections: number): DisplayValues {
  return { APPLNAME: name, TYPE: 'APPL', CLUSTER: '', COUNT: connections, MOVCOUNT: 0, BALANCED: 'NOTAPPLIC' }
}

/** The values of this queue manager. No other member exists that could send messages about applications. */
function managerValues({ runtime }: CommandContext): (name: string, connections: number) => DisplayValues {
  const manager = { QMNAME: runtime.name, QMID: findQueueManagerId(runtime) }
  return (name, connections) => ({
    APPLNAME: name,
    TYPE: 'QMGR',
    COUNT: connections,
    MOVCOUNT: 0,
    ACTIVE: 'YES',
    BALSTATE: 'NOTAPPLIC',
    LMSGDATE: '',
    LMSGTIME: '',
    ...manager,
  })
}

/** The values of a connection, of the queue manager's process; there are no reconnectable clients. */
function localValues(connection: ConnectionStatus, queueManagerId: string): DisplayValues {
  return {
    APPLNAME: connection.applicationName,
    TYPE: 'LOCAL',
    CONNTAG: connectionTag(connection, queueManagerId),
    CONNS: 1,
    IMMCOUNT: 0,
    IMMDATE: '',
    IMMREASN: 'NOTCLIENT',
    IMMTIME: '',
    MOVABLE: 'NO',
  }
}

function column(keyword: string, value: AttributeType): DisplayColumnSpec {
  return { keyword, value }
}
