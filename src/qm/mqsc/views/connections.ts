/** DISPLAY CONN: the connections; with TYPE(HANDLE) also the objects that they have open. */
import { choice, genericName, integer, list, text } from '../../objects/values.ts'
import type { ConnectionStatus, Handle } from '../../runtime.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import {
  type DisplayRow,
  type DisplayValues,
  type DisplayView,
  namedObjectNotFoundError,
} from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { applicationColumns, applicationValues, connectionTag } from './applications.ts'

const blank = text(64)

export const connections: DisplayView = {
  message: 'AMQ8276I',
  name: 'optional',
  nameValue: genericName(),
  arguments: [
    { keyword: 'TYPE', value: choice('CONN', 'HANDLE', 'ALL', '*') },
    { keyword: 'EXTCONN', value: text(48) },
  ],
  columns: [
    { keyword: 'CONN', value: text(16) },
    { keyword: 'EXTCONN', value: text(48) },
    { keyword: 'TYPE', value: choice('CONN', 'HANDLE', '*') },
    ...applicationColumns,
    { keyword: 'CLIENTID', value: text(23) },
    { keyword: 'CONNOPTS', value: list(text(48), 16) },
    ...['UOWLOG', 'UOWSTDA', 'UOWSTTI', 'UOWLOGDA', 'UOWLOGTI', 'EXTURID'].map((keyword) => ({
      keyword,
      value: blank,
    })),
    { keyword: 'UOWSTATE', value: choice('NONE', 'ACTIVE') },
    { keyword: 'CONNTAG', value: text(128) },
    { keyword: 'OBJNAME', value: text(48) },
    { keyword: 'OBJTYPE', value: choice('QUEUE', 'TOPIC', 'SUB') },
    { keyword: 'HSTATE', value: choice('ACTIVE', 'INACTIVE') },
    { keyword: 'OPENOPTS', value: integer(0, 0xffff_ffff) },
    { keyword: 'READA', value: choice('NO', 'YES') },
    { keyword: 'DEST', value: text(48) },
    { keyword: 'DESTQMGR', value: text(48) },
    { keyword: 'SUBID', value: text(48) },
    { keyword: 'SUBNAME', value: text(10_240) },
    { keyword: 'TOPICSTR', value: text(10_240) },
  ],
  alwaysShown: ['CONN', 'EXTCONN', 'TYPE'],
  defaultColumns: (call) =>
    withHandles(call) ? ['OBJNAME', 'OBJTYPE', 'HSTATE', 'OPENOPTS', 'TOPICSTR'] : [],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    const pattern = (call.name ?? '*').toUpperCase()
    const extended = textArgument(call, 'EXTCONN')?.toUpperCase()
    return call.runtime.connections
      .list()
      .filter(({ id, extendedId }) => matchesGeneric(pattern, id) && (extended ?? extendedId) === extendedId)
      .map((connection) => rowOf(call, connection))
  },
}

function withHandles(call: CommandContext): boolean {
  return (textArgument(call, 'TYPE') ?? 'CONN') !== 'CONN'
}

function rowOf(call: CommandContext, connection: ConnectionStatus): DisplayRow {
  const type = textArgument(call, 'TYPE') ?? 'CONN'
  const head = { CONN: connection.id, EXTCONN: connection.extendedId, TYPE: type === 'ALL' ? '*' : type }
  const handles = call.runtime.connections.handles(connection.id).map(handleValues)
  return {
    values: type === 'HANDLE' ? head : { ...connectionValues(call, connection), ...head },
    ...(withHandles(call) && { objects: handles }),
  }
}

function connectionValues({ runtime }: CommandContext, connection: ConnectionStatus): DisplayValues {
  return {
    ...applicationValues(connection),
    CLIENTID: '',
    CONNOPTS: ['MQCNO_HANDLE_SHARE_BLOCK', 'MQCNO_SHARED_BINDING'],
    UOWLOG: '',
    UOWSTDA: '',
    UOWSTTI: '',
    UOWLOGDA: '',
    UOWLOGTI: '',
    EXTURID: 'XA_FORMATID[] XA_GTRID[] XA_BQUAL[]',
    UOWSTATE: 'NONE',
    CONNTAG: connectionTag(connection, runtime.name),
  }
}

function handleValues({
  objectName,
  objectType,
  openOptions,
  state,
  topicString,
  subscription,
}: Handle): DisplayValues {
  return {
    OBJNAME: objectName,
    OBJTYPE: objectType,
    ASTATE: 'NONE',
    HSTATE: state,
    OPENOPTS: openOptions,
    READA: 'NO',
    ...(topicString !== undefined && { TOPICSTR: topicString }),
    ...(subscription !== undefined && { SUBNAME: subscription }),
  }
}
