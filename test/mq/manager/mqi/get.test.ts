import test, { type ExecutionContext } from 'ava'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import type { NewMessage } from '../../../../src/mq/manager/types/message.ts'
import { benchFor, committed, diskBenchFor, refuses, text } from '../_support/manager.ts'
import { manualTimers } from '../_support/manual-timers.ts'

const kinds = ['persistent', 'nonPersistent'] as const

for (const persistence of kinds) {
  test(`hands out ${persistence} messages by priority, then in the order of the puts`, async (t) => {
    const { connection } = await bench(t)
    for (const [body, priority] of [
      ['a', 1],
      ['b', 5],
      ['c', 5],
      ['d', 9],
      ['e', 1],
    ] as const) {
      await connection.put({ queue: 'A' }, text(body, { priority, persistence }))
    }
    t.is(await drain(connection), 'dbcae')
  })

  test(`takes a ${persistence} message by its id, its correlation id, or both`, async (t) => {
    const { connection } = await bench(t)
    const [one, two] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
    const put = (body: string, more: Partial<NewMessage> = {}) =>
      connection.put({ queue: 'A' }, text(body, { persistence, ...more }))
    const { messageId } = await put('own id')
    await put('given id', { messageId: one, correlationId: two })
    await put('same id', { messageId: one, correlationId: one })
    await put('correlated', { correlationId: two, priority: 4 })

    t.is((await connection.get('A', { messageId: one, correlationId: one }))?.body.toString(), 'same id')
    t.is((await connection.get('A', { messageId }))?.body.toString(), 'own id')
    t.is(await connection.get('A', { messageId }), undefined)
    t.is((await connection.get('A', { correlationId: two }))?.body.toString(), 'correlated')
    t.is((await connection.get('A', { messageId: one }))?.body.toString(), 'given id')
    t.is(await connection.get('A'), undefined)
  })

  test(`a ${persistence} copy under the same id is found in delivery order`, async (t) => {
    const { connection } = await bench(t)
    const { messageId } = await connection.put({ queue: 'A' }, text('original', { persistence, priority: 4 }))
    await connection.put({ queue: 'A' }, text('later', { persistence, priority: 4, messageId }))
    await connection.put({ queue: 'A' }, text('sooner', { persistence, priority: 5, messageId }))
    const got = [1, 2, 3].map(() => connection.get('A', { messageId }))
    const bodies = (await Promise.all(got)).map((message) => message?.body.toString())
    t.deepEqual(bodies, ['sooner', 'original', 'later'])
  })

  test(`many ${persistence} messages with one correlation id come in order`, async (t) => {
    const { connection } = await bench(t)
    const correlationId = Buffer.alloc(24, 1)
    const numbers = Array.from({ length: 300 }, (_, number) => number)
    await Promise.all(
      numbers.flatMap((number) => [
        connection.put({ queue: 'A' }, text(String(number), { persistence, correlationId })),
        connection.put({ queue: 'A' }, text('other', { persistence })),
      ]),
    )
    const got = await Promise.all(numbers.map(() => connection.get('A', { correlationId })))
    t.deepEqual(
      got.map((message) => Number(message?.body)),
      numbers,
    )
    t.is(await connection.get('A', { correlationId }), undefined)
  })

  test(`getters that race for ${persistence} messages get each of them once`, async (t) => {
    const { connection } = await bench(t)
    const puts = Array.from({ length: 50 }, (_, number) =>
      connection.put({ queue: 'A' }, text(String(number), { persistence })),
    )
    await Promise.all(puts)
    const got = await Promise.all(Array.from({ length: 80 }, () => connection.get('A')))
    const bodies = got.flatMap((message) => (message ? [Number(message.body)] : []))
    t.deepEqual(
      bodies,
      Array.from({ length: 50 }, (_, number) => number),
    )
  })

  test(`an expired ${persistence} message is not seen, and makes room`, async (t) => {
    const { connection, pass, running } = await bench(t, { MAXDEPTH: 2 })
    await connection.put({ queue: 'A' }, text('short', { expiry: 1000, persistence }))
    await connection.put({ queue: 'A' }, text('long', { expiry: 9000, persistence }))
    pass(1000)
    t.deepEqual(
      (await connection.list('A', { limit: 9 })).map(({ expiry }) => expiry),
      [8000],
    )
    t.is((await connection.browse('A'))?.body.toString(), 'long')

    running.sweep()
    await committed()
    await connection.put({ queue: 'A' }, text('next', { persistence }))
    t.is(running.queues.find('A')?.depth, 2)
    t.is(await drain(connection), 'longnext')
  })

  test(`a waiter gets the ${persistence} message that comes`, async (t) => {
    const { connection } = await bench(t)
    const got = connection.get('A', { waitMs: 60_000 })
    await connection.put({ queue: 'A' }, text('hello', { persistence }))
    t.is((await got)?.body.toString(), 'hello')
    t.is(await connection.get('A'), undefined)
  })

  test(`a ${persistence} message that is not accepted stays where it was`, async (t) => {
    const { connection } = await bench(t)
    await connection.put({ queue: 'A' }, text('first', { persistence, format: 'MQHRF2' }))
    await connection.put({ queue: 'A' }, text('second', { persistence }))
    const picky = { accepts: ({ format }: { format: string }) => format === 'MQSTR' }
    await refuses(t, connection.get('A', picky), 2110)
    t.is(await drain(connection), 'firstsecond')
  })

  test(`browsing leaves the ${persistence} message, and getting it by its id may be repeated`, async (t) => {
    const { connection } = await bench(t)
    await connection.put({ queue: 'A' }, text('first', { persistence }))
    await connection.put({ queue: 'A' }, text('second', { persistence }))
    const seen = await connection.browse('A')
    t.deepEqual(await connection.browse('A'), seen)

    const { messageId } = seen as { messageId: Buffer }
    t.is((await connection.get('A', { messageId }))?.body.toString(), 'first')
    t.is(await connection.get('A', { messageId }), undefined)
    t.is(await drain(connection), 'second')
  })
}

