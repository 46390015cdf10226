import test, { type ExecutionContext } from 'ava'
import { checkUnprotectedGet, checkUnprotectedPut } from '../../../../src/mq/manager/mqi/object-access.ts'
import type { ObjectRecord, ObjectService } from '../../../../src/mq/manager/types/services.ts'
import { type Bench, benchFor, refuses, text } from '../_support/manager.ts'

const app = { name: 'app', groups: [], privileged: false }

/** The queues A and its alias B, the transmission queue QM2, and a user who may connect and has these authorities. */
async function open(t: ExecutionContext, ...authorities: readonly string[]) {
  const bench: Bench = benchFor(t)
  await bench.define('queue', 'QLOCAL', 'A')
  await bench.define('queue', 'QALIAS', 'B', { TARGET: 'A' })
  await bench.define('queue', 'QLOCAL', 'QM2', { USAGE: 'XMITQ' })
  await bench.define('queue', 'QREMOTE', 'FAR', { RNAME: 'X', RQMNAME: 'QM2' })
  await bench.define('topic', 'LOCAL', 'HIGH', { TOPICSTR: 'a' })
  await bench.define('topic', 'LOCAL', 'LOW', { TOPICSTR: 'a/b' })
  for (const each of ['OBJTYPE(QMGR) AUTHADD(CONNECT)', ...authorities]) {
    const { completionCode } = await bench.connection.command(`SET AUTHREC PRINCIPAL('app') ${each}`)
    t.is(completionCode, 0, each)
  }
  return { ...bench, user: bench.connect(app) }
}

const calls = {
  put: (user: Bench['connection'], name: string) => user.put({ queue: name }, text('x')),
  get: (user: Bench['connection'], name: string) => user.get(name),
  browse: (user: Bench['connection'], name: string) => user.browse(name),
  list: (user: Bench['connection'], name: string) => user.list(name, { limit: 1 }),
  'open for input': async (user: Bench['connection'], name: string) => user.open(name, { mode: 'input' }),
  'open to browse': async (user: Bench['connection'], name: string) => user.open(name, { mode: 'browse' }),
}

for (const [call, authority] of [
  ['put', 'PUT'],
  ['get', 'GET'],
  ['browse', 'BROWSE'],
  ['list', 'BROWSE'],
  ['open for input', 'GET'],
  ['open to browse', 'BROWSE'],
] as const) {
  test(`${call} needs the authority ${authority} for the named queue, and no other`, async (t) => {
    const { user, connection } = await open(t, `PROFILE(A) OBJTYPE(QUEUE) AUTHADD(${authority})`)
    await t.notThrowsAsync(calls[call](user, 'A'))
    const error = await refuses(t, calls[call](user, 'B'), 2035)
    t.is(error.object, 'B', 'the alias has its own authority')
    t.true(error.message.includes('app') && error.message.includes(authority))
    await connection.command(`SET AUTHREC PRINCIPAL('app') PROFILE(A) OBJTYPE(QUEUE) AUTHRMV(${authority})`)
    const others = ['PUT', 'GET', 'BROWSE'].filter((each) => each !== authority)
    await connection.command(`SET AUTHREC PRINCIPAL('app') PROFILE(A) OBJTYPE(QUEUE) AUTHADD(${others})`)
    await refuses(t, calls[call](user, 'A'), 2035)
  })
}

for (const [title, authorities, reason] of [
  ['nothing', [], 2035],
  ['the queue manager name', ['PROFILE(QM2) OBJTYPE(RQMNAME) AUTHADD(PUT)'], 0],
  ['another queue manager name', ['PROFILE(QM3) OBJTYPE(RQMNAME) AUTHADD(PUT)'], 2035],
  ['the transmission queue', ['PROFILE(QM2) OBJTYPE(QUEUE) AUTHADD(PUT)'], 0],
  ['gets of the transmission queue', ['PROFILE(QM2) OBJTYPE(QUEUE) AUTHADD(GET)'], 2035],
] as const)
  test(`a put to another queue manager with authority for ${title}: ${reason}`, async (t) => {
    const { user } = await open(t, ...authorities)
    const put = user.put({ queue: 'X', queueManager: 'QM2' }, text('x'))
    if (reason === 0) await t.notThrowsAsync(put)
    else t.is((await refuses(t, put, reason)).object, 'QM2')
  })

test('a put to a remote queue definition needs authority for the definition alone', async (t) => {
  const { user } = await open(t, 'PROFILE(FAR) OBJTYPE(QUEUE) AUTHADD(PUT)')
  await t.notThrowsAsync(user.put({ queue: 'FAR' }, text('x')))
  const { user: other } = await open(t, 'PROFILE(QM2) OBJTYPE(RQMNAME) AUTHADD(PUT)')
  t.is((await refuses(t, other.put({ queue: 'FAR' }, text('x')), 2035)).object, 'FAR')
})

