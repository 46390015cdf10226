/** What holds for every call of a connection: it ends with the connection, and its errors are events. */
import test, { type ExecutionContext } from 'ava'
import { QueueManagerConnection } from '../../../../src/mq/manager/mqi/queue-manager-connection.ts'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { Message } from '../../../../src/mq/manager/types/message.ts'
import type { QueueManager } from '../../../../src/mq/manager/types/queue-manager.ts'
import { admin, benchFor, refuses, text } from '../_support/manager.ts'

const A = { queue: 'A' }
const app = { name: 'app', groups: [], privileged: false }

async function open(t: ExecutionContext) {
  const bench = benchFor(t)
  await bench.define('queue', 'QLOCAL', 'A')
  return bench
}

const message = { ...text('x'), properties: {}, correlationId: Buffer.alloc(24) } as unknown as Message

for (const [title, call] of Object.entries({
  put: (each: Connection) => each.put(A, text('x')),
  get: (each: Connection) => each.get('A'),
  browse: (each: Connection) => each.browse('A'),
  open: async (each: Connection) => each.open('A', { mode: 'browse' }),
  list: (each: Connection) => each.list('A', { limit: 1 }),
  publish: (each: Connection) => each.publish('a', text('x')),
  subscribe: (each: Connection) => each.subscribe({ topicString: 'a' }),
  createDynamicQueue: (each: Connection) => each.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE'),
  command: (each: Connection) => each.command('PING QMGR'),
  beginUnitOfWork: async (each: Connection) => each.beginUnitOfWork(),
  maxMessageLength: async (each: Connection) => each.maxMessageLength('A'),
}))
  test(`${title} fails after the connection was closed`, async (t) => {
    const { connect, running } = await open(t)
    const connection = connect(admin)
    await connection.close()
    await refuses(t, call(connection), 2009)
    t.is(running.queues.find('A')?.depth, 0)
    t.is(running.connections.list().length, 1)
  })

test('requeue fails after the connection was closed, and with the unit of work of another module', async (t) => {
  const { connection } = await open(t)
  const foreign = {} as ReturnType<Connection['beginUnitOfWork']>
  await refuses(t, connection.requeue({ from: 'A', message, reason: 1 }, foreign), 2255)
  await refuses(t, connection.put(A, text('x'), { unitOfWork: foreign }), 2255)
  await refuses(t, connection.get('A', { unitOfWork: foreign }), 2255)
  await refuses(t, connection.publish('a', text('x'), { unitOfWork: foreign }), 2255)
  const unitOfWork = connection.beginUnitOfWork()
  await connection.close()
  await refuses(t, connection.requeue({ from: 'A', message, reason: 1 }, unitOfWork), 2009)
})

test('the end of a connection fails its waits with its reason, and closes its queues', async (t) => {
  const { connection, connect, running } = await open(t)
  const [closed, stopped] = [connect(admin), connect(admin)]
  const ids = running.connections.list().map(({ id }) => id)
  closed.open('A', { mode: 'input' })
  stopped.open('A', { mode: 'input' })
  const waits = [closed, stopped].map((each) => refuses(t, each.get('A', { waitMs: 60_000 }), 2009))
  t.is(running.queues.find('A')?.openInputCount, 4)
  await closed.close()
  await connection.command(`STOP CONN(${ids.at(-1)})`)
  const [first, second] = await Promise.all(waits)
  t.regex(first?.message ?? '', /was closed/)
  t.regex(second?.message ?? '', /stopped by an administrator/)
  t.is(running.queues.find('A')?.openInputCount, 0)
  t.is(running.connections.list().length, 1)
  t.regex((await refuses(t, stopped.get('A'), 2009)).message, /stopped by an administrator/)
})

