import test from 'ava'
import { bindingsOf, openServer, settings, type TestServer } from '../_support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the server answered, whatever it is
type Any = any

const path = '/ibmmq/rest/v2/admin/action/qmgr/QM1/mqsc'

function run({ call }: TestServer, body: object, user = 'mqadmin:mqadmin', to = path) {
  return call('POST', to, { user, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function text(command: string) {
  return { type: 'runCommand', parameters: { command } }
}

test('runs a command that is written as text', async (t) => {
  const server = await openServer(t)
  const made = await run(server, text('DEFINE QLOCAL(APP.IN) DESCR(orders)'))
  t.is(made.status, 200)
  t.deepEqual(made.json, {
    commandResponse: [{ completionCode: 0, reasonCode: 0, text: ['AMQ8006I: IBM MQ queue created.'] }],
    overallCompletionCode: 0,
    overallReasonCode: 0,
  })

  const shown = await run(server, text('DISPLAY QLOCAL(APP.*) CURDEPTH SHARE'))
  t.deepEqual(shown.json.commandResponse[0].text, [
    'AMQ8409I: Display Queue details.   QUEUE(APP.IN)   TYPE(QLOCAL)   CURDEPTH(0)   SHARE',
  ])
})

test('runs a command that is written as JSON, in any case', async (t) => {
  const server = await openServer(t)
  const define = { type: 'runCommandJSON', command: 'DEFINE', qualifier: 'QLOCAL', name: 'APP.IN' }
  const made = await run(server, { ...define, parameters: { DESCR: 'orders', maxdepth: 10 } })
  t.deepEqual(made.json.commandResponse, [
    { completionCode: 0, reasonCode: 0, message: ['AMQ8006I: IBM MQ queue created.'] },
  ])

  const display = { type: 'runCommandJSON', command: 'display', qualifier: 'qlocal', name: 'APP.IN' }
  const { json } = await run(server, { ...display, responseParameters: ['descr', 'maxdepth', 'share'] })
  t.deepEqual(json.commandResponse, [
    {
      completionCode: 0,
      reasonCode: 0,
      parameters: { queue: 'APP.IN', type: 'QLOCAL', descr: 'orders', maxdepth: 10, share: 'YES' },
    },
  ])
})

test('answers 200 for a command that failed, with its codes', async (t) => {
  const server = await openServer(t)
  const { status, json } = await run(server, {
    type: 'runCommandJSON',
    command: 'display',
    qualifier: 'queue',
    name: 'FAKE.QUEUE',
  })
  t.is(status, 200)
  t.deepEqual(json, {
    commandResponse: [
      { completionCode: 2, reasonCode: 2085, message: ['AMQ8147E: IBM MQ object FAKE.QUEUE not found.'] },
    ],
    overallCompletionCode: 2,
    overallReasonCode: 3008,
  })
})

for (const [title, body, id] of [
  ['no type', {}, 'MQWB0110E'],
  ['another type', { type: 'run' }, 'MQWB0110E'],
  ['no text', { type: 'runCommand' }, 'MQWB0110E'],
  ['a text that is none', { type: 'runCommand', parameters: { command: 1 } }, 'MQWB0110E'],
  ['no verb', { type: 'runCommandJSON', qualifier: 'qlocal' }, 'MQWB0110E'],
  ['no qualifier', { type: 'runCommandJSON', command: 'display' }, 'MQWB0110E'],
  ['a name that is none', { type: 'runCommandJSON', command: 'display', qualifier: 'queue', name: 1 }, 'MQWB0110E'],
  ['parameters that are a list', json({ parameters: [] }), 'MQWB0110E'],
  ['response parameters that are no texts', json({ responseParameters: [1] }), 'MQWB0110E'],
  ['a verb that is none', json({ command: 'explode' }), 'MQWB0121E'],
  ['a qualifier that is none', json({ qualifier: 'teapot' }), 'MQWB0121E'],
  ['an unknown parameter', json({ parameters: { colour: 'red' } }), 'MQWB0120E'],
  ['an unknown response parameter', json({ responseParameters: ['maxmsglen'] }), 'MQWB0120E'],
] as const) {
  test(`answers 400 for a command with ${title}`, async (t) => {
    const reply = await run(await openServer(t), body)
    t.is(reply.status, 400)
    t.is(reply.json.error[0].msgId, id)
  })
}

test('answers 404 for an unknown queue manager and 503 for one that does not run', async (t) => {
  const server = await openServer(t)
  const unknown = await run(server, text('PING QMGR'), undefined, path.replace('QM1', 'QM9'))
  t.is(unknown.status, 404)
  t.like(unknown.json.error[0], { msgId: 'MQWB0009E', reasonCode: 2058 })

  await server.installation.find('QM1')?.end('immediate')
  const ended = await run(server, text('PING QMGR'))
  t.is(ended.status, 503)
  t.is(ended.json.error[0].reasonCode, 2059)
})

test('lets MQWebAdminRO display, however that is written, and nothing else', async (t) => {
  const server = await openServer(t)
  const reader = 'mqreader:mqreader'
  for (const body of [text('DISPLAY QMGR'), text(' dis qlocal(*)'), text('DIS(QMGR)'), json({})]) {
    t.is((await run(server, body, reader)).status, 200)
  }
  for (const body of [text('DEFINE QLOCAL(Q)'), text('DISTROY QLOCAL(Q)'), json({ command: 'clear' }), text('')]) {
    const reply = await run(server, body, reader)
    t.is(reply.status, 403)
    t.is(reply.json.error[0].msgId, 'MQWB0108E')
  }
})

for (const [title, command] of [
  ['after a semicolon', 'DISPLAY QLOCAL(Q) ; DELETE QLOCAL(Q)'],
  ['on a line of its own', 'DISPLAY QLOCAL(Q)\nDELETE QLOCAL(Q)'],
  ['after a comment', '* DISPLAY\nDELETE QLOCAL(Q)'],
] as const) {
  test(`runs no second command that stands ${title}`, async (t) => {
    const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q)'] })
    await run(server, text(command), 'mqreader:mqreader')
    const { json } = await run(server, text('DISPLAY QLOCAL(Q) CURDEPTH'))
    t.is(json.overallCompletionCode, 0)
  })
}

test('members that are null count as left out', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q)'] })
  const nothing = { parameters: null, responseParameters: null }
  t.is((await run(server, json({ name: 'Q', ...nothing }))).json.overallCompletionCode, 0)
  t.is((await run(server, json({ qualifier: 'qmgr', name: null }))).json.overallCompletionCode, 0)
})

