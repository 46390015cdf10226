/** When `closeServer` closes which connections, by its timers. */
import { Server as NetServer } from 'node:net'
import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import { type CloseTimeouts, closeServer } from '../../../../src/shared/http/listener/close-server.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }))
test.afterEach.always(() => mock.timers.reset())

/** Closes a server with one connection, and records what is called. */
function begin(timeouts: CloseTimeouts) {
  const calls: string[] = []
  const record = (name: string) => () => void calls.push(name)
  const net = new NetServer() as NetServer & { _connections: number; _emitCloseIfDrained(): void }
  net._connections = 1
  const server = Object.assign(net, { close: record('stop') })
  const readers = ['node', 'fast path'].map((name) => ({
    exchanges: () => [],
    closeIdle: record(`${name}: close idle`),
    destroy: record(`${name}: destroy`),
  }))
  const closed = closeServer(server as never, readers as never, timeouts)
  return {
    calls: () => calls.splice(0),
    async drain() {
      net._connections = 0
      net._emitCloseIfDrained()
      await closed
    },
  }
}

const idle = ['node: close idle', 'fast path: close idle']
const all = ['node: destroy', 'fast path: destroy']

test.serial('idle connections are closed after their time, and all others after the grace period', async (t) => {
  const { calls, drain } = begin({ graceMs: 270, idleMs: 200 })
  mock.timers.tick(199)
  t.deepEqual(calls(), [])
  mock.timers.tick(1)
  t.deepEqual(calls(), idle)
  mock.timers.tick(50)
  t.deepEqual(calls(), idle, 'connections that become idle later are closed, too')
  mock.timers.tick(20)
  t.deepEqual(calls(), all)
  await drain()
  t.deepEqual(calls(), [...all, 'stop'])
  mock.timers.tick(10_000)
  await setImmediate()
  t.deepEqual(calls(), [], 'no timer is left')
})

test.serial('without a time for idle connections they are closed at once', async (t) => {
  const { calls, drain } = begin({ graceMs: 100, idleMs: 0 })
  t.deepEqual(calls(), idle)
  mock.timers.tick(50)
  t.deepEqual(calls(), idle)
  await drain()
})

test.serial('idle connections stay open for a time of one millisecond', async (t) => {
  const { calls, drain } = begin({ graceMs: 100, idleMs: 1 })
  t.deepEqual(calls(), [])
  mock.timers.tick(1)
  t.deepEqual(calls(), idle)
  await drain()
})

test.serial('a server whose connections have ended closes nothing later', async (t) => {
  const { calls, drain } = begin({ graceMs: 270, idleMs: 200 })
  await drain()
  t.deepEqual(calls(), [...all, 'stop'])
  mock.timers.tick(10_000)
  t.deepEqual(calls(), [])
})
