import test from 'ava'
import { takeAdminMessages } from '../_support/admin-messages.ts'
import { admin, benchFor, refuses, text } from '../_support/manager.ts'

const accounting = 'SYSTEM.ADMIN.ACCOUNTING.QUEUE'

test('a connection that ends writes its calls and the queues that it used', async (t) => {
  const { connection, connect, pass } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) MAXMSGL(10)')
  await connection.command('DEFINE QLOCAL(B) ACCTQ(OFF)')
  await connection.command('ALTER QMGR ACCTMQI(ON) ACCTQ(ON)')
  const app = connect(admin)
  for (const body of ['1', '12345']) await app.put({ queue: 'A' }, text(body))
  await refuses(t, app.put({ queue: 'A' }, text('longer than ten')), 2030)
  await app.put({ queue: 'B' }, text('x'))
  pass(3000)
  await app.get('A')
  await app.close()

  const [calls, queues, ...others] = await takeAdminMessages(connection, accounting)
  t.deepEqual(others, [])
  t.is(calls?.command, 'MQCMD_ACCOUNTING_MQI')
  t.like(calls?.values, {
    MQCA_Q_MGR_NAME: 'QM1',
    MQIACF_SEQUENCE_NUMBER: 0,
    MQCACF_APPL_NAME: 'test',
    MQCACF_USER_IDENTIFIER: 'admin',
    MQIAMO_DISC_TYPE: 0,
    MQIAMO_PUTS: [3, 0],
    MQIAMO_PUTS_FAILED: 1,
    MQIAMO64_PUT_BYTES: [7, 0],
    MQIAMO_GETS: [1, 0],
  })
  t.is(Buffer.from(calls?.values.MQBACF_CONNECTION_ID as Buffer).length, 24)
  t.is(queues?.command, 'MQCMD_ACCOUNTING_Q')
  t.is(queues?.values.MQIAMO_OBJECT_COUNT, 1)
  t.like(queues?.groups[0], {
    MQCA_Q_NAME: 'A',
    MQIAMO_OPENS: 4,
    MQIAMO_PUTS: [2, 0],
    MQIAMO_PUTS_FAILED: 1,
    MQIAMO_PUT_MIN_BYTES: [1, 0],
    MQIAMO_PUT_MAX_BYTES: [5, 0],
    MQIAMO64_PUT_BYTES: [6, 0],
    MQIAMO_GETS: [1, 0],
    MQIAMO_GET_MIN_BYTES: [1, 0],
    MQIAMO64_Q_TIME_MAX: [3_000_000, 0],
  })
})

test('a long connection writes at the first call after each interval', async (t) => {
  const { connection, connect, pass } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) ACCTQ(ON)')
  await connection.command('ALTER QMGR ACCTMQI(ON) ACCTINT(60)')
  const app = connect(admin)
  const open = app.open('A', { mode: 'browse' })
  await app.put({ queue: 'A' }, text('x'))
  pass(61_000)
  t.deepEqual(await takeAdminMessages(connection, accounting), [])
  await open.browseNext()
  const first = await takeAdminMessages(connection, accounting)
  t.deepEqual(
    first.map(({ command, values }) => [command, values.MQIACF_SEQUENCE_NUMBER, values.MQIAMO_DISC_TYPE]),
    [
      ['MQCMD_ACCOUNTING_MQI', 0, undefined],
      ['MQCMD_ACCOUNTING_Q', 0, undefined],
    ],
  )
  t.deepEqual(first[1]?.groups[0]?.MQIAMO_BROWSES, [0, 0])
  await app.close()
  const last = await takeAdminMessages(connection, accounting)
  t.deepEqual(
    last.map(({ values }) => [values.MQIACF_SEQUENCE_NUMBER, values.MQIAMO_PUTS]),
    [
      [1, [0, 0]],
      [1, undefined],
    ],
  )
  t.like(last[1]?.groups[0], { MQIAMO_PUTS: [0, 0], MQIAMO_BROWSES: [1, 0] })
})

test('a connection that an administrator stops writes its data', async (t) => {
  const { connection, connect, running } = benchFor(t)
  await connection.command('ALTER QMGR ACCTMQI(ON)')
  connect(admin)
  const id = running.connections.list().at(-1)?.id
  await connection.command(`STOP CONN(${id})`)
  const [message] = await takeAdminMessages(connection, accounting)
  t.is(message?.values.MQIAMO_DISC_TYPE, 2)
})

test('nothing is written while ACCTMQI and ACCTQ are off, and NONE overrides the queues', async (t) => {
  const { connection, connect } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) ACCTQ(ON)')
  await connection.command('ALTER QMGR ACCTQ(NONE)')
  const app = connect(admin)
  await app.put({ queue: 'A' }, text('x'))
  await app.close()
  t.deepEqual(await takeAdminMessages(connection, accounting), [])
})
