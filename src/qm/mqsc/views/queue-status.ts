/** DISPLAY QSTATUS: the state of a local queue; with TYPE(HANDLE) the applications that have it open. */
import {
  choiceType,
  genericNameType,
  integerType,
  singleFlagType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import type { LocalQueue, ObjectHandle, QueueManagerServices } from '../../types/services.ts'
import { type CommandContext, hasArgument, textArgument } from '../command/command.ts'
import {
  type DisplayRow,
  type DisplayValues,
  type DisplayView,
  lazyRow,
  namedObjectNotFoundError,
} from '../command/display.ts'
import { hasAuthority, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'
import { hasOpenOption, inputMode } from '../rendering/open-options.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { applicationColumns, applicationValues } from './connections.ts'

const count = integerType(0, 999_999_999)
const yesNo = choiceType('YES', 'NO')

export const queueStatus: DisplayView = {
  message: 'AMQ8450I',
  name: 'required',
  nameValue: genericNameType(),
  arguments: [
    { keyword: 'TYPE', value: choiceType('QUEUE', 'HANDLE') },
    { keyword: 'OPENTYPE', value: choiceType('ALL', 'INPUT', 'OUTPUT') },
    { keyword: 'MONITOR', value: singleFlagType },
  ],
  columns: [
    { keyword: 'QUEUE', value: textType(48) },
    { keyword: 'TYPE', value: choiceType('QUEUE', 'HANDLE') },
    { keyword: 'CURDEPTH', value: count },
    { keyword: 'CURFSIZE', value: count },
    { keyword: 'CURMAXFS', value: count },
    { keyword: 'IPPROCS', value: count },
    { keyword: 'LGETDATE', value: textType(12) },
    { keyword: 'LGETTIME', value: textType(8) },
    { keyword: 'LPUTDATE', value: textType(12) },
    { keyword: 'LPUTTIME', value: textType(8) },
    { keyword: 'MEDIALOG', value: textType(12) },
    { keyword: 'MONQ', value: choiceType('OFF', 'LOW', 'MEDIUM', 'HIGH') },
    { keyword: 'MSGAGE', value: count },
    { keyword: 'OPPROCS', value: count },
    { keyword: 'QTIME', value: textType(32) },
    { keyword: 'UNCOM', value: yesNo },
    ...applicationColumns('APPLDESC', 'APPLTAG', 'APPLTYPE'),
    { keyword: 'BROWSE', value: yesNo },
    ...applicationColumns('CHANNEL', 'CONNAME', 'ASTATE'),
    { keyword: 'HSTATE', value: choiceType('ACTIVE', 'INACTIVE') },
    { keyword: 'INPUT', value: choiceType('NO', 'SHARED', 'EXCL') },
    { keyword: 'INQUIRE', value: yesNo },
    { keyword: 'OUTPUT', value: yesNo },
    ...applicationColumns('PID', 'QMURID'),
    { keyword: 'SET', value: yesNo },
    ...applicationColumns('TID'),
    { keyword: 'URID', value: textType(64) },
    ...applicationColumns('URTYPE', 'USERID'),
  ],
  alwaysShown: ['QUEUE', 'TYPE'],
  defaultColumns(call) {
    if (hasArgument(call, 'MONITOR')) return monitored
    return isGeneric(call.name ?? '*') && !ofHandles(call) ? ['CURDEPTH'] : 'all'
  },
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    return chosen(call).map((queue) =>
      ofHandles(call) ? handleRow(call, queue) : lazyRow(() => statusOf(call, queue)),
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

/** Times are shown for monitored queues only. */
function statusOf({ runtime }: CommandContext, queue: LocalQueue): DisplayValues {
  const level = monitoring(runtime, queue.name)
  const isMonitored = level !== 'OFF'
  const oldest = queue.oldestPutAt()
  return {
    QUEUE: queue.name,
    TYPE: 'QUEUE',
    CURDEPTH: queue.depth,
    CURFSIZE: 1, // queues share one file; 1 MB is the smallest size of a queue file
    CURMAXFS: 2_088_960,
    IPPROCS: queue.openInputCount,
    LGETDATE: isMonitored ? renderDate(queue.activity.lastGetAt) : '',
    LGETTIME: isMonitored ? renderTime(queue.activity.lastGetAt) : '',
    LPUTDATE: isMonitored ? renderDate(queue.activity.lastPutAt) : '',
    LPUTTIME: isMonitored ? renderTime(queue.activity.lastPutAt) : '',
    MEDIALOG: '',
    MONQ: level,
    MSGAGE: isMonitored ? ageOf(runtime, oldest) : '',
    OPPROCS: queue.openOutputCount,
    QTIME: queue.activity.timeOnQueue?.read()?.join(',') ?? ' , ', // two blank numbers while nothing was measured
    UNCOM: queue.uncommittedCount > 0 ? 'YES' : 'NO',
  }
}

function ageOf(runtime: QueueManagerServices, oldest: number | undefined): number {
  return oldest === undefined ? 0 : Math.max(0, Math.floor((runtime.clock() - oldest) / 1000))
}

/**
 * Returns the monitoring level of a queue: its own, or that of the queue manager for QMGR. NONE at the queue
 * manager overrides every queue.
 */
function monitoring({ objects, name }: QueueManagerServices, queue: string): string {
  const common = objects.find('qmgr', name)?.attributes.MONQ ?? 'OFF'
  const own = objects.find('queue', queue)?.attributes.MONQ ?? 'QMGR'
  if (common === 'NONE') return 'OFF'
  return String(own === 'QMGR' ? common : own)
}

function handleRow(call: CommandContext, queue: LocalQueue): DisplayRow {
  const wanted = textArgument(call, 'OPENTYPE') ?? 'ALL'
  const objects = queue
    .handles()
    .map(handleValues)
    .filter((handle) => wanted === 'ALL' || (wanted === 'INPUT' ? handle.INPUT !== 'NO' : handle.OUTPUT === 'YES'))
  return { values: { QUEUE: queue.name, TYPE: 'HANDLE' }, objects }
}

function handleValues({ connection, openOptions, state }: ObjectHandle): DisplayValues {
  const says = (option: Parameters<typeof hasOpenOption>[1]) => (hasOpenOption(openOptions, option) ? 'YES' : 'NO')
  return {
    ...applicationValues(connection),
    BROWSE: says('MQOO_BROWSE'),
    HSTATE: state,
    INPUT: inputMode(openOptions),
    INQUIRE: says('MQOO_INQUIRE'),
    OUTPUT: says('MQOO_OUTPUT'),
    SET: says('MQOO_SET'),
    URID: 'XA_FORMATID[] XA_GTRID[] XA_BQUAL[]',
  }
}
