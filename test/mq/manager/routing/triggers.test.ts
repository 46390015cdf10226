import test, { type ExecutionContext } from 'ava'
import { benchFor, text } from '../_support/manager.ts'

for (const [type, puts, depth, expected] of [
  ['FIRST', 3, 1, 1],
  ['EVERY', 3, 1, 3],
  ['DEPTH', 4, 2, 1],
  ['NONE', 3, 1, 0],
] as const) {
  test(`TRIGTYPE(${type}) gives ${expected} trigger messages for ${puts} puts`, async (t) => {
    const { connection, monitor } = await monitored(t, { TRIGTYPE: type, TRIGDPTH: depth })
    for (let count = 0; count < puts; count++) await connection.put({ queue: 'A' }, text('x'))
    t.is(await monitor.count(), expected)
  })
}

test('a trigger message names the application and the queue', async (t) => {
  const { connection, define, monitor } = await monitored(t, { TRIGDATA: 'data', PROCESS: 'P' })
  await define('process', 'PROCESS', 'P', { APPLICID: '/bin/app', USERDATA: 'user', ENVRDATA: 'environment' })
  await connection.put({ queue: 'A' }, text('x'))
  const body = (await monitor.first)?.body as Buffer
  t.is(body.length, 684)
  t.is((await monitor.first)?.format, 'MQTRIG')
  t.is(body.toString('latin1', 0, 4), 'TM  ')
  t.is(body.toString('latin1', 8, 56).trimEnd(), 'A')
  t.is(body.toString('latin1', 56, 104).trimEnd(), 'P')
  t.is(body.toString('latin1', 104, 168).trimEnd(), 'data')
  t.is(body.toString('latin1', 172, 428).trimEnd(), '/bin/app')
  t.is(body.toString('latin1', 428, 556).trimEnd(), 'environment')
  t.is(body.toString('latin1', 556).trimEnd(), 'user')
})

test('a message below TRIGMPRI triggers nothing', async (t) => {
  const { connection, monitor } = await monitored(t, { TRIGTYPE: 'EVERY', TRIGMPRI: 5 })
  await connection.put({ queue: 'A' }, text('x', { priority: 4 }))
  await connection.put({ queue: 'A' }, text('x', { priority: 5 }))
  t.is(await monitor.count(), 1)
})

test('DEPTH triggers once, until it is enabled again', async (t) => {
  const { connection, running } = await monitored(t, { TRIGTYPE: 'DEPTH', TRIGDPTH: 1 })
  await connection.put({ queue: 'A' }, text('x'))
  t.is(running.objects.find('queue', 'A')?.attributes.TRIGGER, 'NO')
})

test('without a monitor nothing is triggered', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'INIT')
  await define('queue', 'QLOCAL', 'A', { TRIGGER: 'YES', INITQ: 'INIT' })
  await connection.put({ queue: 'A' }, text('x'))
  t.is(await connection.get('INIT'), undefined)
})

/** A queue A with triggering, and a monitor that waits on its initiation queue. */
async function monitored(t: ExecutionContext, attributes: Record<string, string | number>) {
  const bench = benchFor(t)
  await bench.define('queue', 'QLOCAL', 'INIT')
  await bench.define('queue', 'QLOCAL', 'A', { TRIGGER: 'YES', INITQ: 'INIT', ...attributes })
  const { connection } = bench
  const leaving = new AbortController()
  t.teardown(() => leaving.abort())
  const first = connection.get('INIT', { waitMs: 60_000 })
  // A second one, which wants what never comes, keeps the initiation queue open.
  const other = connection.get('INIT', { waitMs: 60_000, correlationId: Buffer.alloc(24, 9), signal: leaving.signal })
  other.catch(() => undefined)
  const count = async () => {
    const more = await connection.list('INIT', { limit: 99 })
    await connection.put({ queue: 'INIT' }, text('end'))
    return (await first)?.format === 'MQTRIG' ? more.length + 1 : 0
  }
  return { ...bench, monitor: { first, count } }
}
