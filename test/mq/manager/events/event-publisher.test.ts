import test from 'ava'
import type { Connection, Principal } from '../../../../src/mq/manager/types/connection.ts'
import { type Bench, benchFor, diskBenchFor, refuses, text } from '../_support/manager.ts'

const performance = 'SYSTEM.ADMIN.PERFM.EVENT'
const manager = 'SYSTEM.ADMIN.QMGR.EVENT'
const stranger: Principal = { name: 'eve', groups: [], privileged: false }

test('a queue puts one event at its high limit until it reaches the low one', async (t) => {
  const { connection, pass } = await watched(t, 'QDPHIEV(ENABLED) QDEPTHHI(80) QDEPTHLO(20)')
  for (let count = 0; count < 9; count++) await connection.put({ queue: 'A' }, text('x'))
  pass(3000)
  while (await connection.get('A'));
  for (let count = 0; count < 8; count++) await connection.put({ queue: 'A' }, text('x'))

  const told = await events(connection, performance)
  t.deepEqual(
    told.map(({ reason }) => reason),
    [2224, 2225, 2224],
  )
  t.like(told[0], { command: 45, type: 7, completionCode: 1 })
  t.deepEqual(told[0]?.parameters, { 2015: 'QM1', 2002: 'A', 35: 0, 36: 8, 37: 8, 38: 0 })
  t.deepEqual(told[1]?.parameters, { 2015: 'QM1', 2002: 'A', 35: 3, 36: 9, 37: 1, 38: 7 })
  t.deepEqual(told[2]?.parameters, { 2015: 'QM1', 2002: 'A', 35: 0, 36: 8, 37: 8, 38: 2 })
})

test('the highest depth of an event is that since the last one, whatever was put later', async (t) => {
  const { connection } = await watched(t, 'QDPHIEV(ENABLED) QDEPTHHI(80) QDEPTHLO(20)')
  for (let count = 0; count < 9; count++) await connection.put({ queue: 'A' }, text('x'))
  for (let count = 0; count < 3; count++) await connection.get('A')
  await connection.put({ queue: 'A' }, text('x'))
  while (await connection.get('A'));
  const [, low] = await events(connection, performance)
  t.like(low, { reason: 2225, parameters: { 36: 9 } })
})

test('the highest depth of a queue that was not empty at the start is at least its depth then', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.connection.command('ALTER QMGR PERFMEV(ENABLED)')
  await disk.bench.connection.command('DEFINE QLOCAL(A) MAXDEPTH(10) QDPLOEV(ENABLED) QDEPTHLO(20)')
  for (let count = 0; count < 3; count++)
    await disk.bench.connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' }))

  const { connection } = await disk.reopen()
  await connection.get('A')
  const [low] = await events(connection, performance)
  t.like(low, { reason: 2225, parameters: { 36: 3, 37: 0, 38: 1 } })
})

test('changed limits apply at once, and changed events begin anew', async (t) => {
  const { connection } = await watched(t, 'QDPHIEV(ENABLED) QDEPTHHI(80)')
  const put = async (times: number) => {
    for (let count = 0; count < times; count++) await connection.put({ queue: 'A' }, text('x'))
    return (await events(connection, performance)).map(({ reason }) => reason)
  }
  await connection.command('ALTER QLOCAL(A) QDEPTHHI(50)')
  t.deepEqual([await put(4), await put(1)], [[], [2224]])
  await connection.command('ALTER QLOCAL(A) QDEPTHHI(60)')
  t.deepEqual(await put(1), [])
  await connection.command('ALTER QLOCAL(A) QDPLOEV(ENABLED)')
  t.deepEqual(await put(1), [2224])
})

test('a full queue puts an event at the first rejected put', async (t) => {
  const { connection } = await watched(t, 'QDPMAXEV(ENABLED)')
  for (let count = 0; count < 10; count++) await connection.put({ queue: 'A' }, text('x'))
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2053)
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2053)
  t.deepEqual(
    (await events(connection, performance)).map(({ reason }) => reason),
    [2053],
  )
})

test('no depth events while PERFMEV is off, or where none is enabled', async (t) => {
  const off = await watched(t, 'QDPHIEV(ENABLED)', 'PERFMEV(DISABLED)')
  const none = await watched(t, 'QDPMAXEV(DISABLED)')
  for (const { connection } of [off, none]) {
    for (let count = 0; count < 10; count++) await connection.put({ queue: 'A' }, text('x'))
    await refuses(t, connection.put({ queue: 'A' }, text('x')), 2053)
    t.deepEqual(await events(connection, performance), [])
  }
})

