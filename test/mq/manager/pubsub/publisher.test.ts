import test from 'ava'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import { benchFor, committed, diskBenchFor, refuses, text } from '../_support/manager.ts'

for (const [pattern, schema, matching, others] of [
  ['a/b', 'TOPIC', ['a/b'], ['a', 'a/b/c', 'a/B', '/a/b', 'a/b/']],
  ['a/+', 'TOPIC', ['a/b', 'a/'], ['a', 'a/b/c']],
  ['+/b', 'TOPIC', ['a/b', '/b'], ['b', 'a/a/b']],
  ['a/#', 'TOPIC', ['a', 'a/b', 'a/b/c'], ['b', 'ab']],
  ['#', 'TOPIC', ['a', 'a/b', '/'], []],
  ['a/#/z', 'TOPIC', ['a/z', 'a/b/z', 'a/b/c/z', 'a/z/z'], ['a', 'z', 'a/b']],
  ['#/b/#', 'TOPIC', ['b', 'a/b', 'b/c', 'a/b/c'], ['a', 'a/c']],
  ['a+/b', 'TOPIC', ['a+/b'], ['ax/b']],
  ['a*', 'CHAR', ['a', 'ab', 'a/b/c'], ['ba']],
  ['a?c', 'CHAR', ['abc', 'a/c'], ['ac', 'abbc']],
  ['a%*', 'CHAR', ['a*'], ['ab']],
  ['a/+', 'CHAR', [], ['a/b']],
] as const) {
  test(`a subscription to ${pattern} (${schema}) gets what it matches`, async (t) => {
    const { connection, define } = benchFor(t)
    await define('queue', 'QLOCAL', 'A')
    await define('sub', 'SUB', 'S', { TOPICSTR: pattern, DEST: 'A', WSCHEMA: schema })
    for (const topic of [...matching, ...others]) await connection.publish(topic, text(topic))
    t.deepEqual(await topics(connection), [...matching])
  })
}

/** Counts turns of the event loop. Returns a function that stops and returns their number. */
function countTurns(): () => number {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return () => {
    clearImmediate(next)
    return turns
  }
}

test('selectors of thousands of subscriptions leave turns to others, and publications keep their order', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('queue', 'QLOCAL', 'B')
  for (let number = 0; number < 2_000; number++)
    await define('sub', 'SUB', `S${number}`, { TOPICSTR: 'a', DEST: 'A', SELECTOR: `p LIKE '%${number},%' AND q = 1` })
  await define('sub', 'SUB', 'LAST', { TOPICSTR: 'a', DEST: 'B' })
  await define('sub', 'SUB', 'DELETED', { TOPICSTR: 'a', DEST: 'B' })
  const stopCounting = countTurns()
  const properties = {
    p: { type: 'string', value: `${'x'.repeat(10_000)}1999,` },
    q: { type: 'integer', value: 1 },
  } as const
  const unit = connection.beginUnitOfWork()
  const publishing = [
    connection.publish('a', text('1', { properties }), { unitOfWork: unit }),
    connection.publish('a', text('2'), { unitOfWork: unit }),
    connection.publish('b', text('3')),
  ]
  await connection.command('DELETE SUB(DELETED)')
  await Promise.all(publishing)
  t.true(stopCounting() > 3)
  t.is(await connection.get('B'), undefined)
  await unit.commit()
  const bodies: string[] = []
  for (const queue of ['A', 'B', 'B', 'B']) bodies.push(String((await connection.get(queue))?.body))
  // Subscriptions S9, S99, S999 and S1999 select the first publication, and none the second one.
  t.deepEqual(bodies, ['1', '1', '2', 'undefined'])
})

