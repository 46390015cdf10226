import test from 'ava'
import { openServer, settings } from '../_support/server.ts'

const user = 'mqreader:mqreader'
const path = '/ibmmq/rest/v1/admin/qmgr'

test('lists every queue manager, running or not, and by state', async (t) => {
  const { call, installation } = await openServer(t)
  await installation.create('QM2')
  const list = async (query = '') => (await call('GET', path + query, { user })).json.qmgr
  t.deepEqual(await list(), [
    { name: 'QM1', state: 'running' },
    { name: 'QM2', state: 'ended' },
  ])
  t.deepEqual(await list('?state=ended'), [{ name: 'QM2', state: 'ended' }])
  t.deepEqual(await list('?state=quiescing'), [])
})

test('shows every attribute of one', async (t) => {
  const { call } = await openServer(t)
  const { json } = await call('GET', `${path}/QM1?attributes=*&status=*`, { user })
  const [manager] = json.qmgr
  t.deepEqual(manager.extended, {
    installationName: 'Installation1',
    isDefaultQmgr: false,
    permitStandby: 'notPermitted',
  })
  t.regex(manager.status.started, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.like(manager.status, {
    channelInitiatorState: 'running',
    ldapConnectionState: 'disconnected',
    publishSubscribeState: 'running',
  })
  t.is(typeof manager.status.connectionCount, 'number')
})

test('writes moments with a colon in the other dialect', async (t) => {
  const { call } = await openServer(t)
  const { json } = await call('GET', '/vendormq/rest/v1/admin/qmgr/QM1?status=status.started', { user })
  t.regex(json.qmgr[0].status.started, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d:\d{3}Z$/)
  t.deepEqual(Object.keys(json.qmgr[0].status), ['started'])
})

test('shows no status of a queue manager that does not run', async (t) => {
  const { call, installation } = await openServer(t)
  await installation.find('QM1')?.end('immediate')
  const { json } = await call('GET', `${path}/QM1?status=*`, { user })
  t.deepEqual(json.qmgr, [{ name: 'QM1', state: 'endedImmediately' }])
})

for (const [title, query, status, id] of [
  ['an unknown queue manager', '/QM9', 404, 'MQWB0009E'],
  ['an unknown attribute', '?attributes=extended.colour', 400, 'MQWB0014E'],
  ['an object and one of its attributes', '?attributes=extended,extended.isDefaultQmgr', 400, 'MQWB0013E'],
  ['an attribute twice', '?status=status.started,status.started', 400, 'MQWB0013E'],
  ['everything and more', '?attributes=*,extended', 400, 'MQWB0013E'],
  ['an unknown state', '?state=happy', 400, 'MQWB0013E'],
  ['an unknown query parameter', '?nmae=x', 400, 'MQWB0012E'],
  ['a query parameter twice', '?state=ended&state=ended', 400, 'MQWB0012E'],
  ['a state of one', '/QM1?state=running', 400, 'MQWB0012E'],
] as const) {
  test(`answers ${status} for ${title}`, async (t) => {
    const { call } = await openServer(t)
    const reply = await call('GET', path + query, { user })
    t.is(reply.status, status)
    t.is(reply.json.error[0].msgId, id)
  })
}

test('reports reason 2058 for an unknown queue manager', async (t) => {
  const { call } = await openServer(t)
  const { json } = await call('GET', `${path}/QM9`, { user })
  t.like(json.error[0], { type: 'rest', completionCode: 2, reasonCode: 2058 })
  t.is(json.error[0].message, "MQWB0009E: Could not query the queue manager 'QM9'")
})

test('passes a request on through a gateway, with fewer attributes', async (t) => {
  const { call, installation } = await openServer(t)
  await (await installation.create('QM2')).start()
  const headers = { 'ibm-mq-rest-gateway-qmgr': 'QM1' }

  const reply = await call('GET', `${path}/QM2?status=status.connectionCount`, { user, headers })
  t.is(reply.headers['ibm-mq-rest-gateway-qmgr'], 'QM1')
  t.deepEqual(Object.keys(reply.json.qmgr[0]), ['name', 'status'])
  t.is((await call('GET', `${path}/QM2?attributes=*`, { user, headers })).status, 400)
  t.is((await call('GET', `${path}/QM2`, { user, headers: { 'ibm-mq-rest-gateway-qmgr': 'NONE' } })).status, 400)
})

test('passes nothing on when gateways are switched off', async (t) => {
  const { call } = await openServer(t, { xml: settings('<variable name="mqRestGatewayEnabled" value="false"/>') })
  const reply = await call('GET', `${path}/QM1`, { user, headers: { 'ibm-mq-rest-gateway-qmgr': 'QM1' } })
  t.is(reply.status, 400)
  t.is(reply.json.error[0].msgId, 'MQWB0018E')
})

test('shows the installation', async (t) => {
  const { call } = await openServer(t)
  const base = '/ibmmq/rest/v1/admin/installation'
  const { json } = await call('GET', base, { user })
  t.deepEqual(json, { installation: [{ name: 'Installation1', platform: 'unix', version: '9.4.2.0' }] })

  const whole = await call('GET', `${base}/Installation1?attributes=*`, { user })
  t.deepEqual(Object.keys(whole.json.installation[0].extended).sort(), [
    ...['dataPath', 'description', 'installationPath', 'level', 'maximumCommandLevel', 'operatingSystem', 'primary'],
  ])
  t.is((await call('GET', `${base}/Other`, { user })).status, 404)
})

test('reports that file transfer is disabled', async (t) => {
  const { call } = await openServer(t)
  for (const resource of ['agent', 'transfer', 'monitor', 'mft/agent', 'mft/transfer/1', 'mft/monitor/M']) {
    const reply = await call('GET', `/ibmmq/rest/v2/admin/${resource}`, { user: 'app:passw0rd' })
    t.is(reply.status, 500)
    t.is(reply.json.error[0].msgId, 'MQWB0400E')
  }
  t.is(
    (await call('POST', '/ibmmq/rest/v2/admin/transfer', { user: 'app:passw0rd', body: '{}' })).json.error[0].msgId,
    'MQWB0400E',
  )
})