test('a queue that is not served within its service interval puts an event, and one when it is served again', async (t) => {
  const { connection, pass } = await watched(t, 'QSVCIEV(HIGH) QSVCINT(1000)')
  await connection.put({ queue: 'A' }, text('x'))
  pass(2000)
  await connection.put({ queue: 'A' }, text('x'))
  await connection.get('A')
  await connection.get('A')
  const told = await events(connection, performance)
  t.deepEqual(
    told.map(({ reason }) => reason),
    [2226, 2227],
  )
  t.deepEqual(told[0]?.parameters, { 2015: 'QM1', 2002: 'A', 35: 2, 36: 2, 37: 2, 38: 0 })
  t.deepEqual(told[1]?.parameters, { 2015: 'QM1', 2002: 'A', 35: 0, 36: 2, 37: 0, 38: 2 })
})

test('rejected calls put events by their attribute', async (t) => {
  const { connection, connect } = await watched(
    t,
    'PUT(DISABLED)',
    'INHIBTEV(ENABLED) AUTHOREV(ENABLED) LOCALEV(ENABLED) REMOTEEV(ENABLED)',
  )
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2051)
  await refuses(t, connection.put({ queue: 'NONE' }, text('x')), 2085)
  await refuses(t, connection.put({ queue: 'B', queueManager: 'FAR' }, text('x')), 2087)
  t.throws(() => connect(stranger))
  await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('eve') AUTHADD(CONNECT)")
  await refuses(t, connect(stranger).get('A'), 2035)

  const told = (await events(connection, manager)).map(({ reason, parameters }) => [reason, parameters])
  const application = { 1: 6, 3024: 'test' }
  t.deepEqual(told, [
    [2051, { 2015: 'QM1', ...application, 2016: 'A' }],
    [2085, { 2015: 'QM1', ...application, 2016: 'NONE' }],
    [2087, { 2015: 'QM1', ...application, 2016: 'FAR' }],
    [2035, { 2015: 'QM1', 1020: 1, 3025: 'eve', ...application }],
    [2035, { 2015: 'QM1', 1020: 2, 3025: 'eve', ...application, 2016: 'A' }],
  ])
})

test('no events for rejected calls unless enabled', async (t) => {
  const { connection } = await watched(t, 'PUT(DISABLED)')
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2051)
  t.deepEqual(await events(connection, manager), [])
})

test('the start and the end of a queue manager put events', async (t) => {
  const { connection, running } = benchFor(t)
  running.events.publishStart()
  running.events.publishEnd('controlled')
  running.events.publishEnd('immediate')
  t.deepEqual(
    (await events(connection, manager)).map(({ reason, parameters }) => [reason, parameters[1020]]),
    [
      [2222, 31],
      [2223, 6],
      [2223, 5],
    ],
  )
  await connection.command('ALTER QMGR STRSTPEV(DISABLED)')
  running.events.publishStart()
  t.deepEqual(await events(connection, manager), [])
})

/** A queue A of at most ten messages. */
async function watched(
  t: Parameters<typeof benchFor>[0],
  attributes: string,
  switches = 'PERFMEV(ENABLED)',
): Promise<Bench> {
  const bench = benchFor(t)
  await bench.connection.command(`ALTER QMGR ${switches}`)
  await bench.connection.command(`DEFINE QLOCAL(A) MAXDEPTH(10) ${attributes}`)
  return bench
}

interface Event {
  type: number
  command: number
  completionCode: number
  reason: number
  parameters: Record<number, string | number>
}

/** Takes every message from an event queue, read by the layouts of MQCFH, MQCFIN and MQCFST. */
async function events(connection: Connection, queue: string): Promise<Event[]> {
  const found: Event[] = []
  for (;;) {
    const message = await connection.get(queue)
    if (!message) return found
    const { body } = message
    const at = (place: number) => body.readInt32LE(place)
    const parameters: Event['parameters'] = {}
    let place = at(4)
    for (let count = at(32); count > 0; count--) {
      const start = place + 20
      parameters[at(place + 8)] =
        at(place) === 3 ? at(place + 12) : body.toString('utf8', start, start + at(place + 16)).trimEnd()
      place += at(place + 4)
    }
    if (place !== body.length || message.format !== 'MQEVENT') throw new Error('not an event message')
    found.push({ type: at(0), command: at(12), completionCode: at(24), reason: at(28), parameters })
  }
}
