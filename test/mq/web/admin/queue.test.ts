import test from 'ava'
import { openServer, type TestServer } from '../_support/server.ts'

const user = 'mqadmin:mqadmin'
const path = '/ibmmq/rest/v1/admin/qmgr/QM1/queue'

function send({ call }: TestServer, method: string, below: string, body?: object, as = user) {
  const options = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return call(method, path + below, { user: as, ...options })
}

async function show(server: TestServer, name: string, query = '?attributes=*') {
  return (await server.call('GET', `${path}/${name}${query}`, { user })).json.queue?.[0]
}

test('makes a local queue of a name alone', async (t) => {
  const server = await openServer(t)
  const reply = await send(server, 'POST', '', { name: 'Q1' })
  t.is(reply.status, 201)
  t.is(reply.text, '')
  t.is(reply.headers.location, `${path}/Q1`)
  t.deepEqual(await show(server, 'Q1', ''), { name: 'Q1', type: 'local' })
})

test('gives back the attributes that a queue was made with', async (t) => {
  const server = await openServer(t)
  const groups = {
    general: { description: 'orders', inhibitPut: true, isTransmissionQueue: true },
    storage: { maximumDepth: 10, messageDeliverySequence: 'fifo' },
    events: {
      depth: { highEnabled: true, highPercentage: 70 },
      serviceInterval: { highEnabled: false, okEnabled: true },
    },
    applicationDefaults: { messagePersistence: 'persistent', sharedInput: false },
    trigger: { enabled: true, type: 'depth', depth: 5 },
    extended: { allowSharedInput: false, backoutThreshold: 3 },
  }
  t.is((await send(server, 'POST', '', { name: 'Q1', type: 'local', ...groups })).status, 201)

  const shown = await show(server, 'Q1')
  t.like(shown, groups)
  t.like(shown, {
    storage: { maximumMessageLength: 4_194_304 },
    events: { serviceInterval: { duration: 999_999_999 } },
  })
  t.regex(shown.timestamps.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
})

test('shows the names that a remote and an alias queue stand for, always', async (t) => {
  const server = await openServer(t)
  const remote = { queueName: 'APP.IN', qmgrName: 'QM2', transmissionQueueName: 'QM2.XMIT' }
  await send(server, 'POST', '', { name: 'R', type: 'remote', remote })
  await send(server, 'POST', '', { name: 'A', type: 'alias', alias: { targetName: 'APP.IN' } })
  await send(server, 'POST', '', { name: 'M', type: 'model', model: { type: 'permanentDynamic' } })

  t.deepEqual(await show(server, 'R', ''), {
    name: 'R',
    type: 'remote',
    remote: { queueName: 'APP.IN', qmgrName: 'QM2' },
  })
  t.deepEqual(await show(server, 'A', ''), { name: 'A', type: 'alias', alias: { targetName: 'APP.IN' } })
  t.deepEqual(await show(server, 'M', ''), { name: 'M', type: 'model', model: { type: 'permanentDynamic' } })
})

test('replaces a queue and keeps its messages, unless requested otherwise', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1) MAXDEPTH(10) DESCR(old)'] })
  const manager = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  await manager?.put({ queue: 'Q1' }, { body: Buffer.from('x'), format: 'MQSTR' })

  const refused = await send(server, 'POST', '?noReplace', { name: 'Q1' })
  t.is(refused.status, 400)
  t.like(refused.json.error[0], { msgId: 'MQWB0040E', type: 'pcf', reasonCode: 4001 })

  t.is((await send(server, 'POST', '', { name: 'Q1', storage: { maximumDepth: 20 } })).status, 201)
  const shown = await show(
    server,
    'Q1',
    '?attributes=general.description,storage.maximumDepth&status=status.currentDepth',
  )
  t.deepEqual(shown, {
    name: 'Q1',
    type: 'local',
    general: { description: '' },
    storage: { maximumDepth: 20 },
    status: { currentDepth: 1 },
  })
})

test('copies a queue by like', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1) MAXDEPTH(10)'] })
  t.is((await send(server, 'POST', '?like=Q1', { name: 'Q2', general: { description: 'copy' } })).status, 201)
  t.like(await show(server, 'Q2'), { storage: { maximumDepth: 10 }, general: { description: 'copy' } })
})

