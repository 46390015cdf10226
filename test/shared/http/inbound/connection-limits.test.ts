/** Which connections the limits admit and close, with a clock that the test moves. */
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import test from 'ava'
import {
  type ConnectionLimitsOptions,
  type ConnectionState,
  isDescriptorShortage,
  openConnectionLimits,
} from '../../../../src/shared/http/inbound/connection-limits.ts'

function open(changes: Partial<ConnectionLimitsOptions> = {}) {
  const clock = { ms: 0 }
  const log: string[] = []
  const closed: string[] = []
  const states = new Map<unknown, ConnectionState>()
  const limits = openConnectionLimits({
    maxConnections: 1_000,
    maxPerAddress: 1_000,
    isExempt: () => false,
    now: () => clock.ms,
    onRefused: (because, address) => log.push(`refused ${because} ${address}`),
    onEvicted: (count) => log.push(`closed ${count}`),
    ...changes,
  })

  /** Admits a connection; its name is listed in `closed` when the limits close it. */
  function dial(name: string, state: ConnectionState = 'silent', remoteAddress: string | undefined = '10.0.0.1') {
    const emitter = new EventEmitter()
    const socket = Object.assign(emitter, {
      remoteAddress,
      destroy() {
        closed.push(name)
        emitter.emit('close')
      },
    })
    states.set(socket, state)
    const isAdmitted = limits.admit(socket as unknown as Socket, (each) => states.get(each) ?? 'busy')
    return { isAdmitted, socket, become: (next: ConnectionState) => states.set(socket, next) }
  }
  const dialMany = (count: number, name: string, state: ConnectionState, address?: string) =>
    Array.from({ length: count }, (_, index) => dial(`${name}${index + 1}`, state, address))
  return { limits, clock, log, closed, dial, dialMany }
}

test('connections are admitted up to the limit, and counted until they close', (t) => {
  const { limits, log, dial } = open({ maxConnections: 2 })
  const first = dial('a', 'busy')
  t.is(limits.openCount, 1)
  t.true(dial('b', 'busy').isAdmitted)
  t.is(limits.openCount, 2)
  t.false(dial('c', 'busy').isAdmitted)
  t.is(limits.openCount, 2)
  t.deepEqual(log, ['refused total 10.0.0.1'])
  first.socket.emit('close')
  t.is(limits.openCount, 1)
  t.true(dial('d', 'busy').isAdmitted)
})

test('a refused connection is destroyed', (t) => {
  const { closed, dial } = open({ maxConnections: 1 })
  dial('first', 'busy')
  dial('refused', 'busy')
  t.deepEqual(closed, ['refused'])
})

test('silent connections are closed first, the oldest first, then idle ones, and busy ones never', (t) => {
  const { limits, log, closed, dial } = open({ maxConnections: 5 })
  for (const [name, state] of [
    ['busy', 'busy'],
    ['idle1', 'idle'],
    ['silent1', 'silent'],
    ['silent2', 'silent'],
    ['idle2', 'idle'],
  ] as const)
    dial(name, state)
  for (const next of ['a', 'b', 'c', 'd']) t.true(dial(next, 'busy').isAdmitted, next)
  t.deepEqual(closed, ['silent1', 'silent2', 'idle1', 'idle2'])
  t.is(limits.openCount, 5)
  t.false(dial('e', 'busy').isAdmitted)
  t.deepEqual(log, ['closed 1', 'closed 1', 'closed 1', 'closed 1', 'refused total 10.0.0.1'])
})

test('the state of a connection counts at the time of the search', (t) => {
  const { closed, dial } = open({ maxConnections: 2 })
  const first = dial('first', 'silent')
  dial('second', 'silent')
  first.become('busy')
  dial('third', 'busy')
  t.deepEqual(closed, ['second'])
})

for (const [size, count] of [
  [31, 1],
  [63, 1],
  [64, 2],
  [95, 2],
  [96, 3],
  [1_023, 31],
  [1_024, 32],
  [1_056, 32],
  [2_000, 32],
] as const)
  test(`of ${size} connections, ${count} are closed at once`, (t) => {
    const { limits, closed, log, dial, dialMany } = open({ maxConnections: size, maxPerAddress: 9_999 })
    dialMany(size, 'silent', 'silent')
    t.true(dial('new').isAdmitted)
    t.deepEqual(
      closed,
      Array.from({ length: count }, (_, index) => `silent${index + 1}`),
    )
    t.deepEqual(log, [`closed ${count}`])
    t.is(limits.openCount, size + 1 - count)
  })

