/** Commands about what is live, on a queue manager that runs. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Connection, openInstallation } from '../../../../src/mq/manager/index.ts'
import { renderTextLines } from '../../../../src/mq/manager/mqsc/index.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { systemClock } from '../../../../src/shared/lib/time/clock.ts'
import { renderParameters } from '../_support/parameters.ts'
import { administrator, alice } from './support.ts'

interface Live {
  connection: Connection
  run(command: string): Promise<string[]>
  show(command: string): Promise<Record<string, unknown>>
}

async function open(t: ExecutionContext, options: { listenerPort?: number } = {}): Promise<Live> {
  const folder = await mkdtemp(join(tmpdir(), 'mqsc-'))
  const installation = await openInstallation({
    folder,
    clock: systemClock,
    log: silentLog,
    ...options,
    parts: mqParts,
  })
  t.teardown(async () => {
    await installation.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const manager = await installation.create('QM1')
  await manager.start()
  const connection = manager.connect(administrator, { name: 'test' })
  return {
    connection,
    run: async (command) => (await connection.command(command)).responses.flatMap(renderTextLines),
    async show(command) {
      const [response] = (await connection.command(command)).responses
      return (response && renderParameters(response)) ?? {}
    },
  }
}

const message = (body: string) => ({ body: Buffer.from(body), format: 'MQSTR' })

test('a queue shows its depth and, when monitored, its times', async (t) => {
  const { connection, run, show } = await open(t)
  await run('DEFINE QLOCAL(A)')
  await connection.put({ queue: 'A' }, message('one'))
  t.like(await show('DISPLAY QLOCAL(A)'), { curdepth: 1 })
  t.like(await show('DISPLAY QSTATUS(A)'), { curdepth: 1, monq: 'OFF', lputdate: '', msgage: '', qtime: ' , ' })

  await run('ALTER QMGR MONQ(LOW)')
  const { lputdate, lputtime, msgage } = await show('DISPLAY QSTATUS(A)')
  t.regex(String(lputdate), /^\d{4}-\d\d-\d\d$/)
  t.regex(String(lputtime), /^\d\d\.\d\d\.\d\d$/)
  t.is(typeof msgage, 'number')
})

test('a queue with messages is cleared, and deleted only when that is meant', async (t) => {
  const { connection, run, show } = await open(t)
  await run('DEFINE QLOCAL(A)')
  await connection.put({ queue: 'A' }, message('one'))
  t.deepEqual(await run('DELETE QLOCAL(A)'), ['AMQ8143E: IBM MQ queue not empty.'])
  t.deepEqual(await run('CLEAR QLOCAL(A)'), ['AMQ8022I: IBM MQ queue cleared.'])
  t.like(await show('DISPLAY QLOCAL(A)'), { curdepth: 0 })
})

test('a waiting getter is a handle that keeps the queue', async (t) => {
  const { connection, run, show } = await open(t)
  await run('DEFINE QLOCAL(A)')
  const stop = new AbortController()
  const waiting = connection.get('A', { waitMs: 60_000, signal: stop.signal })

  t.like(await show('DISPLAY QLOCAL(A)'), { ipprocs: 1 })
  t.deepEqual(await run('CLEAR QLOCAL(A)'), ['AMQ8148E: IBM MQ object in use.'])
  const { objects } = (await show('DISPLAY QSTATUS(A) TYPE(HANDLE)')) as { objects: Record<string, unknown>[] }
  t.is(objects.length, 1)
  t.like(objects[0], { appltag: 'test', userid: 'admin', output: 'NO' })
  t.regex((await run('DISPLAY QSTATUS(A) TYPE(HANDLE)'))[0] as string, /QUEUE\(A\) {3}TYPE\(HANDLE\).* APPLTAG\(test\)/)
  t.regex((await run('DISPLAY CONN(*) TYPE(HANDLE)')).join('\n'), /OBJNAME\(A\) {3}OBJTYPE\(QUEUE\).*OPENOPTS\(MQOO_/)

  stop.abort()
  await t.throwsAsync(waiting)
})

test('a listener runs from START to STOP', async (t) => {
  const { run, show } = await open(t)
  await run('DEFINE LISTENER(L) TRPTYPE(TCP) PORT(0) IPADDR(127.0.0.1)')
  const inactive = ['AMQ8147E: IBM MQ object L not found.']
  t.deepEqual(await run('DISPLAY LSSTATUS(L)'), inactive)
  t.deepEqual(await run('STOP LISTENER(L)'), ['AMQ8731E: Listener not active.'])

  await run('START LISTENER(L)')
  t.like(await show('DISPLAY LSSTATUS(L) ALL'), { listener: 'L', status: 'RUNNING', trptype: 'TCP' })
  t.deepEqual(await run('START LISTENER(L)'), ['AMQ8730E: Listener already active.'])
  t.deepEqual(await run('START LISTENER(L) IGNSTATE(YES)'), ['AMQ8021I: Request to start IBM MQ listener accepted.'])
  t.deepEqual(await run('DELETE LISTENER(L)'), ['AMQ8148E: IBM MQ object in use.'])

  t.deepEqual(await run('STOP LISTENER(L)'), ['AMQ8706I: Request to stop IBM MQ Listener accepted.'])
  t.deepEqual(await run('DISPLAY LSSTATUS(L)'), inactive)
})

test('a stopped channel is displayed until it is inactive', async (t) => {
  const { run } = await open(t)
  await run("DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(X)")
  const inactive = ['AMQ8420I: Channel Status not found.']
  t.deepEqual(await run('DISPLAY CHSTATUS(C)'), inactive)
  t.deepEqual(await run('STOP CHANNEL(C)'), ['AMQ8019I: Stop IBM MQ channel accepted.'])
  t.regex(
    (await run('DISPLAY CHSTATUS(C)'))[0] as string,
    /CHANNEL\(C\) {3}CHLTYPE\(SDR\) .*CURRENT .*STATUS\(STOPPED\)/,
  )
  t.deepEqual(await run('DISPLAY CHSTATUS(C) SAVED'), inactive)
  await run('STOP CHANNEL(C) STATUS(INACTIVE)')
  t.deepEqual(await run('DISPLAY CHSTATUS(C)'), inactive)
  t.deepEqual(await run('DELETE CHANNEL(C)'), ['AMQ8015I: IBM MQ channel deleted.'])
})

test('a stopped channel shows all status attributes in the order of the product', async (t) => {
  const { run, show } = await open(t)
  await run('DEFINE CHANNEL(C) CHLTYPE(SVRCONN)')
  await run('STOP CHANNEL(C)')
  const shown = await show('DISPLAY CHSTATUS(C) ALL')
  t.like(shown, { status: 'STOPPED', jobname: '0000000000000000', msgs: 0, chstada: '', comprate: '0,0' })
  t.deepEqual(
    Object.keys(shown),
    `channel chltype bufsrcvd bufssent bytsrcvd bytssent chstada chstati comphdr compmsg comprate comptime conname current
    exittime hbint jobname locladdr lstmsgda lstmsgti mcastat mcauser monchl msgs rappltag secprot sslcerti sslciph sslkeyda
    sslkeyti sslpeer sslrkeys status stopreq substate curshcnv maxshcnv rversion rproduct`.split(/\s+/),
  )
})

test('a subscription counts what it was given', async (t) => {
  const { connection, run, show } = await open(t)
  await run('DEFINE QLOCAL(A)')
  await run("DEFINE TOPIC(T) TOPICSTR('fruit')")
  await run("DEFINE SUB(S) TOPICOBJ(T) TOPICSTR('apple') DEST(A)")
  await connection.publish('fruit/apple', message('red'))

  const shown = await show('DISPLAY SUB(S)')
  t.like(shown, { topicstr: 'fruit/apple', topicobj: 'T', dest: 'A', destclas: 'PROVIDED', subuser: 'admin' })
  t.like(await show('DISPLAY SBSTATUS(S)'), { nummsgs: 1, topicstr: 'fruit/apple', durable: 'YES' })
  t.like(await show("DISPLAY TPSTATUS('fruit/+')"), { topicstr: 'fruit/apple', subcount: 1, admin: '' })
  t.like(await show("DISPLAY TPSTATUS('fruit/apple') TYPE(SUB)"), { subid: shown.subid, nummsgs: 1 })
  t.deepEqual(await run(`DELETE SUB SUBID(${shown.subid})`), ['AMQ8091I: IBM MQ subscription deleted.'])
})

test('a connection is shown and stopped by its id', async (t) => {
  const { connection, run, show } = await open(t)
  const other = connection.manager.connect(administrator, { name: 'other' })
  const { conn } = await show("DISPLAY CONN(*) WHERE(APPLTAG EQ 'other')")
  t.deepEqual(await run(`STOP CONN(${conn})`), ['AMQ8457I: IBM MQ connection stopped.'])
  await t.throwsAsync(other.browse('SYSTEM.DEAD.LETTER.QUEUE'), { message: /./ })
  t.deepEqual(await run("DISPLAY CONN(*) WHERE(APPLTAG EQ 'other')"), ['AMQ8147E: IBM MQ object * not found.'])
})

test('the queue manager shows its state', async (t) => {
  const { run, show } = await open(t)
  t.deepEqual(await run('DISPLAY QMSTATUS'), [
    'AMQ8705I: Display Queue Manager Status Details.   QMNAME(QM1)   TYPE(QMGR)   STATUS(RUNNING)',
  ])
  t.like(await show('DISPLAY QMSTATUS ALL'), { conns: 1, chinit: 'RUNNING', ldapconn: 'INACTIVE', standby: 'NOPERMIT' })
  t.deepEqual(await run('DISPLAY PUBSUB'), [
    'AMQ8723I: Display pub/sub status details.   QMNAME(QM1)   TYPE(LOCAL)   STATUS(ACTIVE)',
  ])
  t.deepEqual(await run('PING QMGR'), ['AMQ8415I: Ping IBM MQ Queue Manager command complete.'])
})

test('authority that an object type does not have is refused in words', async (t) => {
  const { run, show } = await open(t)
  const [refusal] = await run("SET AUTHREC PROFILE(A) OBJTYPE(LISTENER) PRINCIPAL('app') AUTHADD(PUT)")
  t.regex(refusal as string, /^AMQ8403E: Attribute value error: .*PUT is no authority of LISTENER/)
  await run("SET AUTHREC PROFILE('A.**') OBJTYPE(QUEUE) GROUP('apps') AUTHADD(GET,PUT)")
  t.like(await show("DISPLAY ENTAUTH GROUP('apps') OBJTYPE(QUEUE) OBJNAME(A.B)"), { authlist: ['GET', 'PUT'] })
  t.like(await show("DISPLAY ENTAUTH GROUP('apps') OBJTYPE(QUEUE) OBJNAME(B)"), { authlist: ['NONE'] })
})

for (const [title, prepare, command, reasonCode, message] of [
  [
    'a listener that runs',
    ["DEFINE LISTENER(L) TRPTYPE(TCP) PORT(0) IPADDR('127.0.0.1')", 'START LISTENER(L)'],
    ...['START LISTENER(L)', 3249, /^AMQ8730E: Listener already active/],
  ],
  [
    'a port that cannot be had',
    ["DEFINE LISTENER(L) TRPTYPE(TCP) PORT(0) IPADDR('192.0.2.1')"],
    ...['START LISTENER(L)', 4009, /^AMQ9218E: .*could not bind/],
  ],
  [
    'a topic string that nobody may subscribe to',
    ["DEFINE TOPIC(T) TOPICSTR('t') SUB(DISABLED)"],
    ...["DEFINE SUB(S) TOPICSTR('t') DESTCLAS(MANAGED)", 2503, /^AMQ8404E: .*inhibited/],
  ],
  [
    'a durable subscription where none may be',
    ["DEFINE TOPIC(T) TOPICSTR('t') DURSUB(NO)"],
    ...["DEFINE SUB(S) TOPICSTR('t') DESTCLAS(MANAGED)", 2436, /^AMQ8404E: .*not allowed/],
  ],
] as [string, string[], string, number, RegExp][]) {
  test(`passes on the reason for ${title}`, async (t) => {
    const { connection } = await open(t, { listenerPort: 0 })
    for (const each of prepare) t.is((await connection.command(each)).completionCode, 0)
    const { responses } = await connection.command(command)
    t.is(responses[0]?.reasonCode, reasonCode)
    t.regex(responses[0]?.messages[0] as string, message)
  })
}

/** What strict clients know of each display of live things. */
for (const [command, list] of [
  [
    'DISPLAY CONN(*) ALL',
    `APPLDESC APPLTAG APPLTYPE ASTATE CHANNEL CLIENTID CONN CONNAME CONNOPTS CONNTAG EXTCONN EXTURID PID QMURID TID TYPE
    UOWLOG UOWLOGDA UOWLOGTI UOWSTATE UOWSTDA UOWSTTI URTYPE USERID`,
  ],
  ['DISPLAY LSSTATUS(L) ALL', 'BACKLOG CONTROL DESCR IPADDR LISTENER PID PORT STARTDA STARTTI STATUS TRPTYPE'],
  [
    'DISPLAY SBSTATUS(S) ALL',
    'ACTCONN DURABLE LMSGDATE LMSGTIME MCASTREL NUMMSGS RESMDATE RESMTIME SUB SUBID SUBTYPE SUBUSER TOPICSTR',
  ],
  [
    "DISPLAY TPSTATUS('a') ALL",
    `ADMIN CAPEXPRY CLROUTE CLUSTER COMMINFO DEFPRESP DEFPRTY DEFPSIST DURSUB MCAST MDURMDL MNDURMDL NPMSGDLV PMSGDLV PUB
    PUBCOUNT PUBSCOPE RETAINED SUB SUBCOUNT SUBSCOPE TOPICSTR USEDLQ`,
  ],
  ['DISPLAY AUTHREC ALL', 'AUTHLIST ENTITY ENTTYPE OBJTYPE PROFILE'],
  ["DISPLAY ENTAUTH PRINCIPAL('app') OBJTYPE(QMGR) ALL", 'AUTHLIST ENTITY ENTTYPE OBJNAME OBJTYPE'],
] as const) {
  test(`${command} shows just what clients know`, async (t) => {
    const { run, show } = await open(t, { listenerPort: 0 })
    await run('DEFINE LISTENER(L) TRPTYPE(TCP) IPADDR(127.0.0.1)')
    await run('START LISTENER(L)')
    await run("DEFINE SUB(S) TOPICSTR('a') DESTCLAS(MANAGED)")
    await run("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)")
    t.deepEqual(Object.keys(await show(command)).toSorted(), list.toLowerCase().split(/\s+/).toSorted())
  })
}

