import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import test from 'ava'
import { openUndiciPool } from '../../../../../src/shared/http/client/index.ts'
import { ask, connectedBy, get, handler, testConnectionPool } from '../conformance.ts'

/**
 * Malformed responses that undici accepts: it does not report the version of a response, and has other limits for
 * the framing of a body.
 */
const accepted = [
  'another version',
  'chunks in the version before',
  'extensions that are too long',
  'trailers that are too long',
]

testConnectionPool(test, openUndiciPool, accepted)

const headLimitBytes = 64 * 1024

test('the names and values of a head have less than 64 KiB', async (t) => {
  const { connections } = await connectedBy(openUndiciPool, t, (socket, bytes) => {
    const length = Number(/^GET \/(\d+)/.exec(bytes)?.[1])
    socket.end(`HTTP/1.1 204 No Content\r\na: ${'x'.repeat(length - 1)}\r\n\r\n`)
  })
  t.is(await ask(connections, { path: `/${headLimitBytes - 1}` }), '')
  await t.throwsAsync(ask(connections, { path: `/${headLimitBytes}` }), { code: 'MALFORMED' })
})

test('undici itself limits the time of no response', async (t) => {
  const timers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick(ms: number): void }
  const begun = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<Socket>()
  const { connections } = await connectedBy(openUndiciPool, t, asked.resolve)
  let body = ''
  const ended = new Promise((resolve, reject) => {
    const onData = (part: Buffer) => {
      body += part.toString()
      begun.resolve()
    }
    connections.send(get, handler({ onData, onEnd: () => resolve(undefined), onError: reject }))
  })
  const socket = await asked.promise
  timers.tick(3_600_000)
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nla')
  await begun.promise
  timers.tick(3_600_000)
  socket.write('te')
  await ended
  t.is(body, 'late')
})
