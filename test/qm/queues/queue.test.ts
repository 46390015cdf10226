import test from 'ava'

import { admin, benchFor, refuses, text } from '../_support/manager.ts'

test('an altered attribute applies to the next call', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.command('ALTER QLOCAL(A) PUT(DISABLED)')
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2051)
})

test('a waiting get receives the message that it selects, the longest waiting one first', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const [one, two] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
  const wait = async (selection: object) =>
    (await connection.get('A', { ...selection, waitMs: 60_000 }))?.body.toString()
  const waits = [
    wait({ correlationId: two }),
    wait({ correlationId: one }),
    wait({ messageId: one }),
    wait({}),
    wait({ correlationId: one }),
  ]
  await connection.put({ queue: 'A' }, text('by correlation id', { correlationId: one }))
  await connection.put({ queue: 'A' }, text('by message id', { messageId: one }))
  await connection.put({ queue: 'A' }, text('any', { correlationId: one }))
  await connection.put({ queue: 'A' }, text('the second', { correlationId: one }))
  await connection.put({ queue: 'A' }, text('the other', { correlationId: two }))
  t.deepEqual(await Promise.all(waits), [
    'the other',
    'by correlation id',
    'by message id',
    'any',
    'the second',
  ])
})

test('a waiting get receives the message that a backout makes available again', async (t) => {
  const { connection, connect, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A' }, text('x'))
  const unit = connection.beginUnitOfWork()
  await connection.get('A', { unitOfWork: unit })
  const waiting = connect(admin).get('A', { waitMs: 60_000 })
  await unit.backout()
  t.is((await waiting)?.body.toString(), 'x')
})

test('a queue reaches its high depth after puts that raise no event', async (t) => {
  const { running, connection, define } = benchFor(t)
  await connection.command('ALTER QMGR PERFMEV(ENABLED)')
  await define('queue', 'QLOCAL', 'A', { MAXDEPTH: 10, QDEPTHHI: 30, QDPHIEV: 'ENABLED' })
  const events: (number | undefined)[] = []
  for (let count = 0; count < 4; count++) {
    await connection.put({ queue: 'A' }, text('x'))
    events.push(running.queues.find('SYSTEM.ADMIN.PERFM.EVENT')?.depth)
  }
  t.deepEqual(events, [0, 0, 1, 1])
})