for (const [title, body, id] of [
  ['no name', { type: 'local' }, 'MQWB0016E'],
  ['a type that cannot be made', { name: 'Q', type: 'cluster' }, 'MQWB0015E'],
  ['a remote queue of nowhere', { name: 'Q', type: 'remote' }, 'MQWB0016E'],
  ['an unknown group', { name: 'Q', colour: { dark: true } }, 'MQWB0014E'],
  ['an unknown attribute', { name: 'Q', general: { colour: 'red' } }, 'MQWB0014E'],
  ['an attribute of another type', { name: 'Q', type: 'alias', storage: { maximumDepth: 1 } }, 'MQWB0014E'],
  ['an attribute that is only shown', { name: 'Q', timestamps: { created: 'x' } }, 'MQWB0014E'],
  ['a group that is no object', { name: 'Q', general: 1 }, 'MQWB0014E'],
  ['a number as text', { name: 'Q', storage: { maximumDepth: '1' } }, 'MQWB0015E'],
  ['a truth as text', { name: 'Q', general: { inhibitPut: 'yes' } }, 'MQWB0015E'],
  ['a word that is none', { name: 'Q', storage: { messageDeliverySequence: 'lifo' } }, 'MQWB0015E'],
  ['nothing where a text is due', { name: 'Q', general: { description: null } }, 'MQWB0015E'],
  ['a number out of range', { name: 'Q', storage: { maximumDepth: 1_000_000_000 } }, 'MQWB0040E'],
  ['two events that exclude each other', both(), 'MQWB0015E'],
  ['a name that cannot be one', { name: 'no blanks' }, 'MQWB0040E'],
] as const) {
  test(`refuses to make a queue with ${title}`, async (t) => {
    const reply = await send(await openServer(t), 'POST', '', body)
    t.is(reply.status, 400)
    t.is(reply.json.error[0].msgId, id)
  })
}

test('alters what is given and nothing else', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1) MAXDEPTH(10) DESCR(old)'] })
  const reply = await send(server, 'PATCH', '/Q1', { general: { description: 'new' } })
  t.is(reply.status, 204)
  t.is(reply.text, '')
  t.like(await show(server, 'Q1'), { general: { description: 'new' }, storage: { maximumDepth: 10 } })
})

test('refuses to alter a queue that is not there, or its name', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
  const missing = await send(server, 'PATCH', '/Q2', { general: { description: 'x' } })
  t.is(missing.status, 404)
  t.like(missing.json.error[0], { msgId: 'MQWB0037E', type: 'pcf', completionCode: 2, reasonCode: 3312 })
  t.is((await send(server, 'PATCH', '/Q1', { name: 'Q3' })).status, 400)
})

test('deletes an empty queue, and a filled one with purge', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)', 'DEFINE QLOCAL(Q2)', 'DEFINE QALIAS(A)'] })
  const manager = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  await manager?.put({ queue: 'Q2' }, { body: Buffer.from('x'), format: 'MQSTR' })

  t.is((await send(server, 'DELETE', '/Q1')).status, 204)
  t.is((await send(server, 'DELETE', '/Q1')).status, 404)
  const filled = await send(server, 'DELETE', '/Q2')
  t.is(filled.status, 400)
  t.is(filled.json.error[0].reasonCode, 2055)
  t.is((await send(server, 'DELETE', '/Q2?purge')).status, 204)
  t.is((await send(server, 'DELETE', '/A?purge&keepAuthorityRecords')).status, 204)
  t.is((await send(server, 'DELETE', '/A?purge=yes')).status, 400)
})

test('deletes the authority records with a queue, unless they are to be kept', async (t) => {
  const record = (name: string) => `SET AUTHREC PROFILE(${name}) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)`
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(A)', 'DEFINE QLOCAL(B)', record('A'), record('B')] })
  t.is((await send(server, 'DELETE', '/A')).status, 204)
  t.is((await send(server, 'DELETE', '/B?keepAuthorityRecords')).status, 204)

  const manager = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  const outcome = await manager?.command("DISPLAY AUTHREC OBJTYPE(QUEUE) PRINCIPAL('app')")
  t.deepEqual(
    outcome?.responses.map(({ attributes }) => attributes?.[0]),
    [['PROFILE', 'B']],
  )
})

test('finds queues by name, type and filter', async (t) => {
  const { call } = await openServer(t, {
    commands: [
      "DEFINE QLOCAL(APP.IN) MAXDEPTH(10) DESCR('all orders')",
      'DEFINE QLOCAL(APP.OUT) MAXDEPTH(20) PUT(DISABLED)',
      'DEFINE QALIAS(APP.ALIAS) TARGET(APP.IN)',
    ],
  })
  const names = async (query: string) =>
    (await call('GET', `${path}?name=APP*&${query}`, { user })).json.queue.map(({ name }: { name: string }) => name)

  t.deepEqual(await names(''), ['APP.ALIAS', 'APP.IN', 'APP.OUT'])
  t.deepEqual(await names('type=alias'), ['APP.ALIAS'])
  t.deepEqual(await names('filter=storage.maximumDepth:greaterThan:10'), ['APP.OUT'])
  t.deepEqual(await names('filter=storage.maximumDepth:lessThanOrEqualTo:20'), ['APP.IN', 'APP.OUT'])
  t.deepEqual(await names('filter=general.inhibitPut:equalTo:true'), ['APP.OUT'])
  t.deepEqual(await names('filter=general.description:equalTo:%22all%20orders%22'), ['APP.IN'])
  t.deepEqual(await names('filter=general.description:equalTo:all*'), ['APP.IN'])
  t.deepEqual(await names('filter=general.description:notEqualTo:all*'), ['APP.ALIAS', 'APP.OUT'])
  t.deepEqual(await names('filter=status.currentDepth:equalTo:0'), ['APP.IN', 'APP.OUT'])
  t.deepEqual((await call('GET', `${path}?name=NONE*`, { user })).json, { queue: [] })
})

