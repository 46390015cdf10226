/**
 * DISPLAY CONN: the connections; with TYPE(HANDLE) also the objects that they have open. Other views show columns of the
 * application of a connection as well.
 */
import {
  choiceType,
  genericNameType,
  integerType,
  listType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import type { ConnectionStatus, ObjectHandle } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import {
  type DisplayColumnSpec,
  type DisplayRow,
  type DisplayValues,
  type DisplayView,
  namedObjectNotFoundError,
} from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { findQueueManagerId } from './qmgr.ts'

const columnTypes = {
  PID: integerType(0, Number.MAX_SAFE_INTEGER),
  TID: integerType(0, Number.MAX_SAFE_INTEGER),
  APPLDESC: textType(64),
  APPLTAG: textType(28),
  APPLTYPE: choiceType('USER', 'SYSTEM', 'CHANNEL'),
  ASTATE: choiceType('NONE', 'ACTIVE', 'SUSPENDED'),
  CHANNEL: textType(20),
  CONNAME: textType(264),
  USERID: textType(64),
  URTYPE: choiceType('QMGR', 'XA'),
  QMURID: textType(32),
}

export const connections: DisplayView = {
  message: 'AMQ8276I',
  name: 'optional',
  nameValue: genericNameType(),
  arguments: [
    { keyword: 'TYPE', value: choiceType('CONN', 'HANDLE', 'ALL', '*') },
    { keyword: 'EXTCONN', value: textType(48) },
  ],
  columns: [
    { keyword: 'CONN', value: textType(16) },
    { keyword: 'EXTCONN', value: textType(48) },
    { keyword: 'TYPE', value: choiceType('CONN', 'HANDLE', '*') },
    ...applicationColumns('PID', 'TID', 'APPLDESC', 'APPLTAG', 'APPLTYPE', 'ASTATE', 'CHANNEL'),
    { keyword: 'CLIENTID', value: textType(256) },
    ...applicationColumns('CONNAME'),
    { keyword: 'CONNOPTS', value: listType(textType(48), 16) },
    ...applicationColumns('USERID'),
    ...['UOWLOG', 'UOWSTDA', 'UOWSTTI', 'UOWLOGDA', 'UOWLOGTI'].map(blankColumn),
    ...applicationColumns('URTYPE'),
    blankColumn('EXTURID'),
    ...applicationColumns('QMURID'),
    { keyword: 'UOWSTATE', value: choiceType('NONE', 'ACTIVE') },
    { keyword: 'CONNTAG', value: textType(128) },
    { keyword: 'OBJNAME', value: textType(48) },
    { keyword: 'OBJTYPE', value: choiceType('QUEUE', 'TOPIC', 'SUB') },
    { keyword: 'HSTATE', value: choiceType('ACTIVE', 'INACTIVE') },
    { keyword: 'OPENOPTS', value: integerType(0, 0xffff_ffff) },
    { keyword: 'READA', value: choiceType('NO', 'YES') },
    { keyword: 'DEST', value: textType(48) },
    { keyword: 'DESTQMGR', value: textType(48) },
    { keyword: 'SUBID', value: textType(48) },
    { keyword: 'SUBNAME', value: textType(10_240) },
    { keyword: 'TOPICSTR', value: textType(10_240) },
  ],
  alwaysShown: ['CONN', 'EXTCONN', 'TYPE'],
  defaultColumns: (call) => (withHandles(call) ? ['OBJNAME', 'OBJTYPE', 'HSTATE', 'OPENOPTS', 'TOPICSTR'] : []),
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

/** Returns a column whose value is text; most are blank. */
function blankColumn(keyword: string): DisplayColumnSpec {
  return { keyword, value: textType(64) }
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
  const startedAt = runtime.connections.unitOfWorkStartedAt(connection.id)
  return {
    ...applicationValues(connection),
    CLIENTID: connection.clientId,
    CONNOPTS: ['MQCNO_HANDLE_SHARE_BLOCK', 'MQCNO_SHARED_BINDING'],
    UOWLOG: '', // a unit of work writes nothing before its commit
    UOWSTDA: renderDate(startedAt),
    UOWSTTI: renderTime(startedAt),
    UOWLOGDA: '',
    UOWLOGTI: '',
    EXTURID: 'XA_FORMATID[] XA_GTRID[] XA_BQUAL[]',
    UOWSTATE: startedAt === undefined ? 'NONE' : 'ACTIVE',
    CONNTAG: connectionTag(connection, findQueueManagerId(runtime)),
  }
}

function handleValues({
  objectName,
  objectType,
  openOptions,
  state,
  topicString,
  subscription,
}: ObjectHandle): DisplayValues {
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

/** Returns columns of the application. Each DISPLAY command has them in an order of its own. */
export function applicationColumns(...keywords: (keyof typeof columnTypes)[]): DisplayColumnSpec[] {
  return keywords.map((keyword) => ({ keyword, value: columnTypes[keyword] }))
}

/** Every call is a unit of work of its own, so the displayed unit of work is always empty. */
export function applicationValues({
  pid,
  applicationName,
  channel,
  address,
  userId,
  isSystem,
}: ConnectionStatus): DisplayValues {
  return {
    PID: pid,
    TID: 1,
    APPLDESC: channel ? 'IBM MQ Channel' : '',
    APPLTAG: applicationName,
    APPLTYPE: isSystem ? 'SYSTEM' : 'USER',
    ASTATE: 'NONE',
    CHANNEL: channel,
    CONNAME: address,
    USERID: userId,
    URTYPE: 'QMGR',
    QMURID: '0.0',
  }
}

/** Returns CONNTAG, which identifies a connection among those of all queue managers, by the queue manager's QMID. */
export function connectionTag({ id, applicationName }: ConnectionStatus, queueManagerId: string): string {
  return `MQCT${id}${queueManagerId}${applicationName}`
}
