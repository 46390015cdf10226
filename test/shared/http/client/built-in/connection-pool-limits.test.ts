import { mock } from 'node:test'
import test from 'ava'
import { type OutgoingRequest, openConnectionPool } from '../../../../../src/shared/http/client/index.ts'
import { aTurn, handler } from '../conformance.ts'
import { fakeConnections } from '../fake-connections.ts'

const { opened } = fakeConnections()
let now = 0
mock.method(performance, 'now', () => now)

test.beforeEach(() => {
  opened.length = 0
  now = 1_000_000
  mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] })
})
test.afterEach.always(() => mock.timers.reset())

/** Runs the next turn of the event loop. */
const turn = () => mock.timers.tick(0)

function pass(ms: number): void {
  now += ms
  mock.timers.tick(ms)
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** Delivers a response on the connection of an index. */
function respond(index: number, text = ok): void {
  const onread = opened[index]?.options.onread
  if (!onread) throw new Error(`there is no connection ${index}`)
  const buffer = (onread.buffer as () => Buffer)()
  buffer.write(text, 'latin1')
  onread.callback(text.length, buffer)
}

/** Opens a pool. `ask` sends a request by its name and connects its socket; `ended` lists the complete responses. */
function openPool(maxConnections?: number) {
  const pool = openConnectionPool('http://backend', maxConnections === undefined ? {} : { maxConnections })
  const ended: string[] = []
  const failed: string[] = []
  const ask = (name: string, outgoing: Partial<OutgoingRequest> = {}) => {
    const request = { method: 'GET', path: `/${name}`, headers: [], ...outgoing }
    const own = handler({ onEnd: () => ended.push(name), onError: () => failed.push(name) })
    return pool.send(request, own)
  }
  const start = () => {
    turn()
    for (const { socket } of opened) socket.emit('connect')
  }
  return { pool, ask, start, ended, failed }
}

/** Returns the paths that were sent on the connection of an index. */
function paths(index: number): string[] {
  return [...(opened[index]?.socket.written ?? '').matchAll(/GET (\S+)/g)].map(([, path]) => path as string)
}

const isOpen = () => opened.map(({ socket }) => !socket.destroyed)

test.serial('a pool opens up to 1,024 connections when nothing else is set', (t) => {
  const { ask, start } = openPool()
  for (let each = 0; each < 1_030; each += 1) ask('a')
  start()
  t.is(opened.length, 1_024)
})

test.serial('waiting requests get a free connection in their order', (t) => {
  const { ask, start, ended } = openPool(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name)
  start()
  t.is(opened.length, 2)
  for (const index of [1, 1, 0]) {
    respond(index)
    turn()
    turn()
  }
  t.deepEqual(
    [paths(0), paths(1)],
    [
      ['/a', '/e'],
      ['/b', '/c', '/d'],
    ],
  )
  t.deepEqual(ended, ['b', 'c', 'a'])
})

test.serial('a connection that has become free rests for one turn, and no other is opened meanwhile', async (t) => {
  mock.timers.reset() // mocked turns run what they schedule, real ones leave it to the next turn
  const { ask } = openPool()
  ask('a')
  await aTurn()
  opened[0]?.socket.emit('connect')
  respond(0)
  ask('b')
  await aTurn()
  t.deepEqual(paths(0), ['/a'])
  await aTurn()
  t.deepEqual(paths(0), ['/a', '/b'])
  t.is(opened.length, 1)
})

test.serial('as many connections are opened as more requests wait than connections rest', (t) => {
  const { ask, start } = openPool()
  ask('a')
  start()
  respond(0)
  ask('b')
  ask('c')
  turn()
  t.is(opened.length, 2)
  turn()
  t.is(opened.length, 2)
  t.deepEqual(paths(0), ['/a', '/c'])
})

test.serial('a connection that closes while it rests is replaced', (t) => {
  const { ask, start, ended } = openPool(1)
  ask('a')
  start()
  respond(0)
  ask('b')
  opened[0]?.socket.emit('end')
  start()
  start()
  t.is(opened.length, 2)
  respond(1)
  t.deepEqual(ended, ['a', 'b'])
})

test.serial('the most recently used connection is reused first', (t) => {
  const { ask, start } = openPool()
  for (const name of ['a', 'b', 'c']) ask(name)
  start()
  for (const index of [0, 2, 1]) respond(index)
  turn()
  ask('d')
  ask('e')
  turn()
  t.deepEqual([paths(0), paths(1), paths(2)], [['/a'], ['/b', '/d'], ['/c', '/e']])
})

test.serial('a request is not sent on a connection whose idle timeout has passed', (t) => {
  for (const [idleMs, isReused] of [
    [3_999, true],
    [4_000, false],
  ] as const) {
    opened.length = 0
    const { ask, start } = openPool()
    ask('a')
    start()
    respond(0)
    turn()
    now += idleMs // the timers are late
    ask('b')
    start()
    t.is(opened.length, isReused ? 1 : 2, String(idleMs))
    t.is(isOpen()[0], isReused)
  }
})

test.serial('idle connections are closed within a second after their timeout, also later ones', (t) => {
  const { ask, start } = openPool()
  ask('a')
  ask('b')
  start()
  respond(0)
  pass(500)
  respond(1)
  pass(499)
  pass(1)
  for (let ms = 0; ms < 2_000; ms += 1_000) pass(1_000)
  t.deepEqual(isOpen(), [true, true])
  pass(999)
  t.deepEqual(isOpen(), [true, true], 'the first one has 1 ms left')
  pass(1)
  t.deepEqual(isOpen(), [false, true])
  pass(1_000)
  t.deepEqual(isOpen(), [false, false])

  ask('c')
  start()
  respond(2)
  pass(5_000)
  t.deepEqual(isOpen(), [false, false, false], 'connections are checked again')
})

test.serial('one timer checks all idle connections, and ends with the last one', (t) => {
  const { ask, start } = openPool()
  ask('a')
  ask('b')
  start()
  const timers = mock.method(globalThis, 'setTimeout')
  respond(0)
  respond(1)
  turn()
  const first = timers.mock.callCount()
  for (let second = 0; second < 6; second += 1) pass(1_000)
  timers.mock.resetCalls()
  pass(10_000)
  const later = timers.mock.callCount()
  timers.mock.restore()
  t.is(first, 1)
  t.deepEqual(isOpen(), [false, false])
  t.is(later, 0)
})

test.serial('a request for another protocol gets its own connection, in place of an idle one', (t) => {
  const { ask, start } = openPool(2)
  ask('a')
  ask('b')
  start()
  respond(0)
  turn()
  ask('c', { upgrade: 'echo' })
  start()
  t.deepEqual(isOpen(), [false, true, true])
  t.deepEqual(paths(2), ['/c'])
})

for (const isIdle of [true, false])
  test.serial(`a connection that was closed while it ${isIdle ? 'was idle' : 'rested'} makes no room`, (t) => {
    const { ask, start } = openPool(2)
    ask('a')
    ask('b')
    start()
    respond(0)
    respond(1)
    if (isIdle) turn()
    opened[0]?.socket.emit('end')
    ask('c', { upgrade: 'echo' })
    start()
    t.deepEqual(isOpen(), [false, true, true], 'there was room')
    ask('d', { upgrade: 'echo' })
    start()
    start()
    t.deepEqual(isOpen(), [false, false, true, true])
    t.deepEqual(paths(3), ['/d'])
  })

test.serial('an aborted request that waits is not sent, and those behind it are', (t) => {
  const { ask, start } = openPool(1)
  ask('a')
  start()
  ask('b').abort()
  ask('c')
  turn()
  respond(0)
  turn()
  turn()
  t.deepEqual(paths(0), ['/a', '/c'])
})

test.serial('close keeps connections until their requests have ended, and sends those that wait', async (t) => {
  const { pool, ask, start, ended } = openPool(2)
  for (const name of ['a', 'b', 'c']) ask(name)
  start()
  respond(1)
  turn()
  turn()
  ask('d')
  let isClosed = false
  const closed = pool.close().then(() => {
    isClosed = true
  })
  t.throws(() => ask('e'), { code: 'CONNECTIONS_CLOSED' })
  t.deepEqual(isOpen(), [true, true])
  respond(1)
  turn()
  turn()
  respond(1)
  t.deepEqual(ended, ['b', 'c', 'd'])
  t.deepEqual(isOpen(), [true, false])
  await Promise.resolve()
  t.false(isClosed)
  respond(0)
  await closed
  t.deepEqual(isOpen(), [false, false])
  await pool.close()
})

test.serial('close closes idle connections and those that rest at once', async (t) => {
  const { pool, ask, start } = openPool()
  ask('a')
  ask('b')
  start()
  respond(0)
  turn()
  respond(1)
  const closed = pool.close()
  t.deepEqual(isOpen(), [false, false])
  await closed
})

test.serial('close does not wait for requests that were aborted', async (t) => {
  const { pool, ask } = openPool()
  ask('a').abort()
  const closed = pool.close()
  turn()
  await closed
  t.is(opened.length, 0)
})

test.serial('a pool without connections closes at once', async (t) => {
  await openPool().pool.close()
  t.is(opened.length, 0)
})

test.serial('a connection that fails leaves those that are idle', (t) => {
  const { ask, start } = openPool()
  ask('a')
  ask('b')
  start()
  respond(0)
  turn()
  opened[1]?.socket.emit('error', new Error('reset'))
  ask('c')
  turn()
  t.deepEqual(paths(0), ['/a', '/c'])
  t.is(opened.length, 2)
})

test.serial('a connection that fails makes room for the requests that wait', (t) => {
  const { ask, start, failed } = openPool(1)
  ask('a')
  ask('b')
  start()
  opened[0]?.socket.emit('error', new Error('refused'))
  start()
  t.deepEqual(failed, ['a'])
  t.deepEqual(paths(1), ['/b'])
})
