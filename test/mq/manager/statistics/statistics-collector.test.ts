import test from 'ava'
import type { Principal } from '../../../../src/mq/manager/types/connection.ts'
import { takeAdminMessages } from '../_support/admin-messages.ts'
import { benchFor, refuses, text } from '../_support/manager.ts'
import { manualTimers } from '../_support/manual-timers.ts'

const statistics = 'SYSTEM.ADMIN.STATISTICS.QUEUE'
const persistent = { persistence: 'persistent' } as const

test('queue statistics count puts, gets, browses, bytes and depths of an interval', async (t) => {
  const { connection, pass } = benchFor(t)
  await connection.command('ALTER QMGR STATQ(ON)')
  await connection.command('DEFINE QLOCAL(A) MAXDEPTH(3)')
  await connection.command('DEFINE QLOCAL(OFF) STATQ(OFF)')
  for (const queue of ['A', 'OFF']) {
    await connection.put({ queue }, text('12345'))
    await connection.put({ queue }, text('123', persistent))
    await connection.put({ queue }, text('1', persistent))
  }
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2053)
  await connection.browse('A')
  pass(2000)
  await connection.get('A')
  await connection.get('A')
  await connection.command('RESET QMGR TYPE(STATISTICS)')

  const [message, ...others] = await takeAdminMessages(connection, statistics)
  t.deepEqual(others, [])
  t.like(message, { command: 'MQCMD_STATISTICS_Q', format: 'MQADMIN', sequence: 1, isLast: true })
  t.like(message?.values, { MQCA_Q_MGR_NAME: 'QM1', MQIA_COMMAND_LEVEL: 942, MQIAMO_OBJECT_COUNT: 1 })
  t.is(message?.values.MQCAMO_END_TIME, '00.16.42')
  const [queue] = message?.groups ?? []
  t.deepEqual(
    { ...queue, MQCA_CREATION_DATE: '', MQCA_CREATION_TIME: '' },
    {
      MQCA_Q_NAME: 'A',
      MQCA_CREATION_DATE: '',
      MQCA_CREATION_TIME: '',
      MQIA_Q_TYPE: 1,
      MQIA_DEFINITION_TYPE: 1,
      MQIAMO_Q_MIN_DEPTH: 0,
      MQIAMO_Q_MAX_DEPTH: 3,
      MQIAMO64_AVG_Q_TIME: [2_000_000, 2_000_000],
      MQIAMO_PUTS: [1, 2],
      MQIAMO_PUTS_FAILED: 1,
      MQIAMO_PUT1S: [0, 0],
      MQIAMO_PUT1S_FAILED: 0,
      MQIAMO64_PUT_BYTES: [5, 4],
      MQIAMO_GETS: [1, 1],
      MQIAMO_GETS_FAILED: 0,
      MQIAMO64_GET_BYTES: [5, 3],
      MQIAMO_BROWSES: [1, 0],
      MQIAMO_BROWSES_FAILED: 0,
      MQIAMO64_BROWSE_BYTES: [5, 0],
      MQIAMO_MSGS_NOT_QUEUED: 0,
      MQIAMO_MSGS_EXPIRED: 0,
      MQIAMO_MSGS_PURGED: 0,
    },
  )
})

test('messages that expire, are cleared, or are received by a waiting get are counted', async (t) => {
  const { connection, running, pass } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) STATQ(ON)')
  const waiting = connection.get('A', { waitMs: 20_000 })
  await connection.put({ queue: 'A' }, text('x'))
  await waiting
  t.is(await connection.get('A'), undefined)
  await connection.put({ queue: 'A' }, text('x', { expiry: 100 }))
  pass(200)
  running.sweep()
  for (const body of ['1', '2']) await connection.put({ queue: 'A' }, text(body))
  await connection.command('CLEAR QLOCAL(A)')
  running.statistics.flush()
  const [message] = await takeAdminMessages(connection, statistics)
  t.like(message?.groups[0], {
    MQIAMO_MSGS_NOT_QUEUED: 1,
    MQIAMO_MSGS_EXPIRED: 1,
    MQIAMO_MSGS_PURGED: 2,
    MQIAMO_GETS_FAILED: 1,
  })
})