test('a new subscription leaves turns to others while it searches retained publications', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  for (let number = 0; number < 1_000; number++)
    await connection.publish(`r/${number}`, text('x', { retain: true } as never))
  const stopCounting = countTurns()
  await define('sub', 'SUB', 'S', { TOPICSTR: 'r/999', DEST: 'A' })
  t.is(String((await connection.get('A', { waitMs: 60_000 }))?.body), 'x')
  t.true(stopCounting() > 3)
})

test('WILDCARD(BLOCK) excludes retained publications, too', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('topic', 'TOPIC', 'T', { TOPICSTR: 'a/b', WILDCARD: 'BLOCK' })
  await connection.publish('a/b', text('blocked', { retain: true } as never))
  await connection.publish('a/c', text('seen', { retain: true } as never))
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a/#', DEST: 'A' })
  t.is(String((await connection.get('A', { waitMs: 60_000 }))?.body), 'seen')
  t.is(await connection.get('A'), undefined)
})

test('PSPROP(NONE) keeps topic string and user data from the messages of a subscription', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A', USERDATA: 'one', PSPROP: 'NONE' })
  await connection.publish('a', text('x', { properties: { p: { type: 'integer', value: 1 } } }))
  const message = await connection.get('A')
  t.is(message?.publication, undefined)
  t.deepEqual(message?.properties, { p: { type: 'integer', value: 1 } })
})

test('a publisher counts at the topic string until the publication is complete', async (t) => {
  const { connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A', { DEFPSIST: 'YES' })
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a/b', DEST: 'A' })
  const publishing = connection.publish('a/b', text('x', { persistence: 'persistent' }))
  const [node] = running.topics.status('a/b')
  t.is(node?.publishers.length, 1)
  t.is(node?.publishers[0]?.connection, running.connections.list()[0]?.id)
  t.is((await connection.command("DISPLAY TPSTATUS('a/b') TYPE(PUB)")).responses.length, 1)

  await publishing
  t.is(running.topics.status('a/b')[0]?.publishers.length, 0)
})

test('a publication comes once to each subscription, with its topic string and user data', async (t) => {
  const { connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const correlation = '01'.repeat(24)
  await define('sub', 'SUB', 'S1', { TOPICSTR: 'a/#', DEST: 'A', USERDATA: 'one', DESTCORL: correlation, PUBPRTY: 7 })
  await define('sub', 'SUB', 'S2', { TOPICSTR: '+/b', DEST: 'A', USERDATA: 'two' })
  await connection.publish('a/b', text('x', { priority: 2, properties: { p: { type: 'integer', value: 1 } } }))

  const [first, second] = [await connection.get('A'), await connection.get('A')]
  t.like(first, {
    priority: 7,
    publication: { topicString: 'a/b', userData: 'one' },
    correlationId: Buffer.from(correlation, 'hex'),
  })
  t.like(second, { priority: 2, publication: { topicString: 'a/b', userData: 'two' } })
  t.is(
    second?.correlationId.toString('hex').toUpperCase(),
    running.objects.find('sub', 'S2')?.attributes.SUBID as string,
  )
  t.deepEqual(second?.properties, { p: { type: 'integer', value: 1 } })
  t.is(await connection.get('A'), undefined)
  t.like(running.subscriptions.status('S1'), { messages: 1, durable: true, type: 'ADMIN', topicString: 'a/#' })
})

test('publishing without subscribers succeeds', async (t) => {
  const { connection } = benchFor(t)
  await t.notThrowsAsync(connection.publish('nobody/here', text('x')))
})

for (const topic of ['a/+', '#', 'a/#/b', `${'x'.repeat(10_241)}`]) {
  test(`nothing can be published to ${topic.slice(0, 10)}`, async (t) => {
    const { connection } = benchFor(t)
    await refuses(t, connection.publish(topic, text('x')), 2425)
  })
}

test('a subscription may begin at a topic object', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('topic', 'LOCAL', 'T', { TOPICSTR: 'sport' })
  await define('sub', 'SUB', 'S', { TOPICOBJ: 'T', TOPICSTR: '+/results', DEST: 'A' })
  await connection.publish('sport/golf/results', text('x'))
  t.deepEqual(await topics(connection), ['sport/golf/results'])
})

test('topic objects say what holds below them, and the nearest one counts', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('sub', 'SUB', 'S', { TOPICSTR: '#', DEST: 'A' })
  await define('topic', 'LOCAL', 'HIGH', { TOPICSTR: 'a', DEFPRTY: 6, DEFPSIST: 'YES', PUB: 'DISABLED' })
  await define('topic', 'LOCAL', 'LOW', { TOPICSTR: 'a/b', PUB: 'ENABLED' })
  await refuses(t, connection.publish('a/c', text('x')), 2051)
  await connection.publish('a/b/c', text('x'))
  t.like(await connection.get('A'), { priority: 6, persistence: 'persistent' })
})

