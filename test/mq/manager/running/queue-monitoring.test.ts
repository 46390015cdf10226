import test from 'ava'
import { benchFor, text } from '../_support/manager.ts'

for (const [manager, queue, isMonitored] of [
  ['OFF', 'QMGR', false],
  ['LOW', 'QMGR', true],
  ['OFF', 'HIGH', true],
  ['LOW', 'OFF', false],
  ['NONE', 'HIGH', false],
] as const)
  test(`MONQ(${queue}) and MONQ(${manager}) of the queue manager measure ${isMonitored ? 'times' : 'nothing'}`, async (t) => {
    const { connection, running, pass } = benchFor(t)
    await connection.command(`DEFINE QLOCAL(A) MONQ(${queue})`)
    await connection.command(`ALTER QMGR MONQ(${manager})`)
    await connection.put({ queue: 'A' }, text('x'))
    pass(2)
    await connection.get('A')
    t.deepEqual(running.queues.find('A')?.activity.timeOnQueue?.read(), isMonitored ? [2000, 2000] : undefined)
  })

test('a changed MONQ of a queue applies at once, and other changes keep its averages', async (t) => {
  const { connection, running } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A) MONQ(HIGH)')
  const read = () => running.queues.find('A')?.activity.timeOnQueue
  const before = read()
  t.truthy(before)
  await connection.command('ALTER QLOCAL(A) MAXDEPTH(7)')
  t.is(read(), before)
  await connection.command('ALTER QLOCAL(A) MONQ(OFF)')
  t.is(read(), undefined)
})
