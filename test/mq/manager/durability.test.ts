import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { type MessageStore, MessageStoreError } from '../../../src/mq/manager/store/message-store.ts'
import type { Connection } from '../../../src/mq/manager/types/connection.ts'
import { benchOver, diskBenchFor, refuses, text } from './_support/manager.ts'
import { openMemoryMessageStore } from './_support/memory-message-store.ts'

const persistence = 'persistent'
/** Where a running process can be given room by `prlimit`. */
const onLinux = process.platform === 'linux' ? test : test.skip
const client = join(import.meta.dirname, '_support', 'client.ts')

test('no acknowledged put is lost by kill -9, and none is there twice', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  await disk.bench.running.close()

  const acknowledged = await reportsOf(t, fork(client, [disk.file, 'put']), 400)
  const { connection } = await disk.reopen()
  const there = await bodies(connection)
  t.is(new Set(there).size, there.length)
  t.deepEqual(
    acknowledged.filter((body) => !there.includes(body)),
    [],
  )
  for (const lane of ['1', '2', '3', '4']) {
    const numbers = there.filter((body) => body.startsWith(`${lane} `)).map((body) => Number(body.slice(2)))
    t.deepEqual(numbers, [...numbers.keys()])
  }
})

test('no message that was handed out before kill -9 is there after it', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  const all = Array.from({ length: 3000 }, (_, number) => String(number))
  await Promise.all(all.map((body) => disk.bench.connection.put({ queue: 'A' }, text(body, { persistence }))))
  await disk.bench.running.close()

  const handedOut = await reportsOf(t, fork(client, [disk.file, 'get']), 300)
  const { connection } = await disk.reopen()
  const left = await bodies(connection)
  t.is(new Set([...handedOut, ...left]).size, handedOut.length + left.length)
  t.deepEqual(left, all.slice(all.length - left.length))
})

test('kill -9 leaves each unit of work whole or not at all', async (t) => {
  const disk = await diskBenchFor(t)
  for (const name of ['A', 'B']) await disk.bench.define('queue', 'QLOCAL', name, { MAXDEPTH: 999_999 })
  const all = Array.from({ length: 3000 }, (_, number) => String(number))
  await Promise.all(all.map((body) => disk.bench.connection.put({ queue: 'A' }, text(body, { persistence }))))
  await disk.bench.running.close()

  const acknowledged = await reportsOf(t, fork(client, [disk.file, 'move']), 200)
  const { connection, running } = await disk.reopen()
  const [left, moved] = [await bodies(connection), await bodies(connection, 'B')]
  t.deepEqual([...left, ...moved].sort(), all.toSorted())
  t.deepEqual(
    acknowledged.filter((body) => !moved.includes(body)),
    [],
  )
  const recorded = running.objects.listStored('channel-state').map(({ record }) => record.name.slice(2))
  t.deepEqual(recorded.sort(), moved.sort())
})

onLinux('a file that may not grow is a full disk: puts are refused, gets go on, and no message is lost', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  await disk.bench.running.close()
  const blocks = Math.ceil(statSync(disk.file).size / 1024) + 600

  // The shell's limit on the size of files makes writes fail with EFBIG.
  const run = `ulimit -S -f ${blocks} && exec "$0" "$@"`
  const child = spawn(
    'sh',
    ['-c', run, process.execPath, '--disable-warning=ExperimentalWarning', client, disk.file, 'fill'],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const [before] = await once(child, 'message')
  t.like(before, { full: 2192, got: 0, depth: before.put - 1 })
  t.true(before.put > 20)

  await promisify(execFile)('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:unlimited'])
  child.send('there is room')
  const [after] = await once(child, 'message')
  t.deepEqual(after, { after: 0, first: '1', depth: before.put - 1 })
  if (child.exitCode === null) await once(child, 'exit')

  const { connection } = await disk.reopen()
  const numbers = (await bodies(connection)).map((body) => Number(body.split(' ')[0]))
  t.deepEqual(
    numbers,
    Array.from({ length: before.put - 1 }, (_, place) => place + 2),
  )
})

