import test from 'ava'
import { benchFor, refuses, text } from '../_support/manager.ts'

test('a streaming queue gets the same message, under the same id', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'COPY')
  await define('queue', 'QLOCAL', 'A', { STREAMQ: 'COPY' })
  const { messageId } = await connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' }))
  t.like(await connection.get('A'), { messageId, body: Buffer.from('x') })
  t.like(await connection.get('COPY'), { messageId, body: Buffer.from('x'), persistence: 'persistent' })
})

test('publications are streamed as well', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'COPY')
  await define('queue', 'QLOCAL', 'A', { STREAMQ: 'COPY' })
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A' })
  await connection.publish('a', text('x'))
  t.truthy(await connection.get('A'))
  t.truthy(await connection.get('COPY'))
})

test('a copy that cannot be made is left out, unless it must be made', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'COPY', { MAXDEPTH: 0 })
  await define('queue', 'QLOCAL', 'A', { STREAMQ: 'COPY' })
  await connection.put({ queue: 'A' }, text('x'))
  await define('queue', 'QLOCAL', 'A', { STREAMQ: 'COPY', STRMQOS: 'MUSTDUP' })
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2053)
  t.is((await connection.list('A', { limit: 9 })).length, 1)
})
