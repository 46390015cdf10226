import test from 'ava'
import { amqsevt } from '../../../../src/mq/cli/programs/amqsevt.ts'
import { amqsmon } from '../../../../src/mq/cli/programs/amqsmon.ts'
import { openProgramBench } from './_support.ts'

const bench = await openProgramBench([
  'ALTER QMGR PERFMEV(ENABLED) CMDEV(DISABLED) STATQ(OFF)',
  'DEFINE QLOCAL(FULL) MAXDEPTH(1) QDPMAXEV(ENABLED) STATQ(ON)',
])
test.after.always(() => bench.close())

const performance = 'SYSTEM.ADMIN.PERFM.EVENT'
const put = () => bench.connection.put({ queue: 'FULL' }, { body: Buffer.from('12345'), format: 'MQSTR' })

test.serial('amqsevt prints an event as text, and leaves it with -b', async (t) => {
  await put()
  await t.throwsAsync(put())
  const { output, status } = await bench.run(amqsevt, `-m QM1 -q ${performance} -b`)
  t.is(status, 0)
  t.regex(output, /^\*\*\*\* Message #1 \(\d+ Bytes\) on Queue SYSTEM.ADMIN.PERFM.EVENT \*\*\*\*\n/)
  for (const line of [
    'Event Type                     : Perfm Event [45]',
    'Reason                         : Queue Full [2053]',
    '  Queue Mgr Name               : QM1',
    '  Base Object Name             : FULL',
    '  High Queue Depth             : 1',
  ])
    t.true(output.includes(`${line}\n`), line)
})

test.serial('amqsevt prints JSON, and ends after -w seconds without an event', async (t) => {
  const { output } = await bench.run(amqsevt, `-m QM1 -q ${performance} -o json_compact -w 0`)
  t.is(output.trimEnd().split('\n').length, 1)
  const event = JSON.parse(output)
  t.like(event, {
    eventSource: { objectName: performance, objectType: 'Queue', queueMgr: 'QM1' },
    eventType: { name: 'Perfm Event', value: 45 },
    eventReason: { name: 'Queue Full', value: 2053 },
    eventData: { queueMgrName: 'QM1', baseObjectName: 'FULL', msgEnqCount: 1 },
  })
  t.is((await bench.run(amqsevt, `-m QM1 -q ${performance} -w 0`)).output, '')
})

test.serial('amqsmon prints statistics, and of one queue the fields that are asked for', async (t) => {
  await bench.connection.command('RESET QMGR TYPE(STATISTICS)')
  const some = await bench.run(amqsmon, '-m QM1 -t statistics -q FULL -l PutCount,PutFailCount,QueueType')
  t.is(
    some.output,
    'MonitoringType: QueueStatistics\nQueueStatistics: 0\n  QueueType: Local\n  PutCount: [1, 0]\n  PutFailCount: 1\n\n1 Records Processed.\n',
  )
  t.is((await bench.run(amqsmon, '-m QM1 -t statistics -q OTHER')).output, '0 Records Processed.\n')
  t.is((await bench.run(amqsmon, '-m QM1 -t statistics -a')).output, '0 Records Processed.\n')
  const whole = await bench.run(amqsmon, '-t statistics')
  t.regex(whole.output, /QueueManager: 'QM1'\nIntervalStartDate: '\d{4}-\d\d-\d\d'\n/)
  t.is((await bench.run(amqsmon, '-t statistics')).output, '0 Records Processed.\n')
})

for (const [title, program, line, text] of [
  ['a wrong format', amqsevt, '-o xml', /-o takes text, json, json_compact, found "xml"/],
  ['a wrong time', amqsevt, '-w soon', /-w takes a number of seconds, found "soon"/],
  ['an unknown option', amqsevt, '-z', /^amqsevt: there is no option "-z"/],
  ['an argument', amqsevt, 'Q1', /^amqsevt: unexpected argument "Q1"/],
  ['an option without its value', amqsmon, '-t statistics -d', /^amqsmon: the option -d needs a value/],
  ['an unknown option', amqsmon, '-t statistics -z', /^amqsmon: there is no option "-z"/],
  ['no type', amqsmon, '-m QM1', /-t takes statistics or accounting/],
  ['two filters', amqsmon, '-t statistics -a -q', /exclude each other/],
  ['a wrong number', amqsmon, '-t statistics -d many', /-d takes a number, found "many"/],
] as const) {
  test.serial(`${program.name} rejects ${title} with the usage`, async (t) => {
    const { stderr, status } = await bench.run(program, line)
    t.is(status, 1)
    t.regex(stderr, text)
    t.regex(stderr, /Usage: amqs/)
  })
}