test('a waiter never gets a message that expired during its commit', async (t) => {
  const { connection, pass } = await bench(t)
  const got = connection.get('A', { waitMs: 60_000 })
  const put = connection.put({ queue: 'A' }, text('expired', { expiry: 1000, persistence: 'persistent' }))
  pass(1000)
  await put
  await connection.put({ queue: 'A' }, text('live', { persistence: 'persistent' }))
  t.is((await got)?.body.toString(), 'live')
})

test('a getter passes over any number of expired messages', async (t) => {
  const { connection, pass } = await bench(t)
  for (const persistence of kinds) {
    const puts = Array.from({ length: 500 }, () =>
      connection.put({ queue: 'A' }, text('x', { expiry: 1000, persistence })),
    )
    await Promise.all(puts)
  }
  await connection.put({ queue: 'A' }, text('live', { persistence: 'persistent' }))
  pass(1000)
  t.is((await connection.get('A'))?.body.toString(), 'live')
})

test('many expired messages are swept in stretches', async (t) => {
  const { connection, pass, running, define } = benchFor(t, { timers: manualTimers() }) // no sweep but those here
  await define('queue', 'QLOCAL', 'A')
  for (const persistence of kinds) {
    const puts = Array.from({ length: 700 }, () =>
      connection.put({ queue: 'A' }, text('x', { expiry: 1000, persistence })),
    )
    await Promise.all(puts)
  }
  pass(1000)
  t.true(running.sweep())
  await committed()
  t.is(running.queues.find('A')?.depth, 400)
  t.false(running.sweep())
  await committed()
  t.is(running.queues.find('A')?.depth, 0)
})

test('persistent and other messages share one order', async (t) => {
  const { connection } = await bench(t)
  for (const [place, body] of [...'abcdef'].entries()) {
    await connection.put({ queue: 'A' }, text(body, { persistence: place % 2 ? 'persistent' : 'nonPersistent' }))
  }
  t.deepEqual(
    (await connection.list('A', { limit: 4 })).map(({ persistence }) => persistence[0]),
    [...'npnp'],
  )
  t.is(await drain(connection), 'abcdef')
})

test('a queue in FIFO order ignores priorities', async (t) => {
  const { connection } = await bench(t, { MSGDLVSQ: 'FIFO' })
  for (const [body, priority] of [
    ['a', 1],
    ['b', 9],
    ['c', 5],
  ] as const) {
    await connection.put({ queue: 'A' }, text(body, { priority }))
  }
  t.is(await drain(connection), 'abc')
})

test('an id of zeros selects nothing in particular', async (t) => {
  const { connection } = await bench(t)
  await connection.put({ queue: 'A' }, text('x'))
  const none = { messageId: Buffer.alloc(24), correlationId: Buffer.alloc(24) }
  t.is((await connection.get('A', none))?.body.toString(), 'x')
})

test('waiters are served in the order in which they came', async (t) => {
  const { connection } = await bench(t)
  const got = [1, 2, 3].map(() => connection.get('A', { waitMs: 60_000 }))
  for (const body of 'abc') await connection.put({ queue: 'A' }, text(body))
  t.deepEqual(
    (await Promise.all(got)).map((message) => message?.body.toString()),
    [...'abc'],
  )
})

test('a waiter for an id lets others pass', async (t) => {
  const { connection } = await bench(t)
  const correlationId = Buffer.alloc(24, 1)
  const mine = connection.get('A', { waitMs: 60_000, correlationId })
  const any = connection.get('A', { waitMs: 60_000 })
  await connection.put({ queue: 'A' }, text('for anyone'))
  await connection.put({ queue: 'A' }, text('for me', { correlationId }))
  t.is((await any)?.body.toString(), 'for anyone')
  t.is((await mine)?.body.toString(), 'for me')
})