for (const [title, query] of [
  ['a filter of two parts', 'filter=storage.maximumDepth:1'],
  ['a filter of an unknown attribute', 'filter=colour:equalTo:red'],
  ['an operator that is none', 'filter=storage.maximumDepth:like:1'],
  ['a number that is none', 'filter=storage.maximumDepth:equalTo:many'],
  ['a truth that is none', 'filter=general.inhibitPut:equalTo:1'],
  ['a type that is none', 'type=round'],
  ['a star within a name', 'name=A*B'],
  ['an attribute that is none', 'attributes=general.colour'],
] as const) {
  test(`refuses ${title}`, async (t) => {
    const { call } = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
    t.is((await call('GET', `${path}?${query}`, { user })).status, 400)
  })
}

test('does not take a star in a path for a pattern', async (t) => {
  const { call } = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
  for (const object of ['queue/Q*', 'channel/SYSTEM*', 'subscription/S*']) {
    t.is((await call('GET', `/ibmmq/rest/v1/admin/qmgr/QM1/${object}`, { user })).status, 404)
  }
})

test('shows who has a queue open', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
  const manager = server.installation
    .find('QM1')
    ?.connect({ name: 'alice', groups: [], privileged: true }, { name: 'getter' })
  const end = new AbortController()
  const waiting = manager?.get('Q1', { waitMs: 20_000, signal: end.signal }).catch(() => undefined)

  const shown = await show(server, 'Q1', '?status=status.openInputCount&applicationHandle=*')
  t.is(shown.status.openInputCount, 1)
  t.is(shown.applicationHandle.length, 1)
  t.like(shown.applicationHandle[0], { tag: 'getter', userId: 'alice' })
  t.true(shown.applicationHandle[0].openOptions.includes('MQOO_INPUT_SHARED'))
  end.abort()
  await waiting
})

test('lists the objects of all queue managers at the short paths with their queue managers', async (t) => {
  const { call, installation } = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
  const other = await installation.create('QM2')
  await other.start()
  await other.connect({ name: 'mqm', groups: [], privileged: true }).command('DEFINE QLOCAL(Q2)')
  await installation.create('QM3')

  const { json } = await call('GET', '/vendormq/rest/v1/admin/queue?name=Q*', { user })
  t.deepEqual(json.queue, [
    { qmgrName: 'QM1', name: 'Q1', type: 'local' },
    { qmgrName: 'QM2', name: 'Q2', type: 'local' },
  ])
  t.true((await call('GET', '/vendormq/rest/v1/admin/channel', { user })).json.channel.length > 0)
  t.true((await call('GET', '/vendormq/rest/v1/admin/subscription', { user })).json.subscription.length > 0)
})

test('leaves out queue managers to which a user may not connect', async (t) => {
  const { call } = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
  const reply = await call('GET', '/ibmmq/rest/v1/admin/queue', { user: 'app:passw0rd' })
  t.is(reply.status, 200)
  t.deepEqual(reply.json, { queue: [] })
})

test('lets readers look and not change', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q1)'] })
  const reader = 'mqreader:mqreader'
  t.is((await send(server, 'GET', '/Q1', undefined, reader)).status, 200)
  for (const [method, below] of [
    ['POST', ''],
    ['PATCH', '/Q1'],
    ['DELETE', '/Q1'],
  ] as const) {
    t.is((await send(server, method, below, { name: 'Q1' }, reader)).status, 403)
  }
})

function both() {
  return { name: 'Q', events: { serviceInterval: { highEnabled: true, okEnabled: true } } }
}

test('takes the type beside the name of one queue, and finds no queue of another type', async (t) => {
  const server = await openServer(t)
  await send(server, 'POST', '', { name: 'Q1' })
  for (const type of ['local', 'all']) t.is((await show(server, 'Q1', `?type=${type}`)).name, 'Q1')

  const other = await server.call('GET', `${path}/Q1?type=alias`, { user })
  t.is(other.status, 404)
  t.is(other.json.error[0].msgId, 'MQWB0037E')
  t.is((await server.call('GET', `${path}/Q1?type=round`, { user })).status, 400)
})