test('an address has a limit of its own, and closes only its own connections', (t) => {
  const { closed, log, dial } = open({ maxPerAddress: 2 })
  dial('other', 'silent', '10.0.0.2')
  dial('silent', 'silent')
  dial('busy', 'busy')
  t.true(dial('third', 'busy').isAdmitted)
  t.deepEqual(closed, ['silent'])
  t.false(dial('fourth', 'busy').isAdmitted)
  t.deepEqual(log, ['closed 1', 'refused address 10.0.0.1'])
  t.true(dial('fifth', 'busy', '10.0.0.2').isAdmitted)
})

test('connections of the same IPv6 network share a limit', (t) => {
  const { log, dial } = open({ maxPerAddress: 1 })
  t.true(dial('a', 'busy', '2001:db8::1').isAdmitted)
  t.false(dial('b', 'busy', '2001:db8::2').isAdmitted)
  t.true(dial('c', 'busy', '2001:db8:0:1::1').isAdmitted)
  t.deepEqual(log, ['refused address 2001:db8:0:0::/64'])
})

test('an address has room again when its connections have closed', (t) => {
  const { dial } = open({ maxPerAddress: 2 })
  const [first] = [dial('a', 'busy'), dial('b', 'busy')]
  t.false(dial('c', 'busy').isAdmitted)
  first.socket.emit('close')
  t.true(dial('d', 'busy').isAdmitted)
  t.false(dial('e', 'busy').isAdmitted)
})

test('the limit of an address does not apply to exempt addresses, the total does', (t) => {
  const { log, dial } = open({
    maxPerAddress: 1,
    maxConnections: 3,
    isExempt: (address) => address === '10.0.0.1' || address === '',
  })
  t.true(dial('a', 'busy').isAdmitted)
  t.true(dial('b', 'busy').isAdmitted)
  t.true(dial('c', 'busy', '10.0.0.2').isAdmitted)
  t.false(dial('d', 'busy').isAdmitted)
  t.deepEqual(log, ['refused total 10.0.0.1'])
})

test('a connection that has closed already is admitted without an address', (t) => {
  const { dial } = open({ isExempt: (address) => address === '', maxPerAddress: 1 })
  const addressless = () => dial('a', 'busy', null as never)
  t.true(addressless().isAdmitted)
  t.true(addressless().isAdmitted)
})

for (const limit of ['maxConnections', 'maxPerAddress'] as const)
  test(`${limit}: a search that found nothing is repeated after 100 ms`, (t) => {
    const { clock, dial } = open({ [limit]: 1 })
    const first = dial('first', 'busy')
    t.false(dial('a').isAdmitted)
    first.become('idle')
    clock.ms = 99
    t.false(dial('b').isAdmitted)
    clock.ms = 100
    t.true(dial('c').isAdmitted)
  })

test('an address is forgotten with its last connection', (t) => {
  const { closed, dial } = open({ maxPerAddress: 1 })
  const first = dial('first', 'busy')
  t.false(dial('refused', 'busy').isAdmitted)
  first.socket.emit('close')
  dial('second', 'idle')
  t.true(dial('third', 'busy').isAdmitted)
  t.deepEqual(closed, ['refused', 'second'])
})

test('the first search happens at once', (t) => {
  const { closed, dial } = open({ maxPerAddress: 1 })
  dial('first')
  t.true(dial('second').isAdmitted)
  t.deepEqual(closed, ['first'])
})

test('a lack of descriptors is reported and closes a connection without a request', (t) => {
  const { limits, log, closed, dial } = open()
  dial('busy', 'busy')
  dial('idle', 'idle')
  limits.onDescriptorShortage()
  t.deepEqual(closed, ['idle'])
  t.deepEqual(log, ['refused descriptors ', 'closed 1'])
})

test('only errors about the number of open files are a lack of descriptors', (t) => {
  const isShortage = (code?: string) => isDescriptorShortage(Object.assign(new Error('accept'), { code }))
  t.deepEqual(['EMFILE', 'ENFILE', 'ENOBUFS', undefined].map(isShortage), [true, true, false, false])
})
