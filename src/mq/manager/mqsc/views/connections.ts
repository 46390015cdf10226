/** DISPLAY CONN: the connections; with TYPE(HANDLE) also the objects that they have open. */
import {
  choiceType,
  genericNameType,
  integerType,
  listType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import type { ConnectionStatus, ObjectHandle } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import { column, type DisplayRow, type DisplayView, type ReadColumn, readColumns } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { findQueueManagerId } from './qmgr.ts'

/** The columns of the application of a connection. Each DISPLAY command has them in an order of its own. */
const applicationTable: readonly ReadColumn<ConnectionStatus>[] = [
  column('PID', integerType(0, Number.MAX_SAFE_INTEGER), ({ pid }) => pid),
  column('TID', integerType(0, Number.MAX_SAFE_INTEGER), () => 1),
  column('APPLDESC', textType(64), ({ channel }) => (channel ? 'IBM MQ Channel' : '')),
  column('APPLTAG', textType(28), ({ applicationName }) => applicationName),
  column('APPLTYPE', choiceType('USER', 'SYSTEM', 'CHANNEL'), ({ isSystem }) => (isSystem ? 'SYSTEM' : 'USER')),
  column('ASTATE', choiceType('NONE', 'ACTIVE', 'SUSPENDED'), () => 'NONE'),
  column('CHANNEL', textType(20), ({ channel }) => channel),
  column('CONNAME', textType(264), ({ address }) => address),
  column('USERID', textType(64), ({ userId }) => userId),
  // Every call is a unit of work of its own, so the displayed unit of work is always empty.
  column('URTYPE', choiceType('QMGR', 'XA'), () => 'QMGR'),
  column('QMURID', textType(32), () => '0.0'),
]

/** Returns columns of the application of what `find` returns. */
export function applicationColumns<Source>(
  find: (source: Source) => ConnectionStatus,
  ...keywords: readonly string[]
): ReadColumn<Source>[] {
  return keywords.map((keyword) => {
    const { value, read } = applicationTable.find((each) => each.keyword === keyword) as ReadColumn<ConnectionStatus>
    return column(keyword, value, (source) => read(find(source)))
  })
}

interface ShownConnection {
  readonly connection: ConnectionStatus
  readonly type: string
  /** The start of its unit of work. */
  readonly startedAt: number | undefined
  readonly queueManagerId: string
}

const application = (...keywords: string[]) =>
  applicationColumns(({ connection }: ShownConnection) => connection, ...keywords)
const blank = (keyword: string) => column<ShownConnection>(keyword, textType(64), () => '')

const headColumns: readonly ReadColumn<ShownConnection>[] = [
  column('CONN', textType(16), ({ connection }) => connection.id),
  column('EXTCONN', textType(48), ({ connection }) => connection.extendedId),
  column('TYPE', choiceType('CONN', 'HANDLE', '*'), ({ type }) => (type === 'ALL' ? '*' : type)),
]

const connectionColumns: readonly ReadColumn<ShownConnection>[] = [
  ...headColumns,
  ...application('PID', 'TID', 'APPLDESC', 'APPLTAG', 'APPLTYPE', 'ASTATE', 'CHANNEL'),
  column('CLIENTID', textType(256), ({ connection }) => connection.clientId),
  ...application('CONNAME'),
  column('CONNOPTS', listType(textType(48), 16), () => ['MQCNO_HANDLE_SHARE_BLOCK', 'MQCNO_SHARED_BINDING']),
  ...application('USERID'),
  blank('UOWLOG'), // a unit of work writes nothing before its commit
  column('UOWSTDA', textType(64), ({ startedAt }) => renderDate(startedAt)),
  column('UOWSTTI', textType(64), ({ startedAt }) => renderTime(startedAt)),
  ...['UOWLOGDA', 'UOWLOGTI'].map(blank),
  ...application('URTYPE'),
  column('EXTURID', textType(64), () => 'XA_FORMATID[] XA_GTRID[] XA_BQUAL[]'),
  ...application('QMURID'),
  column('UOWSTATE', choiceType('NONE', 'ACTIVE'), ({ startedAt }) => (startedAt === undefined ? 'NONE' : 'ACTIVE')),
  column('CONNTAG', textType(128), ({ connection, queueManagerId }) => connectionTag(connection, queueManagerId)),
]

const handleColumns: readonly ReadColumn<ObjectHandle>[] = [
  column('OBJNAME', textType(48), ({ objectName }) => objectName),
  column('OBJTYPE', choiceType('QUEUE', 'TOPIC', 'SUB'), ({ objectType }) => objectType),
  column('HSTATE', choiceType('ACTIVE', 'INACTIVE'), ({ state }) => state),
  column('OPENOPTS', integerType(0, 0xffff_ffff), ({ openOptions }) => openOptions),
  column('READA', choiceType('NO', 'YES'), () => 'NO'),
  ...['DEST', 'DESTQMGR', 'SUBID'].map((keyword) => column<ObjectHandle>(keyword, textType(48), () => undefined)),
  column('SUBNAME', textType(10_240), ({ subscription }) => subscription),
  column('TOPICSTR', textType(10_240), ({ topicString }) => topicString),
]

export const connections: DisplayView = {
  message: 'AMQ8276I',
  name: 'optional',
  nameValue: genericNameType(),
  arguments: [
    { keyword: 'TYPE', value: choiceType('CONN', 'HANDLE', 'ALL', '*') },
    { keyword: 'EXTCONN', value: textType(48) },
  ],
  columns: [...connectionColumns, ...handleColumns],
  alwaysShown: ['CONN', 'EXTCONN', 'TYPE'],
  defaultColumns: (call) => (typeOf(call) === 'CONN' ? [] : ['OBJNAME', 'OBJTYPE', 'HSTATE', 'OPENOPTS', 'TOPICSTR']),

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

function typeOf(call: CommandContext): string {
  return textArgument(call, 'TYPE') ?? 'CONN'
}

function rowOf(call: CommandContext, connection: ConnectionStatus): DisplayRow {
  const { runtime } = call
  const { connections } = runtime
  const type = typeOf(call)
  const startedAt = connections.unitOfWorkStartedAt(connection.id)
  const shown = { connection, type, startedAt, queueManagerId: findQueueManagerId(runtime) }
  return {
    values: readColumns(type === 'HANDLE' ? headColumns : connectionColumns, shown),
    objects:
      type !== 'CONN'
        ? connections
            .handles(connection.id)
            .map((handle) => ({ ASTATE: 'NONE', ...readColumns(handleColumns, handle) }))
        : undefined,
  }
}

/** Returns CONNTAG, which identifies a connection among those of all queue managers, by the queue manager's QMID. */
export function connectionTag({ id, applicationName }: ConnectionStatus, queueManagerId: string): string {
  return `MQCT${id}${queueManagerId}${applicationName}`
}
