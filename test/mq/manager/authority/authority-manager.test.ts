import test from 'ava'
import { AuthorityManager } from '../../../../src/mq/manager/authority/authority-manager.ts'
import type { StoredRecord } from '../../../../src/mq/manager/store/message-store.ts'
import type { Principal } from '../../../../src/mq/manager/types/connection.ts'
import type { AuthorityEntity, AuthorityObjectType } from '../../../../src/mq/manager/types/services.ts'
import { benchFor, diskBenchFor, refuses, text } from '../_support/manager.ts'

const app: Principal = { name: 'app', groups: ['staff', 'ops'], privileged: false }
const user: AuthorityEntity = { type: 'PRINCIPAL', name: 'app' }
const group = (name: string): AuthorityEntity => ({ type: 'GROUP', name })

const may = (profile: string, objectType: AuthorityObjectType, entity: AuthorityEntity, ...add: string[]) => ({
  profile,
  objectType,
  entity,
  add,
  remove: [],
})

test('a principal without a record has no authority, a privileged principal has all', (t) => {
  const { authority } = benchFor(t).running
  t.false(authority.allows(app, 'QUEUE', 'A', 'PUT'))
  t.true(authority.allows({ ...app, privileged: true }, 'QUEUE', 'A', 'PUT'))
})

test('a principal may what it and its groups may together', async (t) => {
  const { authority } = benchFor(t).running
  await authority.set(may('A', 'QUEUE', user, 'PUT'))
  await authority.set(may('A', 'QUEUE', group('ops'), 'GET'))
  await authority.set(may('A', 'QUEUE', group('others'), 'BROWSE'))
  await authority.set(may('A', 'QUEUE', group('nobody'), 'INQ'))
  const allowed = ['PUT', 'GET', 'BROWSE', 'INQ'].filter((each) => authority.allows(app, 'QUEUE', 'A', each))
  t.deepEqual(allowed, ['PUT', 'GET', 'INQ'])
})

test('of the profiles of one entity the most specific decides alone', async (t) => {
  const { authority } = benchFor(t).running
  await authority.set(may('**', 'QUEUE', user, 'PUT', 'GET'))
  await authority.set(may('DEV.*', 'QUEUE', user, 'GET'))
  await authority.set(may('DEV.QUEUE.1', 'QUEUE', user, 'BROWSE'))
  t.deepEqual(authority.effective(user, 'QUEUE', 'OTHER'), ['GET', 'PUT'])
  t.deepEqual(authority.effective(user, 'QUEUE', 'DEV.X'), ['GET'])
  t.deepEqual(authority.effective(user, 'QUEUE', 'DEV.QUEUE.1'), ['BROWSE'])
  t.deepEqual(authority.effective(user, 'QUEUE', 'DEV.QUEUE.2'), ['GET', 'PUT'])
  t.deepEqual(authority.effective(user, 'TOPIC', 'DEV.X'), [])
})

test('authorities add up, are taken away, and stand in their order', async (t) => {
  const { authority } = benchFor(t).running
  await authority.set(may('A', 'QUEUE', user, 'PUT', 'BROWSE'))
  await authority.set({ ...may('A', 'QUEUE', user, 'GET'), remove: ['PUT'] })
  t.deepEqual(authority.list(), [{ profile: 'A', objectType: 'QUEUE', entity: user, authorities: ['BROWSE', 'GET'] }])
  t.true(authority.allows(app, 'QUEUE', 'A', 'GET'))
  t.true(await authority.remove('A', 'QUEUE', user))
  t.false(await authority.remove('A', 'QUEUE', user))
  t.false(authority.allows(app, 'QUEUE', 'A', 'GET'))
})

for (const [word, objectType, expected] of [
  ['ALLMQI', 'QUEUE', ['BROWSE', 'GET', 'INQ', 'PUT', 'PASSALL', 'PASSID', 'SET', 'SETALL', 'SETID']],
  ['ALLADM', 'QUEUE', ['CHG', 'CLR', 'DLT', 'DSP']],
  ['ALLMQI', 'QMGR', ['ALTUSR', 'CONNECT', 'INQ', 'SET', 'SETALL', 'SETID']],
  ['ALLADM', 'CHANNEL', ['CHG', 'CTRL', 'CTRLX', 'DLT', 'DSP']],
  ['NONE', 'QUEUE', []],
] as const) {
  test(`${word} on ${objectType} is ${expected.join(' ') || 'nothing'}`, async (t) => {
    const { authority } = benchFor(t).running
    await authority.set(may('A', objectType, user, word))
    t.deepEqual(authority.list()[0]?.authorities, [...expected])
  })
}

test('the right to create is given for a type of object, by name only', async (t) => {
  const { authority } = benchFor(t).running
  await authority.set(may('@class', 'QUEUE', user, 'ALL'))
  t.false(authority.allows(app, 'QUEUE', 'NEW', 'CRT'))
  await authority.set(may('@class', 'QUEUE', user, 'CRT'))
  t.true(authority.allows(app, 'QUEUE', 'NEW', 'CRT'))
  t.false(authority.allows(app, 'TOPIC', 'NEW', 'CRT'))
})

