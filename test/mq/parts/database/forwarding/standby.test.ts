/** Two processes with an instance of QM1 each: the server of the standby instance serves requests, too. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import pg from 'pg'
import { openInstallation } from '../../../../../src/mq/manager/index.ts'
import { storeSchemaName } from '../../../../../src/mq/parts/database/store/store-schema.ts'
import { mqParts } from '../../../../../src/mq/parts.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { eventually } from '../../../../_support/eventually.ts'
import { postgresBinaries, startPostgres } from '../../../../_support/postgres.ts'
import { openTcpLink } from '../../../../_support/tcp-link.ts'
import { admin } from '../../../manager/_support/manager.ts'
import { bindingsOf, type CallOptions, call, type Reply, settings } from '../../../web/_support/server.ts'

const program = join(import.meta.dirname, '../../../web/_support/instance-web.ts')
const rest = '/ibmmq/rest/v2'
const messages = `${rest}/messaging/qmgr/QM1/queue/A/message`
const mqsc = `${rest}/admin/action/qmgr/QM1/mqsc`
const display = JSON.stringify({ type: 'runCommand', parameters: { command: 'DISPLAY QLOCAL(A) CURDEPTH' } })
const app = { user: 'app:passw0rd' }
const text = { ...app, headers: { 'content-type': 'text/plain;charset=utf-8', 'ibm-mq-md-persistence': 'persistent' } }
const json = { user: 'mqadmin:mqadmin', headers: { 'content-type': 'application/json' }, body: display }
const withServer = postgresBinaries ? test : test.skip

interface Instance {
  readonly child: ChildProcess
  state: string | undefined
  port: number
}

withServer('the server of a standby instance forwards requests, before and after a takeover', async (t) => {
  const database = await startPostgres()
  t.teardown(database.close)
  await createQueueManager(t, database.url)
  const [first, second] = [start(t, database.url), start(t, database.url)]
  await eventually(async () => modes([first, second]) === 'running standby' || undefined)
  const [active, standby] = first.state === 'running' ? [first, second] : [second, first]
  const ask = (method: string, path: string, options: CallOptions = {}) => call(standby.port, method, path, options)
  await eventually(async () => (await ask('GET', messages, app)).status === 204 || undefined) // the URL is recorded

  const put = await ask('POST', messages, { ...text, body: 'köstlich' })
  t.is(put.status, 201, put.text)
  t.truthy(put.headers['ibm-mq-md-messageid'])
  const got = await call(active.port, 'DELETE', messages, app)
  t.is(got.text, 'köstlich')
  t.is(got.headers['ibm-mq-md-messageid'], put.headers['ibm-mq-md-messageid'])

  await checkAccess(t, ask, active)
  await checkConsole(t, ask)

  const waiting = ask('DELETE', `${messages}?wait=20000`, app)
  await call(active.port, 'POST', messages, { ...text, body: 'late' })
  t.is((await waiting).text, 'late')

  const acknowledged = await putThroughTakeover(ask, active)
  t.is(standby.state, 'running')
  const found: string[] = []
  for (;;) {
    const { status, text: body } = await ask('DELETE', messages, app)
    if (status === 204) break
    found.push(body)
  }
  t.deepEqual(
    acknowledged.filter((body) => !found.includes(body)),
    [],
  )
  t.true(acknowledged.length > 20, String(acknowledged.length))
})

withServer('an instance that is cut off responds with 503, and forwards when it is back', async (t) => {
  t.timeout(120_000)
  const database = await startPostgres()
  t.teardown(database.close)
  await createQueueManager(t, database.url)
  const link = await openTcpLink(database.port)
  t.teardown(link.close)
  const cutOff = start(t, database.url.replace(String(database.port), String(link.port)))
  await eventually(async () => cutOff.state === 'running' || undefined)
  const other = start(t, database.url)
  await eventually(async () => other.state === 'standby' || undefined)
  const ask = (instance: Instance, method: string, options: CallOptions) =>
    call(instance.port, method, messages, options)
  const putAt = (instance: Instance, body: string) => ask(instance, 'POST', { ...text, body })
  t.is((await putAt(cutOff, 'before')).status, 201)
  await waitForRenewals(t, database.url)

  link.isolate()
  const inFlight = putAt(cutOff, 'in flight')
  await eventually(async () => cutOff.state === 'stateNotAvailable' || undefined)
  for (const reply of [await putAt(cutOff, 'x'), await ask(cutOff, 'DELETE', app), await inFlight]) {
    t.is(reply.status, 503, reply.text)
    t.is(reply.headers['retry-after'], '1')
  }
  t.true(await eventually(async () => other.state === 'running' || undefined))
  t.is((await putAt(other, 'meanwhile')).status, 201)

  link.reconnect()
  t.true(await eventually(async () => cutOff.state === 'standby' || undefined))
  t.true(await eventually(async () => (await putAt(cutOff, 'after')).status === 201 || undefined))
  const found = new Set<string>()
  for (let reply = await ask(other, 'DELETE', app); reply.status === 200; reply = await ask(other, 'DELETE', app))
    found.add(reply.text)
  found.delete('in flight') // its outcome is unknown
  t.deepEqual([...found], ['before', 'meanwhile', 'after'])
})

/** Waits until the active instance has renewed its lease twice, so that it knows of the standby instance. */
async function waitForRenewals(t: ExecutionContext, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  t.teardown(() => client.end())
  const seen = new Set<string>()
  await eventually(async () => {
    const { rows } = await client.query(`SELECT expires_at::text AS at FROM ${storeSchemaName('QM1')}.lease`)
    return seen.add(rows[0].at).size > 2 || undefined
  })
}

