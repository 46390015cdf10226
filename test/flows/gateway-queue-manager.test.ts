/**
 * Two installations: the MQ web server of the first administers the queue manager of the second, through its own queue
 * manager and the channels between the two.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Connection, openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { openServer, settings, type TestServer } from '../mq/web/_support/server.ts'

const gateway = { 'ibm-mq-rest-gateway-qmgr': 'QM1' }
const app = 'app:passw0rd'
const admin = 'mqadmin:mqadmin'

/** Starts QM2, the far queue manager, and channels between it and QM1. Resolves with a connection to QM2. */
async function connectFarManager(t: ExecutionContext, { installation }: TestServer): Promise<Connection> {
  const folder = await mkdtemp(join(tmpdir(), 'far-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const far = await openInstallation({
    folder: join(folder, 'qmgrs'),
    clock: Date.now,
    log: silentLog,
    listenerPort: 0,
    parts: mqParts,
  })
  t.teardown(() => far.close())
  const manager = await far.create('QM2')
  await manager.start()
  const connection = manager.connect({ name: 'setup', groups: [], privileged: true })
  await run(
    connection,
    ...[
      'DEFINE LISTENER(L) TRPTYPE(TCP) IPADDR(127.0.0.1)',
      'START LISTENER(L)',
      'DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)',
      'DEFINE QLOCAL(QM1) USAGE(XMITQ)',
      'DEFINE CHANNEL(QM2.TO.QM1) CHLTYPE(SVR) XMITQ(QM1)',
    ],
  )
  const status = (await connection.command('DISPLAY LSSTATUS(L) PORT')).responses[0]?.attributes ?? []
  const address = `127.0.0.1(${new Map(status).get('PORT')})`
  const near = installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
  await run(
    near as Connection,
    ...[
      'DEFINE QLOCAL(QM2) USAGE(XMITQ)',
      `DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) CONNAME('${address}') XMITQ(QM2)`,
      `DEFINE CHANNEL(QM2.TO.QM1) CHLTYPE(RQSTR) CONNAME('${address}')`,
      'START CHANNEL(QM1.TO.QM2)',
      'START CHANNEL(QM2.TO.QM1)',
      "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
      "SET AUTHREC PROFILE(SYSTEM.REST.REPLY.QUEUE) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET)",
      "SET AUTHREC PROFILE('AMQ.REST.*') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET)",
      "SET AUTHREC PROFILE(QM2) OBJTYPE(RQMNAME) PRINCIPAL('app') AUTHADD(PUT)",
    ],
  )
  await near?.close()
  return connection
}

async function run(connection: Connection, ...commands: string[]): Promise<void> {
  for (const command of commands) {
    const { completionCode, responses } = await connection.command(command)
    if (completionCode !== 0) throw new Error(`${command}: ${responses[0]?.messages.join(' ')}`)
  }
}

test('a gateway queue manager passes administrative requests on, and the far one decides', async (t) => {
  const server = await openServer(t)
  const far = await connectFarManager(t, server)
  const { call } = server
  const mqsc = (user: string, command: string) =>
    call('POST', '/ibmmq/rest/v2/admin/action/qmgr/QM2/mqsc', {
      user,
      headers: { ...gateway, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'runCommand', parameters: { command } }),
    })

  // The far queue manager decides by the user of the request.
  const refused = await mqsc(app, 'DEFINE QLOCAL(ORDERS)')
  t.is(refused.status, 200)
  t.is(refused.headers['ibm-mq-rest-gateway-qmgr'], 'QM1')
  t.like(refused.json.commandResponse[0], { completionCode: 2, reasonCode: 2035 })
  await run(
    far,
    ...[
      "SET AUTHREC PROFILE('@class') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(CRT)",
      "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(DSP,CHG)",
      "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(DSP)",
    ],
  )
  t.deepEqual((await mqsc(app, 'DEFINE QLOCAL(ORDERS) MAXDEPTH(7)')).json.commandResponse[0].text, [
    'AMQ8006I: IBM MQ queue created.',
  ])
  t.is((await far.command('DISPLAY QLOCAL(ORDERS)')).completionCode, 0)

  // The resources of version 1 and the status of the queue manager.
  const list = await call('GET', '/ibmmq/rest/v1/admin/qmgr/QM2/queue?name=ORD*&attributes=storage.maximumDepth', {
    user: app,
    headers: gateway,
  })
  t.deepEqual(list.json.queue, [{ name: 'ORDERS', type: 'local', storage: { maximumDepth: 7 } }])
  const status = await call('GET', '/ibmmq/rest/v1/admin/qmgr/QM2?status=*', { user: app, headers: gateway })
  t.like(status.json.qmgr[0], { name: 'QM2', status: { channelInitiatorState: 'running' } })
  t.regex(status.json.qmgr[0].status.started, /^\d{4}-\d\d-\d\dT/)
  t.is(status.json.qmgr[0].state, undefined)

  // A malformed command of the JSON form is the error of the request.
  const malformed = await call('POST', '/ibmmq/rest/v2/admin/action/qmgr/QM2/mqsc', {
    user: admin,
    headers: { ...gateway, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'runCommandJSON', command: 'display', qualifier: 'nonsense' }),
  })
  t.is(malformed.json.error[0].msgId, 'MQWB0121E')

  // A queue manager to which the gateway has no way, and one that does not respond.
  const unknown = await call('GET', '/ibmmq/rest/v1/admin/qmgr/QM9/queue', { user: admin, headers: gateway })
  t.is(unknown.status, 404)
  t.like(unknown.json.error[0], { msgId: 'MQWB0009E', reasonCode: 2087 })
  await server.configure(
    settings('<variable name="mqRestRequestTimeout" value="1"/><variable name="mqRestGatewayQmgr" value="QM1"/>'),
  )
  await run(far, 'STOP CHANNEL(QM1.TO.QM2) MODE(FORCE)')
  const late = await call('GET', '/ibmmq/rest/v1/admin/qmgr/QM2/queue', { user: admin }) // the gateway of the property
  t.is(late.json.error[0].msgId, 'MQWB0113E')
})