test('subscribing is refused where a topic object inhibits it', async (t) => {
  const { define } = benchFor(t)
  await define('topic', 'LOCAL', 'T', { TOPICSTR: 'a', SUB: 'DISABLED' })
  await define('topic', 'LOCAL', 'U', { TOPICSTR: 'b', DURSUB: 'NO' })
  await refuses(t, define('sub', 'SUB', 'S', { TOPICSTR: 'a/b', DEST: 'A' }), 2503)
  await refuses(t, define('sub', 'SUB', 'S', { TOPICSTR: 'b', DEST: 'A' }), 2436)
})

test('WILDCARD(BLOCK) keeps out patterns that begin above it', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('topic', 'LOCAL', 'T', { TOPICSTR: 'a/secret', WILDCARD: 'BLOCK' })
  await define('sub', 'SUB', 'ABOVE', { TOPICSTR: 'a/#', DEST: 'A', USERDATA: 'above' })
  await define('sub', 'SUB', 'WITHIN', { TOPICSTR: 'a/secret/#', DEST: 'A', USERDATA: 'within' })
  await connection.publish('a/secret/x', text('x'))
  await connection.publish('a/open', text('x'))
  t.is((await connection.get('A'))?.publication?.userData, 'within')
  t.is((await connection.get('A'))?.publication?.userData, 'above')
  t.is(await connection.get('A'), undefined)
})

test('a publication that is retained reaches later subscribers until it is replaced or cleared', async (t) => {
  const { connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.publish('a', text('old', { retain: true } as object))
  await connection.publish('a', text('new', { retain: true } as object))
  await define('sub', 'SUB', 'S1', { TOPICSTR: 'a', DEST: 'A' })
  await committed()
  t.is((await connection.get('A'))?.body.toString(), 'new')
  t.is(await connection.get('A'), undefined)
  t.is(running.queues.find('SYSTEM.RETAINED.PUB.QUEUE')?.depth, 1)
  t.like(running.topics.status('a')[0], { topicString: 'a', retained: true, subscriptions: ['S1'] })

  t.true(await running.topics.clearRetained('a'))
  t.false(await running.topics.clearRetained('a'))
  await define('sub', 'SUB', 'S2', { TOPICSTR: 'a', DEST: 'A' })
  await committed()
  t.is(await connection.get('A'), undefined)
})

test('durable subscriptions and persistent retained publications outlive a restart', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('sub', 'SUB', 'S', { TOPICSTR: 'a/#', DESTCLAS: 'MANAGED' })
  const publication = { ...text('x', { persistence: 'persistent' }), retain: true }
  await disk.bench.connection.publish('a/b', publication)
  await disk.bench.connection.subscribe({ topicString: 'gone' })

  const { running, connection, define } = await disk.reopen()
  const queue = running.objects.find('sub', 'S')?.attributes.DEST as string
  t.is((await connection.get(queue))?.body.toString(), 'x')
  await connection.publish('a/c', text('y'))
  t.is((await connection.get(queue))?.body.toString(), 'y')
  await define('queue', 'QLOCAL', 'A')
  await define('sub', 'SUB', 'LATE', { TOPICSTR: 'a/b', DEST: 'A' })
  await committed()
  await committed()
  t.is((await connection.get('A'))?.body.toString(), 'x')
  t.deepEqual(
    running.objects
      .list('sub')
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('SYSTEM')),
    ['LATE', 'S'],
  )
  t.deepEqual(managed(running.objects.list('queue')), [queue])
})