async function checkAccess(t: ExecutionContext, ask: Ask, active: Instance): Promise<void> {
  t.is((await ask('POST', mqsc, json)).status, 200)
  const gateway = { ...json, headers: { ...json.headers, 'ibm-mq-rest-gateway-qmgr': 'QM1' } }
  const through = await ask('POST', mqsc, gateway)
  t.is(through.status, 200, through.text)
  t.is(through.headers['ibm-mq-rest-gateway-qmgr'], 'QM1')

  for (const [title, status, method, path, options] of [
    ['a wrong password', 401, 'POST', messages, { ...text, user: 'app:wrong', body: 'x' }],
    ['no CSRF header', 403, 'POST', messages, { ...text, csrf: false, body: 'x' }],
    ['a user without the role', 403, 'POST', messages, { ...text, user: 'mqreader:mqreader', body: 'x' }],
    ['a queue that does not exist', 404, 'POST', messages.replace('/A/', '/NONE/'), { ...text, body: 'x' }],
    ['a queue without authority', 403, 'POST', messages.replace('/A/', '/B/'), { ...text, body: 'x' }],
  ] as const) {
    const reply = await ask(method, path, options)
    t.is(reply.status, status, `${title}: ${reply.text}`)
  }
  const forged = { ...text, headers: { ...text.headers, 'sluice-mq-forwarded-caller': 'eyJ9.abc' }, body: 'x' }
  t.is((await call(active.port, 'POST', messages, forged)).status, 401)
  const again = await ask('POST', messages, forged)
  t.is(again.status, 503, 'a forwarded request is not forwarded again')
  t.is(again.json.error[0].msgId, 'MQWB0046E')

  const login = await ask('POST', `${rest}/login`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'app', password: 'passw0rd' }),
  })
  const [cookie = ''] = String(login.headers['set-cookie']).split(';')
  t.is((await ask('GET', messages, { headers: { cookie } })).status, 204)
}

async function checkConsole(t: ExecutionContext, ask: Ask): Promise<void> {
  const shown = await ask('GET', `${rest}/admin/qmgr/QM1`, json)
  t.is(shown.json.qmgr[0].state, 'runningAsStandby')
  const managers = await ask('GET', '/ibmmq/console/api/v1/qmgr', json)
  t.like(managers.json.qmgr[0], { name: 'QM1', state: 'standby', runsOn: hostname() })
  const objects = await ask('GET', '/ibmmq/console/api/v1/qmgr/QM1/queue/A/messages', json)
  t.is(objects.status, 200, objects.text)
  const standbys = await ask('GET', `${rest}/admin/qmgr?state=runningAsStandby`, json)
  t.is(standbys.json.qmgr.length, 1)
}

type Ask = (method: string, path: string, options?: CallOptions) => Promise<Reply>

/** Puts messages through the server of the standby instance while the active one is killed. Returns what was acknowledged. */
async function putThroughTakeover(ask: Ask, active: Instance): Promise<string[]> {
  const acknowledged: string[] = []
  const end = performance.now() + 120_000
  let isKilled = false
  let afterwards = 0
  while (afterwards < 10 && performance.now() < end) {
    const body = `m${acknowledged.length}-${performance.now()}`
    const { status } = await ask('POST', messages, { ...text, body }).catch(() => ({ status: 0 }))
    if (status === 201) {
      acknowledged.push(body)
      if (isKilled) afterwards += 1
    } else {
      await delay(100) // as a client that repeats the request
    }
    if (acknowledged.length === 20 && !isKilled) {
      isKilled = true
      active.child.kill('SIGKILL')
      await once(active.child, 'exit')
    }
  }
  return acknowledged
}

async function createQueueManager(t: ExecutionContext, url: string): Promise<void> {
  const installation = await openInstallation({ folder: folderFor(t), clock: Date.now, log: silentLog, parts: mqParts })
  const manager = await installation.create('QM1', { storeUrl: url })
  await manager.start()
  const connection = manager.connect(admin)
  for (const command of [
    'DEFINE QLOCAL(A) DEFPSIST(YES)',
    'DEFINE QLOCAL(B)',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT,INQ)",
    "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE,INQ)",
  ])
    await connection.command(command)
  await installation.close()
}

function start(t: ExecutionContext, url: string): Instance {
  const folder = folderFor(t)
  mkdirSync(join(folder, 'mqweb'))
  const bindings = bindingsOf('com.ibm.mq.rest') + bindingsOf('com.ibm.mq.console')
  writeFileSync(join(folder, 'mqweb', 'mqwebuser.xml'), settings('', bindings))
  const child = fork(program, [folder, url])
  const instance: Instance = { child, state: undefined, port: 0 }
  child.on('message', (sent: { state: string; port: number }) => Object.assign(instance, sent))
  t.teardown(() => child.kill('SIGKILL'))
  return instance
}

function modes(instances: readonly Instance[]): string {
  return instances
    .map(({ state }) => String(state))
    .toSorted()
    .join(' ')
}

function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-standby-web-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