test('the statistics are written after each interval, and a queue without activity has none', async (t) => {
  const timers = manualTimers()
  const { connection } = benchFor(t, { timers })
  await connection.command('ALTER QMGR STATQ(ON) STATINT(60)')
  await connection.command('DEFINE QLOCAL(A)')
  await connection.put({ queue: 'A' }, text('x'))
  timers.elapse(60_000)
  t.is((await takeAdminMessages(connection, statistics))[0]?.groups.length, 1)
  timers.elapse(60_000) // what the test took from the statistics queue
  const names = (await takeAdminMessages(connection, statistics)).flatMap(({ groups }) =>
    groups.map(({ MQCA_Q_NAME }) => MQCA_Q_NAME),
  )
  t.deepEqual(names, [statistics])
})

test('a queue that is deleted in the interval is in the message', async (t) => {
  const { connection, running } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) STATQ(ON)')
  await connection.put({ queue: 'A' }, text('x'))
  await connection.get('A')
  await connection.command('DELETE QLOCAL(A)')
  running.statistics.flush()
  t.is((await takeAdminMessages(connection, statistics))[0]?.groups[0]?.MQCA_Q_NAME, 'A')
  running.statistics.flush()
  t.deepEqual(await takeAdminMessages(connection, statistics), [])
})

test('a switch that is changed writes what was counted, and NONE overrides the queues', async (t) => {
  const { connection, running } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) STATQ(ON)')
  await connection.put({ queue: 'A' }, text('x'))
  await connection.command('ALTER QMGR STATQ(NONE)')
  t.is((await takeAdminMessages(connection, statistics)).length, 1)
  await connection.put({ queue: 'A' }, text('x'))
  running.statistics.flush()
  t.deepEqual(await takeAdminMessages(connection, statistics), [])
})

test('more than 100 queues need several messages', async (t) => {
  const { connection, running } = benchFor(t)
  await connection.command('ALTER QMGR STATQ(ON)')
  for (let number = 0; number < 120; number++) {
    await connection.command(`DEFINE QLOCAL(Q${number})`)
    await connection.put({ queue: `Q${number}` }, text('x'))
  }
  running.statistics.flush()
  t.deepEqual(
    (await takeAdminMessages(connection, statistics)).map(({ sequence, isLast, groups }) => [
      ...[sequence, isLast, groups.length],
    ]),
    [
      [1, false, 100],
      [2, true, 20],
    ],
  )
})

test('MQI statistics count the calls of all connections', async (t) => {
  const { connection, connect, running } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A)')
  await connection.command("DEFINE TOPIC(T) TOPICSTR('t')")
  await connection.command('ALTER QMGR STATMQI(ON)')
  const stranger: Principal = { name: 'eve', groups: [], privileged: false }
  t.throws(() => connect(stranger))
  const other = connect({ name: 'app', groups: [], privileged: true })
  await other.put({ queue: 'A' }, text('1234', persistent))
  await other.publish('t', text('12'))
  const subscription = await other.subscribe({ topicString: 't' })
  await subscription.close()
  for (const end of ['commit', 'backout'] as const) {
    const unit = other.beginUnitOfWork()
    await other.get('A', { unitOfWork: unit })
    await unit[end]()
  }
  t.is(await other.get('A'), undefined)
  await other.close()
  running.statistics.flush()
  const [message] = await takeAdminMessages(connection, statistics)
  t.is(message?.command, 'MQCMD_STATISTICS_MQI')
  t.like(message?.values, {
    MQIAMO_CONNS: 1,
    MQIAMO_CONNS_FAILED: 1,
    MQIAMO_CONNS_MAX: 2,
    MQIAMO_DISCS: [1, 0, 0],
    MQIAMO_PUTS: [0, 1],
    MQIAMO64_PUT_BYTES: [0, 4],
    MQIAMO_GETS: [0, 1],
    MQIAMO_GETS_FAILED: 2,
    MQIAMO_COMMITS: 1,
    MQIAMO_BACKOUTS: 1,
    MQIAMO_SUBS_NDUR: 1,
    MQIAMO_UNSUBS_NDUR: 1,
    MQIAMO_TOPIC_PUTS: [1, 0],
    MQIAMO64_TOPIC_PUT_BYTES: [2, 0],
  })
  t.deepEqual(message?.values.MQIAMO_OPENS, [0, 4, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  t.deepEqual(message?.values.MQIAMO_CLOSES, message?.values.MQIAMO_OPENS)
})

test('nothing is written while all switches are off', async (t) => {
  const { connection, running } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A)')
  await connection.put({ queue: 'A' }, text('x'))
  running.statistics.flush()
  t.deepEqual(await takeAdminMessages(connection, statistics), [])
})
