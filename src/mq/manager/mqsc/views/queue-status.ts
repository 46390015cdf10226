/** DISPLAY QSTATUS: the state of a local queue; with TYPE(HANDLE) the applications that have it open. */
import { findEffectiveLevel } from '../../monitoring/time-indicator.ts'
import {
  type AttributeType,
  choiceType,
  genericNameType,
  integerType,
  singleFlagType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import type { LocalQueue, ObjectHandle, QueueManagerServices } from '../../types/services.ts'
import { type CommandContext, hasArgument, textArgument } from '../command/command.ts'
import { column, type DisplayRow, type DisplayView, type ReadColumn, readColumns, readRow } from '../command/display.ts'
import { hasAuthority, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'
import { hasOpenOption, inputMode, type OpenOption } from '../rendering/open-options.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { applicationColumns } from './connections.ts'

const count = integerType(0, 999_999_999)
const yesNo = choiceType('YES', 'NO')

interface ShownQueue {
  readonly queue: LocalQueue
  readonly runtime: QueueManagerServices
  /** The monitoring level. */
  readonly level: string
}

/** Builds a column that is blank for queues without monitoring. */
function monitoredColumn(keyword: string, value: AttributeType, read: ReadColumn<ShownQueue>['read']) {
  return column(keyword, value, (shown: ShownQueue) => (shown.level === 'OFF' ? '' : read(shown)))
}

const statusColumns: readonly ReadColumn<ShownQueue>[] = [
  column('QUEUE', textType(48), ({ queue }) => queue.name),
  column('TYPE', choiceType('QUEUE', 'HANDLE'), () => 'QUEUE'),
  column('CURDEPTH', count, ({ queue }) => queue.depth),
  column('CURFSIZE', count, () => 1), // queues share one file; 1 MB is the smallest size of a queue file
  column('CURMAXFS', count, () => 2_088_960),
  column('IPPROCS', count, ({ queue }) => queue.openInputCount),
  monitoredColumn('LGETDATE', textType(12), ({ queue }) => renderDate(queue.activity.lastGetAt)),
  monitoredColumn('LGETTIME', textType(8), ({ queue }) => renderTime(queue.activity.lastGetAt)),
  monitoredColumn('LPUTDATE', textType(12), ({ queue }) => renderDate(queue.activity.lastPutAt)),
  monitoredColumn('LPUTTIME', textType(8), ({ queue }) => renderTime(queue.activity.lastPutAt)),
  column('MEDIALOG', textType(12), () => ''),
  column('MONQ', choiceType('OFF', 'LOW', 'MEDIUM', 'HIGH'), ({ level }) => level),
  monitoredColumn('MSGAGE', count, ({ queue, runtime }) => ageOf(runtime, queue.oldestPutAt())),
  column('OPPROCS', count, ({ queue }) => queue.openOutputCount),
  // Two blank numbers while nothing was measured.
  column('QTIME', textType(32), ({ queue }) => queue.activity.timeOnQueue?.read()?.join(',') ?? ' , '),
  column('UNCOM', yesNo, ({ queue }) => (queue.uncommittedCount > 0 ? 'YES' : 'NO')),
]

const application = (...keywords: string[]) =>
  applicationColumns(({ connection }: ObjectHandle) => connection, ...keywords)
const optionColumn = (keyword: string, option: OpenOption) =>
  column(keyword, yesNo, ({ openOptions }: ObjectHandle) => (hasOpenOption(openOptions, option) ? 'YES' : 'NO'))

const handleColumns: readonly ReadColumn<ObjectHandle>[] = [
  ...application('APPLDESC', 'APPLTAG', 'APPLTYPE'),
  optionColumn('BROWSE', 'MQOO_BROWSE'),
  ...application('CHANNEL', 'CONNAME', 'ASTATE'),
  column('HSTATE', choiceType('ACTIVE', 'INACTIVE'), ({ state }) => state),
  column('INPUT', choiceType('NO', 'SHARED', 'EXCL'), ({ openOptions }) => inputMode(openOptions)),
  optionColumn('INQUIRE', 'MQOO_INQUIRE'),
  optionColumn('OUTPUT', 'MQOO_OUTPUT'),
  ...application('PID', 'QMURID'),
  optionColumn('SET', 'MQOO_SET'),
  ...application('TID'),
  column('URID', textType(64), () => 'XA_FORMATID[] XA_GTRID[] XA_BQUAL[]'),
  ...application('URTYPE', 'USERID'),
]

export const queueStatus: DisplayView = {
  message: 'AMQ8450I',
  name: 'required',
  nameValue: genericNameType(),
  arguments: [
    { keyword: 'TYPE', value: choiceType('QUEUE', 'HANDLE') },
    { keyword: 'OPENTYPE', value: choiceType('ALL', 'INPUT', 'OUTPUT') },
    { keyword: 'MONITOR', value: singleFlagType },
  ],
  columns: [...statusColumns, ...handleColumns],
  alwaysShown: ['QUEUE', 'TYPE'],
  defaultColumns(call) {
    if (hasArgument(call, 'MONITOR')) return monitored
    return isGeneric(call.name ?? '*') && !ofHandles(call) ? ['CURDEPTH'] : 'all'
  },

  rows(call) {
    return chosen(call).map((queue) =>
      ofHandles(call) ? handleRow(call, queue) : readRow(statusColumns, describe(call, queue)),
    )
  },
}

/** The columns that MONITOR requests. */
const monitored = ['LGETDATE', 'LGETTIME', 'LPUTDATE', 'LPUTTIME', 'MONQ', 'MSGAGE', 'QTIME']

function chosen(call: CommandContext): LocalQueue[] {
  const { objects, queues } = call.runtime
  const pattern = call.name ?? '*'
  if (!isGeneric(pattern) && objects.find('queue', pattern)) requireAuthority(call, 'queue', pattern, 'DSP')

  const matching = isGeneric(pattern)
    ? objects
        .list('queue')
        .filter(({ name }) => matchesGeneric(pattern, name) && hasAuthority(call, 'queue', name, 'DSP'))
    : [{ name: pattern }]
  return matching.flatMap(({ name }) => queues.find(name) ?? [])
}

function ofHandles(call: CommandContext): boolean {
  return textArgument(call, 'TYPE') === 'HANDLE'
}

function describe({ runtime }: CommandContext, queue: LocalQueue): ShownQueue {
  const { objects, name } = runtime
  const own = objects.find('queue', queue.name)?.attributes.MONQ
  return { queue, runtime, level: findEffectiveLevel(own, objects.find('qmgr', name)?.attributes.MONQ) }
}

function ageOf(runtime: QueueManagerServices, oldest: number | undefined): number {
  return oldest === undefined ? 0 : Math.max(0, Math.floor((runtime.clock() - oldest) / 1000))
}

function handleRow(call: CommandContext, queue: LocalQueue): DisplayRow {
  const wanted = textArgument(call, 'OPENTYPE') ?? 'ALL'
  const objects = queue
    .handles()
    .map((handle) => readColumns(handleColumns, handle))
    .filter((handle) => wanted === 'ALL' || (wanted === 'INPUT' ? handle.INPUT !== 'NO' : handle.OUTPUT === 'YES'))
  return { values: { QUEUE: queue.name, TYPE: 'HANDLE' }, objects }
}