/** The order of the attributes in the product's own output. */
for (const [command, list] of [
  [
    "DISPLAY CONN(*) WHERE(APPLTAG EQ 'test') ALL",
    `CONN EXTCONN TYPE PID TID APPLDESC APPLTAG APPLTYPE ASTATE CHANNEL CLIENTID CONNAME CONNOPTS USERID UOWLOG UOWSTDA
    UOWSTTI UOWLOGDA UOWLOGTI URTYPE EXTURID QMURID UOWSTATE CONNTAG`,
  ],
  ['DISPLAY LSSTATUS(L) ALL', 'LISTENER STATUS PID STARTDA STARTTI DESCR TRPTYPE CONTROL IPADDR PORT BACKLOG'],
  [
    'DISPLAY QSTATUS(SYSTEM.DEFAULT.LOCAL.QUEUE) ALL',
    `QUEUE TYPE CURDEPTH CURFSIZE CURMAXFS IPPROCS LGETDATE LGETTIME LPUTDATE LPUTTIME MEDIALOG MONQ MSGAGE OPPROCS QTIME
    UNCOM`,
  ],
] as const) {
  test(`${command} shows attributes in the order of the product`, async (t) => {
    const { run, show } = await open(t, { listenerPort: 0 })
    await run('DEFINE LISTENER(L) TRPTYPE(TCP) IPADDR(127.0.0.1)')
    await run('START LISTENER(L)')
    t.deepEqual(Object.keys(await show(command)), list.toLowerCase().split(/\s+/))
  })
}

