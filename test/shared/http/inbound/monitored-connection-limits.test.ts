import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Socket } from 'node:net'
import { mock } from 'node:test'
import test from 'ava'
import { openMonitoredConnectionLimits } from '../../../../src/shared/http/inbound/monitored-connection-limits.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
test.afterEach.always(() => mock.timers.reset())

function open(maxConnections = 1, trustedProxies: string[] = []) {
  const metrics = new Registry()
  const watched = openMonitoredConnectionLimits({
    settings: { fastPath: true, http2: true, maxConnections, maxPerAddress: 1 },
    trustedProxies,
    log: silentLog,
    metrics,
    prefix: 'sluice_mqweb',
  })
  const dial = (remoteAddress: string, state: 'idle' | 'busy') =>
    watched.limits.admit(
      Object.assign(new EventEmitter(), { remoteAddress, destroy() {} }) as unknown as Socket,
      () => state,
    )
  const lines = async () =>
    metrics
      .render()
      .split('\n')
      .filter((line) => /^sluice/.test(line))
  return { watched, dial, lines }
}

const refusedAre = (total: number, address: number, descriptors: number) => [
  `sluice_mqweb_connections_refused_total{reason="total"} ${total}`,
  `sluice_mqweb_connections_refused_total{reason="address"} ${address}`,
  `sluice_mqweb_connections_refused_total{reason="descriptors"} ${descriptors}`,
]

test.serial('all metrics are there from the start', async (t) => {
  t.deepEqual(await open().lines(), [
    ...refusedAre(0, 0, 0),
    ...['sluice_mqweb_connections_evicted_total 0', 'sluice_mqweb_connections_open 0'],
  ])
})

test.serial('refused, closed and open connections are counted', async (t) => {
  const { dial, lines } = open()
  dial('10.0.0.1', 'idle')
  dial('10.0.0.1', 'busy') // closes the first one
  dial('10.0.0.1', 'busy')
  dial('10.0.0.2', 'busy')
  t.deepEqual(await lines(), [
    ...refusedAre(1, 1, 0),
    ...['sluice_mqweb_connections_evicted_total 1', 'sluice_mqweb_connections_open 1'],
  ])
})

test.serial('the limit per address does not apply to trusted proxies', (t) => {
  const { dial } = open(9, ['10.0.0.1'])
  t.true(dial('10.0.0.1', 'busy') && dial('10.0.0.1', 'busy'))
  t.true(dial('10.0.0.2', 'busy'))
  t.false(dial('10.0.0.2', 'busy'))
})

test.serial('each second, a file is opened and closed to notice a lack of descriptors', async (t) => {
  const results: (NodeJS.ErrnoException | undefined)[] = []
  const opened: unknown[] = []
  const closed: unknown[] = []
  const openFile = mock.method(fs, 'open', (path: string, mode: string, done: (...result: unknown[]) => void) => {
    opened.push([path, mode])
    const error = results.shift()
    if (error) done(error)
    else done(null, 42)
  })
  const closeFile = mock.method(fs, 'close', (file: number) => void closed.push(file))
  syncBuiltinESMExports()
  t.teardown(() => {
    openFile.mock.restore()
    closeFile.mock.restore()
    syncBuiltinESMExports()
  })

  const { watched, lines } = open()
  const failure = (code: string) => Object.assign(new Error(code), { code })
  results.push(undefined, failure('EACCES'), failure('EMFILE'))
  mock.timers.tick(999)
  t.deepEqual(opened, [])
  mock.timers.tick(1)
  t.deepEqual(opened, [['/dev/null', 'r']])
  t.deepEqual(closed, [42])
  mock.timers.tick(1_000)
  t.deepEqual((await lines()).slice(0, 3), refusedAre(0, 0, 0))
  mock.timers.tick(1_000)
  t.deepEqual((await lines()).slice(0, 3), refusedAre(0, 0, 1))
  t.deepEqual(closed, [42])
  watched.close()
  mock.timers.tick(60_000)
  t.is(opened.length, 3)
})