test('a store without pages takes puts again after gets have made room', async (t) => {
  const disk = await diskBenchFor(t, { maxPages: 150 })
  const { connection, define } = disk.bench
  await define('queue', 'QLOCAL', 'A')
  const big = text('x'.repeat(50_000), { persistence })
  let put = 0
  const filling = async () => {
    for (;;) {
      await connection.put({ queue: 'A' }, big)
      put++
    }
  }
  const error = await refuses(t, filling(), 2192)
  t.regex(error.message, /no room on the disk/)
  t.is((await connection.list('A', { limit: 999 })).length, put)
  t.truthy(await connection.get('A'))
  await t.notThrowsAsync(connection.put({ queue: 'A' }, big))
})

for (const [kind, reason] of [
  ['full', 2192],
  ['failed', 2102],
] as const) {
  test(`when a commit has ${kind}, everything in it is as before`, async (t) => {
    const store = failing()
    const { connection, define, running } = benchOver(t, store)
    await define('queue', 'QLOCAL', 'A')
    for (const body of 'abc') await connection.put({ queue: 'A' }, text(body, { persistence }))
    const waiter = connection.get('A', { waitMs: 60_000, correlationId: Buffer.alloc(24, 1) })

    store.fail = kind
    const outcomes = await Promise.allSettled([
      connection.get('A'),
      connection.put({ queue: 'A' }, text('d', { persistence })),
      connection.put({ queue: 'A' }, text('for the waiter', { persistence, correlationId: Buffer.alloc(24, 1) })),
      connection.get('A'),
    ])
    t.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.reasonCode),
      [reason, reason, reason, reason],
    )
    t.like(running.queues.find('A'), { depth: 3, uncommittedCount: 0 })

    store.fail = undefined
    await connection.put({ queue: 'A' }, text('e', { persistence, correlationId: Buffer.alloc(24, 1) }))
    t.is((await waiter)?.body.toString(), 'e')
    t.deepEqual(await bodies(connection), [...'abc'])
  })
}

test('a queue far deeper than its window keeps its order through failures, selections and restarts', async (t) => {
  const disk = await diskBenchFor(t)
  const { connection, define } = disk.bench
  await define('queue', 'QLOCAL', 'A')
  const priorities = Array.from({ length: 1500 }, (_, number) => (number * 7) % 3)
  const puts = priorities.map((priority, number) =>
    connection.put({ queue: 'A' }, text(String(number), { persistence, priority })),
  )
  const ids = (await Promise.all(puts)).map(({ messageId }) => messageId)
  const ordered = [2, 1, 0].flatMap((priority) =>
    [...priorities.keys()].filter((number) => priorities[number] === priority).map(String),
  )

  const picked = [1499, 700, 3]
  for (const number of picked) {
    const messageId = ids[number] as Buffer
    t.is((await connection.get('A', { messageId }))?.body.toString(), String(number))
  }
  const expected = ordered.filter((body) => !picked.includes(Number(body)))
  for (const body of expected.splice(0, 300)) t.is((await connection.get('A'))?.body.toString(), body)

  const again = await disk.reopen()
  t.is(again.running.queues.find('A')?.depth, expected.length)
  t.deepEqual(await bodies(again.connection), expected)
})

/** What the process tells about its messages until it is killed, some time after `enough` reports. */
async function reportsOf(t: ExecutionContext, child: ChildProcess, enough: number): Promise<string[]> {
  t.teardown(() => child.kill('SIGKILL'))
  const reports: string[] = []
  child.on('message', (report) => {
    reports.push(report as string)
    if (reports.length === enough) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return reports
}

async function bodies(connection: Connection, queue = 'A'): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const batch = await Promise.all(Array.from({ length: 100 }, () => connection.get(queue)))
    for (const message of batch) if (message) found.push(message.body.toString())
    if (batch.includes(undefined)) return found
  }
}

function failing(): MessageStore & { fail: MessageStoreError['kind'] | undefined } {
  const store = openMemoryMessageStore()
  return {
    ...store,
    fail: undefined,
    async commit(changes) {
      if (this.fail) throw new MessageStoreError(this.fail, 'the disk says no')
      await store.commit(changes)
    },
  }
}
