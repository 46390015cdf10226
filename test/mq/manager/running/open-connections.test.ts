import test from 'ava'
import { admin, benchFor, refuses, text } from '../_support/manager.ts'

test('a connection is listed with what it has open, until it is closed', async (t) => {
  const { connect, connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const other = connect({ name: 'bob', groups: [], privileged: true })
  const waiting = refuses(t, other.get('A', { waitMs: 60_000 }), 2009)

  const status = running.connections.list()[1]
  t.like(status, { userId: 'bob', applicationName: 'test', channel: '', pid: process.pid })
  t.regex(status?.id ?? '', /^[0-9A-F]{16}$/)
  t.is(status?.extendedId, Buffer.from('AMQCQM1         ').toString('hex').toUpperCase())
  const handles = running.connections.handles(status?.id ?? '')
  t.like(handles[0], { objectName: 'A', objectType: 'QUEUE', openOptions: 8193, state: 'ACTIVE' })
  t.like(running.queues.find('A'), { openInputCount: 1, openOutputCount: 0 })
  t.is(running.queues.find('A')?.handles()[0], handles[0])

  await other.close()
  await waiting
  t.is(running.connections.applicationCount, 1)
  t.like(running.queues.find('A'), { openInputCount: 0 })
  await refuses(t, other.put({ queue: 'A' }, text('x')), 2009)
  await t.notThrowsAsync(connection.put({ queue: 'A' }, text('x')))
})

test('a connection that is stopped breaks, its waiters with it', async (t) => {
  const { connect, connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const other = connect(connection.principal)
  const waiting = refuses(t, other.get('A', { waitMs: 60_000 }), 2009)
  const id = running.connections.list()[1]?.id ?? ''
  t.true(running.connections.stop(id))
  t.false(running.connections.stop(id))
  await waiting
  await connection.put({ queue: 'A' }, text('x'))
  t.is((await connection.list('A', { limit: 9 })).length, 1)
})

test('a put and its commit keep the queue open for output', async (t) => {
  const { connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const queue = running.queues.find('A')
  const put = connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' }))
  t.like(queue, { openOutputCount: 1, uncommittedCount: 1, depth: 0, activity: { lastPutAt: undefined } })
  await put
  t.like(queue, {
    openOutputCount: 0,
    uncommittedCount: 0,
    depth: 1,
    activity: { lastPutAt: running.clock(), lastGetAt: undefined },
  })
  t.is(queue?.oldestPutAt(), running.clock())
  await connection.get('A')
  t.like(queue, { depth: 0, activity: { lastGetAt: running.clock() } })
  t.is(queue?.oldestPutAt(), undefined)
})

test('commands run as the principal of the connection', async (t) => {
  const { connection, running } = benchFor(t)
  const outcome = await connection.command('DEFINE QLOCAL(A)')
  t.like(outcome, { completionCode: 0, reasonCode: 0 })
  t.truthy(running.queues.find('A'))
  const shown = await connection.commandJson({
    command: 'display',
    qualifier: 'qlocal',
    name: 'A',
    responseParameters: ['curdepth'],
  })
  t.deepEqual(shown.responses[0]?.attributes?.at(-1), ['CURDEPTH', 0])
})

test('the ids of connections ascend, also past 256 in one second', (t) => {
  const { running, connect } = benchFor(t)
  for (let count = 0; count < 600; count++) connect(admin)
  const ids = running.connections.list().map(({ id }) => id)
  t.deepEqual(ids, ids.toSorted())
  t.is(new Set(ids).size, ids.length)
  t.true(ids.every((id) => /^[0-9A-F]{16}$/.test(id)))
})