test('the queue of a managed subscription goes with it', async (t) => {
  const { define, running } = benchFor(t)
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DESTCLAS: 'MANAGED' })
  t.is(managed(running.objects.list('queue')).length, 1)
  await running.objects.remove('sub', 'S')
  t.deepEqual(managed(running.objects.list('queue')), [])
  t.is(running.subscriptions.status('S'), undefined)
})

test('an application subscribes, gets, and leaves nothing behind', async (t) => {
  const { connection, running } = benchFor(t)
  const subscription = await connection.subscribe({ topicString: 'a/+', userData: 'mine' })
  const waiting = subscription.get({ waitMs: 60_000 })
  await connection.publish('a/b', text('x', { persistence: 'persistent' }))
  t.like(await waiting, { body: Buffer.from('x'), publication: { topicString: 'a/b', userData: 'mine' } })
  t.like(running.subscriptions.status(subscription.name), { durable: false, type: 'API', messages: 1 })

  await connection.close()
  t.is(running.subscriptions.status(subscription.name), undefined)
  t.deepEqual(managed(running.objects.list('queue')), [])
})

test('a durable subscription is used by one connection at a time and collects messages while none uses it', async (t) => {
  const { connect, connection } = benchFor(t)
  const options = { topicString: 'a', durableName: 'mine' }
  const first = await connection.subscribe(options)
  const other = connect(connection.principal)
  await refuses(t, other.subscribe(options), 2429)
  await first.close()
  await refuses(t, other.subscribe({ ...options, topicString: 'b' }), 2432)

  await connection.publish('a', text('meanwhile'))
  const second = await other.subscribe(options)
  t.is((await second.get())?.body.toString(), 'meanwhile')
  await second.close(true)
  await t.notThrowsAsync(other.subscribe({ ...options, topicString: 'b' }))
})

test('a publication that a subscription cannot take goes to the dead-letter queue', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A', { PUT: 'DISABLED' })
  await define('qmgr', 'QMGR', 'QM1', { DEADQ: 'SYSTEM.DEAD.LETTER.QUEUE' })
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A' })
  await connection.publish('a', text('hello'))

  const message = await connection.get('SYSTEM.DEAD.LETTER.QUEUE')
  const body = message?.body as Buffer
  t.is(message?.format, 'MQDEAD')
  t.is(body.length, 172 + 5)
  t.is(body.toString('latin1', 0, 4), 'DLH ')
  t.is(body.readInt32LE(8), 2051)
  t.is(body.toString('latin1', 12, 60).trimEnd(), 'A')
  t.is(body.toString('latin1', 60, 108).trimEnd(), 'QM1')
  t.is(body.toString('latin1', 116, 124).trimEnd(), 'MQSTR')
  t.is(body.toString('latin1', 172), 'hello')
})

for (const [persistence, attribute] of [
  ['persistent', 'PMSGDLV'],
  ['nonPersistent', 'NPMSGDLV'],
] as const) {
  for (const [rule, outcome] of [
    ['ALL', 2502],
    ['ALLDUR', 2502],
    ['ALLAVAIL', undefined],
  ] as const) {
    test(`${attribute}(${rule}) ${outcome ? 'fails a publication that' : 'leaves out a subscription that'} cannot be served`, async (t) => {
      const { connection, define } = benchFor(t)
      await define('queue', 'QLOCAL', 'A')
      await define('queue', 'QLOCAL', 'FULL', { MAXDEPTH: 0 })
      await define('topic', 'LOCAL', 'T', { TOPICSTR: 'a', [attribute]: rule })
      await define('sub', 'SUB', 'S1', { TOPICSTR: 'a', DEST: 'A' })
      await define('sub', 'SUB', 'S2', { TOPICSTR: 'a', DEST: 'FULL' })
      const publishing = connection.publish('a', text('x', { persistence }))
      if (outcome) await refuses(t, publishing, outcome)
      else await publishing
      t.is((await topics(connection)).length, outcome ? 0 : 1)
    })
  }
}