test('the records of the queue manager have no profile of their own', async (t) => {
  const { authority } = benchFor(t).running
  await authority.set(may('ANY', 'QMGR', user, 'CONNECT'))
  t.true(authority.allows(app, 'QMGR', 'QM1', 'CONNECT'))
  t.is(authority.list()[0]?.profile, 'SELF')
  t.true(await authority.remove('OTHER', 'QMGR', user))
  t.false(authority.allows(app, 'QMGR', 'QM1', 'CONNECT'))
})

test('a record keeps the time of its creation when it is changed', async (t) => {
  let now = 1_000
  const saved: StoredRecord[] = []
  const catalog = {
    findRecord: () => saved.at(-1),
    listStored: () => saved.slice(-1).map((record) => ({ id: 1, record })),
    saveRecord: (record: StoredRecord) => ({ value: saved.push(record), committed: Promise.resolve() }),
    removeRecord: () => ({ value: false, committed: Promise.resolve() }),
  }
  const authority = new AuthorityManager(catalog, () => now)
  await authority.set(may('A', 'QUEUE', user, 'PUT'))
  now += 5
  await authority.set(may('A', 'QUEUE', user, 'GET'))
  t.deepEqual(
    saved.map(({ created, altered }) => [created, altered]),
    [
      [1_000, 1_000],
      [1_000, 1_005],
    ],
  )
})

for (const [title, change] of [
  ['the right to create the queue manager', may('@class', 'QMGR', user, 'CRT')],
  ['the right to create another queue manager', may('@class', 'RQMNAME', user, 'CRT')],
  ['an authority that the type does not have', may('A', 'QUEUE', user, 'CONNECT')],
  ['an authority that does not exist', may('A', 'QUEUE', user, 'FLY')],
  ['two double stars', may('**.A.**', 'QUEUE', user, 'PUT')],
  ['a double star within a qualifier', may('A**', 'QUEUE', user, 'PUT')],
] as const) {
  test(`a record with ${title} is refused`, async (t) => {
    const { authority } = benchFor(t).running
    await refuses(t, authority.set(change), 4005)
    t.deepEqual(authority.list(), [])
  })
}

test('records outlive a restart', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.running.authority.set(may('DEV.**', 'QUEUE', user, 'PUT'))
  const { authority } = (await disk.reopen()).running
  t.true(authority.allows(app, 'QUEUE', 'DEV.A.B', 'PUT'))
})

test('every call of the message queue interface checks authority', async (t) => {
  const { connect, define, running } = benchFor(t)
  const { authority } = running
  await define('queue', 'QLOCAL', 'A')
  t.throws(() => connect(app), { message: /MQRC_NOT_AUTHORIZED/ })
  await authority.set(may('', 'QMGR', user, 'CONNECT'))
  const connection = connect(app)

  const calls = [
    ['QUEUE', 'PUT', () => connection.put({ queue: 'A' }, text('x'))],
    ['QUEUE', 'BROWSE', () => connection.browse('A')],
    ['QUEUE', 'GET', () => connection.get('A')],
    ['TOPIC', 'PUB', () => connection.publish('a', text('x'))],
    ['TOPIC', 'SUB', () => connection.subscribe({ topicString: 'a' })],
  ] as const
  for (const [objectType, word, call] of calls) {
    await refuses(t, call(), 2035)
    await authority.set(may(objectType === 'QUEUE' ? 'A' : 'SYSTEM.BASE.TOPIC', objectType, user, word))
    await t.notThrowsAsync(call())
  }
})

test('publishing is allowed by any topic object above', async (t) => {
  const { connect, define, running } = benchFor(t)
  await define('topic', 'LOCAL', 'UPPER', { TOPICSTR: 'a' })
  await define('topic', 'LOCAL', 'LOWER', { TOPICSTR: 'a/b' })
  await running.authority.set(may('', 'QMGR', user, 'CONNECT'))
  await running.authority.set(may('UPPER', 'TOPIC', user, 'PUB'))
  const connection = connect(app)
  await t.notThrowsAsync(connection.publish('a/b/c', text('x')))
  const error = await refuses(t, connection.publish('z', text('x')), 2035)
  t.is(error.object, 'SYSTEM.BASE.TOPIC')
})

test('a put to another queue manager asks for its name or for the transmission queue', async (t) => {
  const { connect, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'QM9', { USAGE: 'XMITQ' })
  await running.authority.set(may('', 'QMGR', user, 'CONNECT'))
  const connection = connect(app)
  const put = () => connection.put({ queue: 'THERE', queueManager: 'QM9' }, text('x'))
  await refuses(t, put(), 2035)
  await running.authority.set(may('QM9', 'RQMNAME', user, 'PUT'))
  await t.notThrowsAsync(put())
})
