import test from 'ava'

import { benchFor, diskBenchFor } from '../_support/manager.ts'

const sender = {
  ...{ CONNAME: 'qm2.example(1414)', XMITQ: 'QM2' },
  ...{ SHORTRTY: 2, SHORTTMR: 60, LONGRTY: 3, LONGTMR: 1200 },
}

test('a stopped channel stays stopped until it is started, or deleted', async (t) => {
  const { define, running } = benchFor(t)
  const { channels, objects } = running.services
  await define('channel', 'SVRCONN', 'C')
  t.is(channels.status('C'), undefined)
  await channels.stop('C', 'STOPPED')
  t.like(channels.status('C'), { channel: 'C', state: 'STOPPED' })
  await channels.start('C')
  t.is(channels.status('C'), undefined)
  await channels.stop('C', 'STOPPED')
  await objects.remove('channel', 'C')
  await define('channel', 'SVRCONN', 'C')
  t.is(channels.status('C'), undefined)
})

test('a channel that calls its partner retries, first often, then seldom, and gives up', async (t) => {
  const { define, running, pass } = benchFor(t)
  await define('channel', 'SDR', 'C', sender)
  const { channels } = running.services
  await channels.start('C')
  const left = () => channels.status('C')

  t.like(left(), { state: 'RETRYING', connectionName: 'qm2.example(1414)', retries: { short: 2, long: 3 } })
  pass(59_999)
  t.deepEqual(left()?.retries, { short: 2, long: 3 })
  pass(1)
  t.deepEqual(left()?.retries, { short: 1, long: 3 })
  pass(60_000)
  t.like(left(), { state: 'RETRYING', retries: { short: 0, long: 3 } })
  pass(2 * 1_200_000)
  t.like(left(), { state: 'RETRYING', retries: { short: 0, long: 1 } })
  pass(1_200_000)
  t.like(left(), { state: 'STOPPED', retries: { short: 0, long: 0 } })

  await channels.start('C')
  t.like(left(), { state: 'RETRYING', retries: { short: 2, long: 3 } })
  await channels.stop('C', 'STOPPED')
  t.like(left(), { state: 'STOPPED' })
  await channels.stop('C', 'INACTIVE')
  t.is(left(), undefined)
})

test('a channel that waits to be called does not retry', async (t) => {
  const { define, running } = benchFor(t)
  await define('channel', 'RCVR', 'C')
  await running.services.channels.start('C')
  t.is(running.services.channels.status('C'), undefined)
})

test('a channel that retries goes on after a restart', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('channel', 'RQSTR', 'C', sender)
  await disk.bench.running.services.channels.start('C')
  const { running } = await disk.reopen()
  t.like(running.services.channels.status('C'), { state: 'RETRYING' })
})
