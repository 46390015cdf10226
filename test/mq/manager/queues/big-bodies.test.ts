import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import { minFileBodyBytes } from '../../../../src/mq/manager/persistence/message-bodies.ts'
import { diskBenchFor, refuses, text } from '../_support/manager.ts'

const persistence = 'persistent'
const big = (letter: string) => text(letter.repeat(minFileBodyBytes), { persistence })

test('a big body lies beside the store while its message does, also over a restart', async (t) => {
  const disk = await diskBenchFor(t)
  const files = () => readdirSync(join(dirname(disk.file), 'bodies'))
  await disk.bench.define('queue', 'QLOCAL', 'A')
  await disk.bench.connection.put({ queue: 'A' }, big('x'))
  t.is(files().length, 1)

  const { connection, running } = await disk.reopen()
  t.is((await connection.browse('A'))?.body.toString(), 'x'.repeat(minFileBodyBytes))
  t.is((await connection.get('A'))?.body.length, minFileBodyBytes)
  t.is(await connection.browse('A'), undefined)
  await running.close()
  t.deepEqual(files(), [])
})

test('a refused message leaves no body', async (t) => {
  const disk = await diskBenchFor(t)
  const { connection, define, running } = disk.bench
  await define('queue', 'QLOCAL', 'A', { MAXDEPTH: 1 })
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => connection.put({ queue: 'A' }, big('x'))))
  t.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  await running.close()
  t.is(readdirSync(join(dirname(disk.file), 'bodies')).length, 1)
})

test('a getter that leaves while a big body is read takes nothing', async (t) => {
  const { connection, define } = (await diskBenchFor(t)).bench
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A' }, big('x'))
  const client = new AbortController()
  const got = connection.get('A', { signal: client.signal })
  client.abort(new Error('gone'))
  await t.throwsAsync(got, { message: 'gone' })
  t.is((await connection.get('A'))?.body.length, minFileBodyBytes)
})

test('small messages pass a big one that is still being written', async (t) => {
  const { connection, define } = (await diskBenchFor(t)).bench
  await define('queue', 'QLOCAL', 'A')
  const slow = connection.put({ queue: 'A' }, big('x'))
  await connection.put({ queue: 'A' }, text('small', { persistence }))
  t.is((await connection.get('A'))?.body.toString(), 'small')
  await slow
})

test('the bodies of a queue that is cleared are removed', async (t) => {
  const disk = await diskBenchFor(t)
  const { connection, define, running } = disk.bench
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A' }, big('x'))
  await running.queues.find('A')?.clear()
  await disk.reopen()
  t.deepEqual(readdirSync(join(dirname(disk.file), 'bodies')), [])
})

test('a big message whose file was lost is reported as damaged', async (t) => {
  const disk = await diskBenchFor(t)
  const { connection, define, running } = disk.bench
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A' }, big('x'))
  const folder = join(dirname(disk.file), 'bodies')
  const [name] = readdirSync(folder)
  rmSync(join(folder, name as string))
  const error = await refuses(t, connection.get('A'), 2101)
  t.true(error.message.includes(name as string))
  t.like(running.queues.find('A'), { depth: 0, damagedCount: 1 })
})
