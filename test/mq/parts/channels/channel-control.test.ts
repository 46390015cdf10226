import test from 'ava'
import { benchFor, diskBenchFor, refuses } from '../../manager/_support/manager.ts'

const quiesce = { status: 'STOPPED', mode: 'QUIESCE' } as const

test('a stopped channel stays stopped until it is started, or deleted', async (t) => {
  const { define, running } = benchFor(t)
  const { channels, objects } = running
  await define('channel', 'SVRCONN', 'C')
  t.deepEqual(channels.status('C'), [])
  await channels.stop('C', quiesce)
  t.like(channels.status('C'), [{ state: 'STOPPED' }])
  await channels.start('C')
  t.deepEqual(channels.status('C'), [])
  await channels.stop('C', quiesce)
  await objects.remove('channel', 'C')
  await define('channel', 'SVRCONN', 'C')
  t.deepEqual(channels.status('C'), [])
})

test('a stopped channel is stopped after a restart', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('channel', 'SVRCONN', 'C')
  await disk.bench.running.channels.stop('C', quiesce)
  const { running } = await disk.reopen()
  t.like(running.channels.status('C'), [{ state: 'STOPPED' }])
})

for (const type of ['CLUSSDR', 'CLUSRCVR']) {
  test(`a ${type} channel cannot be started`, async (t) => {
    const { define, running } = benchFor(t)
    await define('channel', type, 'C', { CONNAME: 'qm2.example(1414)' })
    await refuses(t, running.channels.start('C'), 2549)
    t.deepEqual(running.channels.status('C'), [])
  })
}