test('an ended unit of work is no more a part of its connection', async (t) => {
  const { connection, running } = await open(t)
  const id = running.connections.list()[0]?.id as string
  const unitOfWork = connection.beginUnitOfWork()
  await connection.put(A, text('x'), { unitOfWork })
  t.is(running.connections.unitOfWorkStartedAt(id), running.clock())
  await unitOfWork.commit()
  t.is(running.connections.unitOfWorkStartedAt(id), undefined)
})

test('a connection that is refused says who and where', async (t) => {
  const { running } = await open(t)
  const before = running.connections.list().length
  const connect = () => new QueueManagerConnection({ name: 'QM1' } as QueueManager, running, app, { name: 'browser' })
  const error = t.throws(connect, { instanceOf: MqError })
  t.like(error, { reasonCode: 2035, object: 'QM1' })
  t.regex(error.message, /app may not connect to QM1/)
  t.is(running.connections.list().length, before)
})

for (const [title, call] of Object.entries({
  get: (each: Connection, name: string) => each.get(name),
  browse: (each: Connection, name: string) => each.browse(name),
  open: async (each: Connection, name: string) => each.open(name, { mode: 'input' }),
  put: (each: Connection, queue: string) => each.put({ queue }, text('x')),
}))
  test(`${title} is refused where a security policy of the named queue or of its target wants protection`, async (t) => {
    const { connection, define } = await open(t)
    await define('queue', 'QALIAS', 'B', { TARGET: 'A' })
    await define('queue', 'QALIAS', 'C', { TARGET: 'A' })
    await define('policy', 'POLICY', 'B', { SIGNALG: 'SHA256', ENCALG: 'NONE', TOLERATE: 'NO' })
    t.is((await refuses(t, call(connection, 'B'), 2063)).object, 'B')
    await t.notThrowsAsync(call(connection, 'C'))
    await t.notThrowsAsync(call(connection, 'A'))
    await define('policy', 'POLICY', 'A', { SIGNALG: 'NONE', ENCALG: 'AES256', TOLERATE: 'NO' })
    t.is((await refuses(t, call(connection, 'C'), 2063)).object, 'A')
    await define('policy', 'POLICY', 'A', { SIGNALG: 'NONE', ENCALG: 'AES256', TOLERATE: 'YES' })
    if (title === 'put') await refuses(t, call(connection, 'C'), 2063)
    else await t.notThrowsAsync(call(connection, 'C'))
  })

test('an application may ask whether it has an authority', async (t) => {
  const { connection, connect } = await open(t)
  await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)")
  await connection.command("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET)")
  const user = connect(app)
  t.true(user.holdsAuthority('QUEUE', 'A', 'GET'))
  t.false(user.holdsAuthority('QUEUE', 'A', 'PUT'))
  t.false(user.holdsAuthority('QUEUE', 'B', 'GET'))
})

test('the revision of a display changes with what it shows and with each start', async (t) => {
  const { running, connection } = await open(t)
  const connect = (startedAt: number) =>
    new QueueManagerConnection({ name: 'QM1', startedAt } as QueueManager, running, admin, { name: 'test' })
  const [now, later] = [connect(5), connect(6)]
  t.is(now.displayRevision('NONE'), undefined)
  const before = now.displayRevision('QUEUE')
  t.true(before?.startsWith('5.'))
  t.is(now.displayRevision('queue'), before)
  t.not(later.displayRevision('QUEUE'), before)
  await connection.put(A, text('x'))
  t.not(now.displayRevision('QUEUE'), before)
})

test('a call is active until it ends, with an error too', async (t) => {
  const { connection, running } = await open(t)
  const isIdle = async () => {
    let idle = false
    void running.calls.idle().then(() => {
      idle = true
    })
    await new Promise((done) => setImmediate(done))
    return idle
  }
  const got = connection.get('A', { waitMs: 60_000 })
  t.false(await isIdle())
  await connection.put(A, text('x'))
  await got
  t.true(await isIdle())
  await refuses(t, connection.get('NONE'), 2085)
  t.true(await isIdle())
})