test('of two subscriptions to one queue with a place for one message, only one is left out, and others are served', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('queue', 'QLOCAL', 'ONE', { MAXDEPTH: 1 })
  for (const [name, DEST] of Object.entries({ S1: 'ONE', S2: 'ONE', S3: 'A' }))
    await define('sub', 'SUB', name, { TOPICSTR: 'a', DEST })
  await connection.publish('a', text('x'))
  t.is((await connection.get('ONE'))?.body.toString(), 'x')
  t.is((await topics(connection)).length, 1)
  await connection.publish('a', text('y'))
  t.is((await connection.get('ONE'))?.body.toString(), 'y', 'the place is free again')
})

test('a subscription whose queue must be streamed and cannot is left out, and others are served', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('queue', 'QLOCAL', 'FULL', { MAXDEPTH: 0 })
  await define('queue', 'QLOCAL', 'STREAMED', { STREAMQ: 'FULL', STRMQOS: 'MUSTDUP' })
  await define('sub', 'SUB', 'S1', { TOPICSTR: 'a', DEST: 'A' })
  await define('sub', 'SUB', 'S2', { TOPICSTR: 'a', DEST: 'STREAMED' })
  await connection.publish('a', text('x'))
  t.is((await topics(connection)).length, 1)
  t.is(await connection.get('STREAMED'), undefined)
})

async function topics(connection: Connection): Promise<(string | undefined)[]> {
  const messages = []
  for (let message = await connection.get('A'); message; message = await connection.get('A')) messages.push(message)
  return messages.map(({ publication }) => publication?.topicString)
}

function managed(queues: readonly { name: string }[]): string[] {
  return queues.map(({ name }) => name).filter((name) => name.startsWith('SYSTEM.MANAGED.'))
}

test('a subscription ends when its EXPIRY has passed', async (t) => {
  const { define, pass, running } = benchFor(t)
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DESTCLAS: 'MANAGED', EXPIRY: 20 })
  pass(1999)
  running.sweep()
  t.truthy(running.subscriptions.status('S'))
  pass(1)
  running.sweep()
  t.is(running.subscriptions.status('S'), undefined)
  t.deepEqual(managed(running.objects.list('queue')), [])
})

test('a selector keeps out publications that do not match, retained ones too', async (t) => {
  const { connection, define } = benchFor(t)
  const colour = (value: string, more = {}) =>
    text(value, { properties: { colour: { type: 'string', value } }, ...more })
  for (const queue of ['A', 'B']) await define('queue', 'QLOCAL', queue)
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A', SELECTOR: "colour = 'red'" })
  await connection.publish('a', colour('red'))
  await connection.publish('a', text('none'))
  await connection.publish('a', colour('blue', { retain: true }))
  t.is((await connection.get('A'))?.body.toString(), 'red')
  t.is(await connection.get('A'), undefined)

  await define('sub', 'SUB', 'S2', { TOPICSTR: 'a', DEST: 'B', SELECTOR: "colour <> 'blue'" })
  await committed()
  t.is(await connection.get('B'), undefined)
})

test('a selector that is not well-formed is refused', async (t) => {
  const { define } = benchFor(t)
  const error = await refuses(t, define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A', SELECTOR: 'colour =' }), 2459)
  t.regex(error.message, /a value is wanted at character 9, not the end/)
})