test('DISPLAY QSTATUS TYPE(HANDLE) shows attributes in the order of the product', async (t) => {
  const { connection, run, show } = await open(t)
  await run('DEFINE QLOCAL(A)')
  connection.open('A', { mode: 'input' })
  const { objects } = (await show('DISPLAY QSTATUS(A) TYPE(HANDLE) ALL')) as { objects: object[] }
  t.deepEqual(
    Object.keys(objects[0] ?? {}),
    `appldesc appltag appltype browse channel conname astate hstate input inquire output pid qmurid set tid urid urtype
    userid`.split(/\s+/),
  )
})

test('DISPLAY CONN identifies a connection by the QMID of its queue manager', async (t) => {
  const { show } = await open(t)
  const { qmid } = await show('DISPLAY QMGR QMID')
  const { conn, conntag } = await show("DISPLAY CONN(*) WHERE(APPLTAG EQ 'test') CONNTAG")
  t.is(conntag, `MQCT${conn}${qmid}test`)
})

test('clearing a topic string needs CLR on a topic object at it or above it', async (t) => {
  const { connection, run } = await open(t)
  await run("DEFINE TOPIC(ORDERS) TOPICSTR('orders')")
  await run("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('alice') AUTHADD(CONNECT)")
  const user = connection.manager.connect(alice, { name: 'test' })
  t.teardown(() => user.close())
  const clear = async () =>
    (await user.command("CLEAR TOPICSTR('orders/new') CLRTYPE(RETAINED)")).responses.flatMap(renderTextLines)
  await connection.publish('orders/new', { body: Buffer.from('x'), format: 'MQSTR', retain: true })
  t.deepEqual(await clear(), ['AMQ8135E: Not authorized.'])
  await run("SET AUTHREC OBJTYPE(TOPIC) PROFILE(ORDERS) PRINCIPAL('alice') AUTHADD(CLR)")
  t.deepEqual(await clear(), ['AMQ8694I: Topic string cleared.'])
})
