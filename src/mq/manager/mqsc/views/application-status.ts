/**
 * DISPLAY APSTATUS: the connected applications. TYPE(APPL) has a row per name, TYPE(QMGR) a row per name and
 * queue manager, TYPE(LOCAL) a row per connection. The queue manager is in no uniform cluster, so it is the only
 * one, and no application can be moved.
 */
import { matchesWildcard } from '../../../../shared/lib/text/wildcard.ts'
import { type AttributeType, choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import type { ConnectionStatus, QueueManagerServices } from '../../types/services.ts'
import { textArgument } from '../command/command.ts'
import { column, type DisplayView, type ReadColumn, readRow } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { connectionTag } from './connections.ts'
import { findQueueManagerId } from './qmgr.ts'

const count = integerType(0, 999_999_999)
const yesNo = choiceType('YES', 'NO')
const date = textType(12)
const time = textType(8)
const types = choiceType('APPL', 'QMGR', 'LOCAL')
const reasons = ['NONE', 'NOTCLIENT', 'NOTRECONN', 'MOVING', 'APPLNAMECHANGED', 'INTRANS', 'REPLY', 'NOREDIR']

interface ShownApplication {
  readonly type: string
  readonly name: string
  readonly connections: readonly ConnectionStatus[]
  readonly runtime: QueueManagerServices
}

type Read = ReadColumn<ShownApplication>['read']

const columns: readonly ReadColumn<ShownApplication>[] = [
  column('APPLNAME', textType(28), ({ name }) => name),
  column('TYPE', types, ({ type }) => type),
  only(['APPL'], 'CLUSTER', textType(48), () => ''),
  only(['APPL', 'QMGR'], 'COUNT', count, ({ connections }) => connections.length),
  only(['APPL', 'QMGR'], 'MOVCOUNT', count, () => 0),
  only(['APPL'], 'BALANCED', choiceType('YES', 'NO', 'NOTAPPLIC', 'UNKNOWN'), () => 'NOTAPPLIC'),
  only(['QMGR'], 'ACTIVE', yesNo, () => 'YES'),
  only(['QMGR'], 'BALSTATE', choiceType('OK', 'HIGH', 'LOW', 'NOTAPPLIC', 'UNKNOWN'), () => 'NOTAPPLIC'),
  only(['QMGR'], 'LMSGDATE', date, () => ''), // no other member sends messages about applications
  only(['QMGR'], 'LMSGTIME', time, () => ''),
  only(['QMGR'], 'QMNAME', textType(48), ({ runtime }) => runtime.name),
  only(['QMGR'], 'QMID', textType(48), ({ runtime }) => findQueueManagerId(runtime)),
  only(
    ['LOCAL'],
    'CONNTAG',
    textType(128),
    ({ connections: [own], runtime }) => own && connectionTag(own, findQueueManagerId(runtime)),
  ),
  only(['LOCAL'], 'CONNS', count, () => 1),
  only(['LOCAL'], 'IMMCOUNT', count, () => 0),
  only(['LOCAL'], 'IMMDATE', date, () => ''),
  only(['LOCAL'], 'IMMREASN', choiceType(...reasons), () => 'NOTCLIENT'), // no client can reconnect
  only(['LOCAL'], 'IMMTIME', time, () => ''),
  only(['LOCAL'], 'MOVABLE', yesNo, () => 'NO'),
]

export const applicationStatus: DisplayView = {
  message: 'AMQ8932I',
  name: 'required',
  nameValue: textType(28),
  arguments: [{ keyword: 'TYPE', value: types }],
  columns,
  alwaysShown: ['APPLNAME', 'TYPE'],
  defaultColumns: () => 'all',

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    const pattern = call.name ?? '*' // an asterisk may stand anywhere: `*put*`
    const { runtime } = call
    const connected = runtime.connections
      .list()
      .filter(({ applicationName }) => matchesWildcard(pattern, applicationName, { any: '*' }))
    const type = textArgument(call, 'TYPE') ?? 'APPL'
    const groups = type === 'LOCAL' ? connected.map((each) => [each]) : Map.groupBy(connected, nameOf).values()
    return [...groups].map((connections) => {
      return readRow(columns, { type, name: nameOf(connections[0] as ConnectionStatus), connections, runtime })
    })
  },
}

function nameOf({ applicationName }: ConnectionStatus): string {
  return applicationName
}

/** Builds a column that only rows of some types have. */
function only(types: readonly string[], keyword: string, value: AttributeType, read: Read) {
  return column<ShownApplication>(keyword, value, (shown) => (types.includes(shown.type) ? read(shown) : undefined))
}
