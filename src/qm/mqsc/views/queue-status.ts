/** DISPLAY QSTATUS: how a local queue is doing, or with TYPE(HANDLE) who has it open. */
import { choice, genericName, integer, mark, text } from '../../objects/values.ts'
import type { Handle, LocalQueue, ManagerRuntime } from '../../runtime.ts'
import { type Call, isSet, textOf } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { lazyRow, objectNotFound, type Row, type Values, type View } from '../display.ts'
import { isGeneric, matchesGeneric } from '../generic-name.ts'
import { authorize, mayUse } from '../subject.ts'
import { applicationColumns, applicationValues } from './applications.ts'
import { inputOf, opens } from './open-options.ts'

const count = integer(0, 999_999_999)
const yesNo = choice('YES', 'NO')

export const queueStatus: View = {
  message: 'AMQ8450I',
  name: 'required',
  nameValue: genericName(),
  arguments: [
    { keyword: 'TYPE', value: choice('QUEUE', 'HANDLE') },
    { keyword: 'OPENTYPE', value: choice('ALL', 'INPUT', 'OUTPUT') },
    { keyword: 'MONITOR', value: mark },
  ],
  columns: [
    { keyword: 'QUEUE', value: text(48) },
    { keyword: 'TYPE', value: choice('QUEUE', 'HANDLE') },
    { keyword: 'CURDEPTH', value: count },
    { keyword: 'CURFSIZE', value: count },
    { keyword: 'CURMAXFS', value: count },
    { keyword: 'IPPROCS', value: count },
    { keyword: 'LGETDATE', value: text(12) },
    { keyword: 'LGETTIME', value: text(8) },
    { keyword: 'LPUTDATE', value: text(12) },
    { keyword: 'LPUTTIME', value: text(8) },
    { keyword: 'MEDIALOG', value: text(12) },
    { keyword: 'MONQ', value: choice('OFF', 'LOW', 'MEDIUM', 'HIGH') },
    { keyword: 'MSGAGE', value: count },
    { keyword: 'OPPROCS', value: count },
    { keyword: 'QTIME', value: text(32) },
    { keyword: 'UNCOM', value: yesNo },
    ...applicationColumns,
    { keyword: 'BROWSE', value: yesNo },
    { keyword: 'HSTATE', value: choice('ACTIVE', 'INACTIVE') },
    { keyword: 'INPUT', value: choice('NO', 'SHARED', 'EXCL') },
    { keyword: 'INQUIRE', value: yesNo },
    { keyword: 'OUTPUT', value: yesNo },
    { keyword: 'SET', value: yesNo },
    { keyword: 'URID', value: text(64) },
  ],
  head: ['QUEUE', 'TYPE'],
  usual(call) {
    if (isSet(call, 'MONITOR')) return monitored
    return isGeneric(call.name ?? '*') && !ofHandles(call) ? ['CURDEPTH'] : 'all'
  },
  missing: objectNotFound,

  rows(call) {
    return chosen(call).map((queue) =>
      ofHandles(call) ? handleRow(call, queue) : lazyRow(() => statusOf(call, queue)),
    )
  },
}

/** What MONITOR asks for. */
const monitored = ['LGETDATE', 'LGETTIME', 'LPUTDATE', 'LPUTTIME', 'MONQ', 'MSGAGE', 'QTIME']

function chosen(call: Call): LocalQueue[] {
  const { objects, queues } = call.runtime
  const pattern = call.name ?? '*'
  if (!isGeneric(pattern) && objects.find('queue', pattern)) authorize(call, 'queue', pattern, 'DSP')

  const matching = isGeneric(pattern)
    ? objects
        .list('queue')
        .filter(({ name }) => matchesGeneric(pattern, name) && mayUse(call, 'queue', name, 'DSP'))
    : [{ name: pattern }]
  return matching.flatMap(({ name }) => queues.find(name) ?? [])
}

function ofHandles(call: Call): boolean {
  return textOf(call, 'TYPE') === 'HANDLE'
}

/** Times are told only of queues that are monitored. */
function statusOf({ runtime }: Call, queue: LocalQueue): Values {
  const level = monitoring(runtime, queue.name)
  const isMonitored = level !== 'OFF'
  const oldest = queue.oldestPut()
  return {
    QUEUE: queue.name,
    TYPE: 'QUEUE',
    CURDEPTH: queue.depth,
    CURFSIZE: 1, // queues share one file; this is the least that a queue's file can have
    CURMAXFS: 2_088_960,
    IPPROCS: queue.openInput,
    LGETDATE: isMonitored ? renderDate(queue.lastGet) : '',
    LGETTIME: isMonitored ? renderTime(queue.lastGet) : '',
    LPUTDATE: isMonitored ? renderDate(queue.lastPut) : '',
    LPUTTIME: isMonitored ? renderTime(queue.lastPut) : '',
    MEDIALOG: '',
    MONQ: level,
    MSGAGE: isMonitored ? ageOf(runtime, oldest) : '',
    OPPROCS: queue.openOutput,
    QTIME: ' , ', // two numbers, of which neither is known: time on the queue is not sampled
    UNCOM: queue.uncommitted > 0 ? 'YES' : 'NO',
  }
}

function ageOf(runtime: ManagerRuntime, oldest: number | undefined): number {
  return oldest === undefined ? 0 : Math.max(0, Math.floor((runtime.clock() - oldest) / 1000))
}

/** The queue's own level, or the queue manager's where the queue leaves it to it; NONE there overrules every queue. */
function monitoring({ objects, name }: ManagerRuntime, queue: string): string {
  const common = objects.find('qmgr', name)?.attributes.MONQ ?? 'OFF'
  const own = objects.find('queue', queue)?.attributes.MONQ ?? 'QMGR'
  if (common === 'NONE') return 'OFF'
  return String(own === 'QMGR' ? common : own)
}

function handleRow(call: Call, queue: LocalQueue): Row {
  const wanted = textOf(call, 'OPENTYPE') ?? 'ALL'
  const objects = queue
    .handles()
    .map(handleValues)
    .filter(
      (handle) => wanted === 'ALL' || (wanted === 'INPUT' ? handle.INPUT !== 'NO' : handle.OUTPUT === 'YES'),
    )
  return { values: { QUEUE: queue.name, TYPE: 'HANDLE' }, objects }
}

function handleValues({ connection, openOptions, state }: Handle): Values {
  const says = (option: Parameters<typeof opens>[1]) => (opens(openOptions, option) ? 'YES' : 'NO')
  return {
    ...applicationValues(connection),
    BROWSE: says('MQOO_BROWSE'),
    HSTATE: state,
    INPUT: inputOf(openOptions),
    INQUIRE: says('MQOO_INQUIRE'),
    OUTPUT: says('MQOO_OUTPUT'),
    SET: says('MQOO_SET'),
    URID: 'XA_FORMATID[] XA_GTRID[] XA_BQUAL[]',
  }
}
