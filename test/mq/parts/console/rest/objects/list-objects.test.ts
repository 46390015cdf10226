import test from 'ava'
import { bindingsOf, openServer, settings } from '../../../../web/_support/server.ts'

const base = '/ibmmq/console/api/v1/qmgr/QM1/objects'
const user = 'mqadmin:mqadmin'
const xml = settings('', bindingsOf('com.ibm.mq.console'))

test('a list is sent once, and then what changed', async (t) => {
  const { call, installation } = await openServer(t, {
    xml,
    console: true,
    commands: [`DEFINE QLOCAL(ORDERS) DESCR('a "note"')`, 'DEFINE QALIAS(INBOX) TARGET(ORDERS)'],
  })
  const list = async (since = '') =>
    (await call('GET', `${base}/queue?attributes=type,curdepth,descr${since && `&since=${since}`}`, { user })).json
  const first = await list()
  t.true(first.complete)
  t.deepEqual(first.attributes, ['queue', 'type', 'curdepth', 'descr'])
  const named = (name: string) => first.rows.find((row: unknown[]) => row[0] === name)
  t.deepEqual(named('ORDERS'), ['ORDERS', 'QLOCAL', 0, 'a "note"'])
  t.deepEqual(named('INBOX'), ['INBOX', 'QALIAS', null, ''])

  t.like(await list(first.revision), { complete: false, rows: [], deleted: [], revision: first.revision })

  const connection = installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
  await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from('x'), format: 'MQSTR' })
  await connection?.command('DELETE QALIAS(INBOX)')
  await connection?.command('DEFINE QLOCAL(NEW)')
  const second = await list(first.revision)
  t.deepEqual(second.deleted, ['INBOX'])
  t.deepEqual(second.rows, [
    ['NEW', 'QLOCAL', 0, ''],
    ['ORDERS', 'QLOCAL', 1, 'a "note"'],
  ])
  await connection?.close()

  const unknown = await list('abcdefabcdef.7')
  t.true(unknown.complete)
  for (const path of ['/queues', '/toString', '/qmgr'])
    t.is((await call('GET', base + path, { user })).status, 404, path)
  const wrong = await call('GET', `${base}/queue?attributes=nonsense`, { user })
  t.is(wrong.status, 400)
  t.is((await call('GET', `${base}/queue?attributes=a%20b`, { user })).json.error[0].msgId, 'MQWB0013E')
})

test('a user sees the queues that the user may use, with the authorities', async (t) => {
  const { call } = await openServer(t, {
    xml,
    console: true,
    commands: [
      'DEFINE QLOCAL(DEV.A)',
      'DEFINE QLOCAL(DEV.B) MAXDEPTH(7)',
      'DEFINE QLOCAL(SECRET)',
      `SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)`,
      `SET AUTHREC PROFILE('DEV.**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)`,
      `SET AUTHREC PROFILE('DEV.B') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(DSP,BROWSE)`,
    ],
  })
  const { json } = await call('GET', `${base}/queue?attributes=type,maxdepth`, { user: 'app:passw0rd' })
  t.deepEqual(json.rows, [
    ['DEV.B', 'QLOCAL', 7, 'BROWSE DSP'],
    ['DEV.A', 'QLOCAL', null, 'PUT'],
  ])
  t.false(json.mayCreate)
  const admin = await call('GET', `${base}/queue?attributes=type`, { user })
  t.true(admin.json.mayCreate)
  t.false(admin.json.attributes.includes('authorities'))
})

test('a poll finds every change since the one before, and reads no row when there is none', async (t) => {
  const { call, installation } = await openServer(t, { xml, console: true, commands: ['DEFINE QLOCAL(ORDERS)'] })
  const manager = installation.find('QM1')
  const connection = manager?.connect({ name: 'x', groups: [], privileged: true })
  t.teardown(() => connection?.close())
  const list = async (since = '') =>
    (await call('GET', `${base}/queue?attributes=curdepth,descr${since && `&since=${since}`}`, { user })).json
  let { revision } = await list()
  const put = () => connection?.put({ queue: 'ORDERS' }, { body: Buffer.from('x'), format: 'MQSTR' })

  const changes: [change: () => Promise<unknown> | undefined, rows: unknown[], deleted: string[]][] = [
    [put, [['ORDERS', 1, '']], []],
    [async () => {}, [], []],
    [() => connection?.get('ORDERS'), [['ORDERS', 0, '']], []],
    [() => connection?.command(`ALTER QLOCAL(ORDERS) DESCR('x')`), [['ORDERS', 0, 'x']], []],
    [() => connection?.command('DEFINE QALIAS(OTHER) TARGET(ORDERS)'), [['OTHER', null, '']], []],
    [() => connection?.command('DELETE QALIAS(OTHER)'), [], ['OTHER']],
    [() => connection?.command(`DEFINE TOPIC(T) TOPICSTR('t')`), [], []],
  ]
  for (const [change, rows, deleted] of changes) {
    await change()
    const found = await list(revision)
    t.deepEqual([found.rows, found.deleted], [rows, deleted], String(change))
    t.deepEqual(found.attributes, ['queue', 'curdepth', 'descr'])
    t.false(found.complete)
    revision = found.revision
  }
  t.is((await list(revision)).revision, revision)

  await connection?.close()
  await manager?.end('immediate')
  await manager?.start()
  const after = await list(revision)
  t.deepEqual([after.complete, after.rows], [false, []])
})

test('the first rows of a long list come with the number of all, and a short list comes whole', async (t) => {
  const { call } = await openServer(t, {
    xml,
    console: true,
    commands: ['DEFINE QLOCAL(A1)', 'DEFINE QLOCAL(A2)', 'DEFINE QLOCAL(A3)'],
  })
  const list = async (first: number) =>
    (await call('GET', `${base}/queue?attributes=type&first=${first}`, { user })).json
  const whole = (await call('GET', `${base}/queue?attributes=type`, { user })).json
  const part = await list(2)
  t.like(part, { complete: true, total: whole.rows.length, mayCreate: true, deleted: [], revision: '' })
  t.deepEqual(part.rows, [
    ['A1', 'QLOCAL'],
    ['A2', 'QLOCAL'],
  ])
  const short = await list(1000)
  t.deepEqual([short.rows, short.total, short.revision], [whole.rows, undefined, whole.revision])
  for (const first of ['0', '1001', 'x'])
    t.is((await call('GET', `${base}/queue?first=${first}`, { user })).status, 400, first)
})