test('open options are text in text and a number in JSON', async (t) => {
  const server = await openServer(t, { commands: ['DEFINE QLOCAL(Q)'] })
  const manager = server.installation.find('QM1')
  const getter = manager?.connect({ name: 'mqm', groups: [], privileged: true })
  const abort = new AbortController()
  const waiting = getter?.get('Q', { waitMs: 60_000, signal: abort.signal })

  const shown = await run(server, text('DISPLAY CONN(*) TYPE(HANDLE) OPENOPTS WHERE(OBJNAME EQ Q)'))
  const asJson = await run(server, json({ qualifier: 'conn', parameters: { type: 'HANDLE' } }))
  abort.abort()
  await t.throwsAsync(async () => waiting)

  t.regex(shown.json.commandResponse[0].text[0], /OPENOPTS\(MQOO_INPUT_AS_Q_DEF,MQOO_FAIL_IF_QUIESCING\)/)
  const handles = asJson.json.commandResponse.flatMap((each: Any) => each.parameters.objects ?? [])
  t.true(handles.some(({ openopts }: Any) => openopts === 8193))
})

test('acts as the user for MQWebUser, whom the object authority manager may refuse', async (t) => {
  const server = await openServer(t, {
    commands: ["SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)", 'DEFINE QLOCAL(Q)'],
  })
  const { status, json } = await run(server, text('DELETE QLOCAL(Q)'), 'app:passw0rd')
  t.is(status, 200)
  t.is(json.overallCompletionCode, 2)
  t.is(json.commandResponse[0].reasonCode, 2035)
})

test('runs commands that change something as the user, also with the role MQWebAdminRO', async (t) => {
  const reader = 'name="MQAdminRO"><user name="app" realm="defaultRealm"/>'
  const server = await openServer(t, {
    xml: settings('', bindingsOf('com.ibm.mq.rest').replace('name="MQAdminRO">', reader)),
    commands: ["SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)", 'DEFINE QLOCAL(Q)'],
  })
  t.is((await run(server, text('DISPLAY QLOCAL(Q)'), 'app:passw0rd')).json.overallCompletionCode, 0)
  t.is((await run(server, text('DELETE QLOCAL(Q)'), 'app:passw0rd')).json.commandResponse[0].reasonCode, 2035)
})

test('responds with 403 to a user without authority to connect', async (t) => {
  const reply = await run(await openServer(t), text('DISPLAY QMGR'), 'app:passw0rd')
  t.is(reply.status, 403)
  t.like(reply.json.error[0], { msgId: 'MQWB0103E', reasonCode: 2035 })
})

test('refuses a body that is longer than any command', async (t) => {
  const reply = await run(await openServer(t), text('x'.repeat(1024 * 1024)))
  t.is(reply.status, 400)
  t.is(reply.json.error[0].msgId, 'MQWB2007E')
})

function json(changes: object) {
  return { type: 'runCommandJSON', command: 'display', qualifier: 'qlocal', name: '*', ...changes }
}
