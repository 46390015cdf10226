import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import test from 'ava'
import type { ConnectionState } from '../../../../src/shared/http/inbound/connection-limits.ts'
import { openLoggedConnectionLimits } from '../../../../src/shared/http/inbound/logged-connection-limits.ts'

function open({ maxConnections = 1, maxPerAddress = 9, trustedProxies = ['10.9.0.0/16'] } = {}) {
  const clock = { ms: 1_000 }
  const lines: unknown[] = []
  const calls: unknown[] = []
  const limits = openLoggedConnectionLimits({
    settings: { fastPath: true, http2: true, maxConnections, maxPerAddress },
    trustedProxies,
    log: { warn: (...line: unknown[]) => lines.push(line) },
    onRefused: (reason) => calls.push(reason),
    onEvicted: (count) => calls.push(count),
    now: () => clock.ms,
  })
  const dial = (remoteAddress = '10.0.0.1', state: ConnectionState = 'busy') =>
    limits.admit(Object.assign(new EventEmitter(), { remoteAddress, destroy() {} }) as unknown as Socket, () => state)
  return { limits, clock, lines, calls, dial }
}

const facts = { open: 1, maxConnections: 1, maxPerAddress: 9 }

test('a refused connection is logged with the reason, the limits and the address', (t) => {
  const { lines, dial } = open()
  dial()
  t.deepEqual(lines, [])
  t.false(dial('10.0.0.2'))
  t.deepEqual(lines, [
    [
      { ...facts, reason: 'total', refused: 1, address: '10.0.0.2' },
      'connections of clients are refused: SLUICE_MAX_CONNECTIONS is reached',
    ],
  ])
})

test('a limit per address names its setting', (t) => {
  const { lines, dial } = open({ maxConnections: 9, maxPerAddress: 1 })
  dial()
  dial()
  t.is(
    (lines[0] as unknown[])[1],
    'connections of a client address are refused: SLUICE_MAX_CONNECTIONS_PER_ADDRESS is reached',
  )
})

test('a lack of descriptors is logged without an address', (t) => {
  const { limits, lines } = open()
  limits.onDescriptorShortage()
  t.deepEqual(JSON.parse(JSON.stringify(lines)), [
    [
      { ...facts, open: 0, reason: 'descriptors', refused: 1 },
      'connections of clients are refused: the limit of open files is reached; raise it with ulimit -n',
    ],
  ])
})

test('each reason is logged at most every ten seconds, with the number of connections since then', (t) => {
  const { limits, clock, lines, calls, dial } = open()
  const logged = () => lines.splice(0).map((line) => (line as { reason: string; refused: number }[])[0])
  dial()
  dial()
  t.like(logged(), [{ reason: 'total', refused: 1 }])
  for (let count = 0; count < 3; count += 1) dial()
  clock.ms += 9_999
  dial()
  t.deepEqual(logged(), [])
  limits.onDescriptorShortage()
  t.like(logged(), [{ reason: 'descriptors', refused: 1 }])
  clock.ms += 1
  dial()
  t.like(logged(), [{ reason: 'total', refused: 5 }])
  clock.ms += 9_999
  dial()
  t.deepEqual(logged(), [])
  clock.ms += 1
  dial()
  t.like(logged(), [{ reason: 'total', refused: 2 }])
  t.is(calls.filter((reason) => reason === 'total').length, 8)
})

test('closed connections are reported by their number', (t) => {
  const { calls, dial } = open()
  dial('10.0.0.1', 'idle')
  t.true(dial())
  t.deepEqual(calls, [1])
})

test('the limit per address does not apply to trusted proxies', (t) => {
  const { dial } = open({ maxConnections: 9, maxPerAddress: 1 })
  t.true(dial('10.9.0.1'))
  t.true(dial('10.9.0.1'))
  t.true(dial('10.0.0.1'))
  t.false(dial('10.0.0.1'))
})

test('only the settings and a log are needed', (t) => {
  const lines: unknown[] = []
  const limits = openLoggedConnectionLimits({
    settings: { fastPath: true, http2: true, maxConnections: 0, maxPerAddress: 1 },
    log: { warn: (line: unknown) => lines.push(line) },
  })
  const socket = Object.assign(new EventEmitter(), { remoteAddress: '10.0.0.1', destroy() {} })
  t.false(limits.admit(socket as unknown as Socket, () => 'busy'))
  t.like(lines, [{ reason: 'total', refused: 1 }])
})