test('a waiter whose time is up gets nothing, and nothing is kept for it', async (t) => {
  const { connection, running } = await bench(t)
  t.is(await connection.get('A', { waitMs: 1 }), undefined)
  await connection.put({ queue: 'A' }, text('x'))
  t.like(running.queues.find('A'), { depth: 1, openInputCount: 0 })
})

test('a getter that does not wait leaves the next message to others', async (t) => {
  const { connection } = await bench(t)
  const got = connection.get('A')
  await connection.put({ queue: 'A' }, text('x'))
  t.is(await got, undefined)
  t.is(await drain(connection), 'x')
})

test('a waiting get is an active call until it has a message', async (t) => {
  const { connection, running } = await bench(t)
  const got = connection.get('A', { waitMs: 60_000 })
  let isIdle = false
  const idle = running.calls.idle().then(() => {
    isIdle = true
  })
  await committed()
  t.false(isIdle)
  await connection.put({ queue: 'A' }, text('x'))
  await got
  await idle
})

test('a waiter that has left takes nothing', async (t) => {
  const { connection } = await bench(t)
  const client = new AbortController()
  const got = connection.get('A', { waitMs: 60_000, signal: client.signal })
  client.abort(new Error('gone'))
  await t.throwsAsync(got, { message: 'gone' })
  await connection.put({ queue: 'A' }, text('x'))
  t.is(await drain(connection), 'x')
})

test('a getter that leaves while its message is being committed takes nothing', async (t) => {
  const { connection, running } = await bench(t)
  await connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' }))
  const client = new AbortController()
  const got = connection.get('A', { signal: client.signal })
  t.is(running.queues.find('A')?.uncommittedCount, 1)
  client.abort(new Error('gone'))
  await t.throwsAsync(got, { message: 'gone' })
  t.is(await drain(connection), 'x')
})

test('a waiter that leaves while its message is being committed takes nothing, the next one gets it', async (t) => {
  const { connection, running } = await bench(t)
  const client = new AbortController()
  const first = connection.get('A', { waitMs: 60_000, signal: client.signal })
  const second = connection.get('A', { waitMs: 60_000 })
  await connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' }))
  t.is(running.queues.find('A')?.uncommittedCount, 1)
  client.abort(new Error('gone'))
  await t.throwsAsync(first, { message: 'gone' })
  t.is((await second)?.body.toString(), 'x')
})

test('a getter that has left before it asks takes nothing', async (t) => {
  const { connection } = await bench(t)
  await connection.put({ queue: 'A' }, text('x'))
  await t.throwsAsync(connection.get('A', { signal: AbortSignal.abort(new Error('gone')) }), { message: 'gone' })
  t.is(await drain(connection), 'x')
})

test('a queue that is inhibited for gets refuses getters and waiters, and lists nothing', async (t) => {
  const { connection, define } = await bench(t)
  const waiter = connection.get('A', { waitMs: 60_000 })
  const refusal = refuses(t, waiter, 2016)
  await define('queue', 'QLOCAL', 'A', { GET: 'DISABLED' })
  await refusal
  await connection.put({ queue: 'A' }, text('x'))
  await refuses(t, connection.get('A'), 2016)
  await refuses(t, connection.browse('A'), 2016)
  t.deepEqual(await connection.list('A', { limit: 9 }), [])
})

test('waiting gets of a deleted queue fail with its reason code', async (t) => {
  const { connection, running } = await bench(t)
  const refusal = refuses(t, connection.get('A', { waitMs: 60_000 }), 2052)
  await running.objects.remove('queue', 'A')
  await refusal
})

test('a queue that is not shared has one getter at a time', async (t) => {
  const { connection } = await bench(t, { SHARE: 'NO' })
  const first = connection.get('A', { waitMs: 60_000 })
  await refuses(t, connection.get('A'), 2042)
  await connection.put({ queue: 'A' }, text('x'))
  await first
  t.is(await connection.get('A'), undefined)
})

test('a cleared queue is empty at once, and stays so after a restart', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  const { connection, running } = disk.bench
  await connection.put({ queue: 'A' }, text('old', { persistence: 'persistent' }))
  await connection.put({ queue: 'A' }, text('old'))
  await running.queues.find('A')?.clear()
  t.is(running.queues.find('A')?.depth, 0)
  await connection.put({ queue: 'A' }, text('new', { persistence: 'persistent' }))

  const again = await disk.reopen()
  t.is(await drain(again.connection), 'new')
})

async function bench(t: ExecutionContext, attributes: Record<string, string | number> = {}) {
  const made = benchFor(t)
  await made.define('queue', 'QLOCAL', 'A', attributes)
  return made
}

async function drain(connection: Connection): Promise<string> {
  let bodies = ''
  for (;;) {
    const message = await connection.get('A')
    if (!message) return bodies
    bodies += message.body.toString()
  }
}