for (const [authority, call] of [
  ['PUB', (user: Bench['connection'], topic: string) => user.publish(topic, text('x'))],
  ['SUB', (user: Bench['connection'], topicString: string) => user.subscribe({ topicString })],
] as const) {
  const other = authority === 'PUB' ? 'SUB' : 'PUB'
  for (const [title, authorities, topic, object] of [
    ['no topic object', [], 'a/b/c', 'LOW'],
    ['the nearest one', [`PROFILE(LOW) OBJTYPE(TOPIC) AUTHADD(${authority})`], 'a/b/c', undefined],
    ['one above', [`PROFILE(HIGH) OBJTYPE(TOPIC) AUTHADD(${authority})`], 'a/b/c', undefined],
    ['one below', [`PROFILE(LOW) OBJTYPE(TOPIC) AUTHADD(${authority})`], 'a/c', 'HIGH'],
    ['the nearest one for the other', [`PROFILE(LOW) OBJTYPE(TOPIC) AUTHADD(${other})`], 'a/b/c', 'LOW'],
  ] as const)
    test(`${authority} of ${topic} with authority for ${title}`, async (t) => {
      const { user } = await open(t, ...authorities)
      if (object === undefined) await t.notThrowsAsync(call(user, topic) as Promise<unknown>)
      else t.is((await refuses(t, call(user, topic) as Promise<unknown>, 2035)).object, object)
    })
}

for (const [options, openOptions] of [
  [{ mode: 'browse' }, 8200],
  [{ mode: 'input' }, 8193],
  [{ mode: 'input', sharing: 'shared' }, 8194],
  [{ mode: 'input', sharing: 'exclusive' }, 8196],
] as const)
  test(`a queue that is open with ${JSON.stringify(options)} shows the open options ${openOptions}`, async (t) => {
    const { connection, running } = await open(t)
    const queue = connection.open('B', options)
    const id = running.connections.list()[0]?.id as string
    const handle = { objectName: 'A', objectType: 'QUEUE', openOptions, state: 'ACTIVE' } as const
    t.like(running.connections.handles(id), { 0: handle, length: 1 })
    t.like(running.queues.find('A')?.handles(), { 0: handle, length: 1 })
    t.is(running.connections.handles(id)[0]?.connection.id, id)
    queue.close()
    t.deepEqual(running.connections.handles(id), [])
    t.deepEqual(running.queues.find('A')?.handles(), [])
  })

test('a queue is open for output while a put is committed', async (t) => {
  const { connection, running } = await open(t)
  const put = connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' }))
  const [connected] = running.connections.list()
  t.like(running.connections.handles(connected?.id as string), { 0: { openOptions: 8208 }, length: 1 })
  await put
  t.deepEqual(running.connections.handles(connected?.id as string), [])
})

test('an open that fails leaves no handle', async (t) => {
  const { connection, running } = await open(t)
  connection.open('A', { mode: 'input', sharing: 'exclusive' })
  const id = running.connections.list()[0]?.id as string
  t.throws(() => connection.open('A', { mode: 'input' }), { message: /2042/ })
  t.is(running.connections.handles(id).length, 1)
})

test('an administrator may publish and subscribe where no topic object grants it', async (t) => {
  const { connection, connect, running } = await open(t, "PROFILE('SYSTEM.BASE.TOPIC') OBJTYPE(TOPIC) AUTHADD(PUB,SUB)")
  const user = connect(app)
  await t.notThrowsAsync(user.publish('x', text('x')))
  running.topics.findTopicObjects = () => []
  t.is((await refuses(t, user.publish('x', text('x')), 2035)).object, 'x')
  await t.notThrowsAsync(connection.publish('x', text('x')))
  await t.notThrowsAsync(connection.subscribe({ topicString: 'x' }))
})

/** The policy of the queue A; no other name has one. */
function policies(attributes: Record<string, string>): Pick<ObjectService, 'find'> {
  const record = { kind: 'policy', name: 'A', type: 'POLICY', attributes } as unknown as ObjectRecord
  return { find: (kind, name) => (kind === 'policy' && name === 'A' ? record : undefined) }
}

for (const [SIGNALG, ENCALG, TOLERATE, put, get] of [
  ['NONE', 'NONE', 'NO', true, true],
  ['SHA256', 'NONE', 'NO', false, false],
  ['NONE', 'AES256', 'NO', false, false],
  ['SHA256', 'AES256', 'NO', false, false],
  ['SHA256', 'NONE', 'YES', false, true],
] as const) {
  test(`SIGNALG(${SIGNALG}) ENCALG(${ENCALG}) TOLERATE(${TOLERATE}): unprotected puts ${put}, gets ${get}`, (t) => {
    const objects = policies({ SIGNALG, ENCALG, TOLERATE })
    for (const [check, isAllowed] of [
      [checkUnprotectedPut, put],
      [checkUnprotectedGet, get],
    ] as const) {
      const call = () => check(objects, 'B', 'A')
      if (isAllowed) t.notThrows(call)
      else t.throws(call, { message: /2063/ })
    }
  })
}

test('a name without a policy needs no protection', (t) => {
  const objects = policies({ SIGNALG: 'SHA256', ENCALG: 'NONE', TOLERATE: 'NO' })
  t.notThrows(() => checkUnprotectedPut(objects, 'B', ''))
  t.notThrows(() => checkUnprotectedGet(objects, 'B'))
})
