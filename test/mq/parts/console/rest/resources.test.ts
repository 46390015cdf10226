import test, { type ExecutionContext } from 'ava'
import { findFreePort } from '../../../../_support/free-port.ts'
import { bindingsOf, type CallOptions, openServer, settings } from '../../../web/_support/server.ts'

const base = '/ibmmq/console/api/v1'
const xml = (more = '') => settings(more, bindingsOf('com.ibm.mq.console'))

test('the roles of the console are its own', async (t) => {
  const { call } = await opened(t)
  t.is((await call('GET', '/ibmmq/rest/v3/admin/qmgr', { user: 'mqadmin:mqadmin' })).status, 403)
  t.is((await call('GET', `${base}/qmgr`, { user: 'mqadmin:mqadmin' })).status, 200)
  t.is((await call('GET', `${base}/qmgr`, { user: 'nobody:nothing' })).status, 403)
  t.is((await call('GET', `${base}/qmgr`)).status, 401)
})

test('returns the user and the settings of the page', async (t) => {
  const { call } = await opened(t, { more: '<variable name="mqConsoleMaxMsgCharsToDisplay" value="7"/>' })
  const { json } = await call('GET', '/vendormq/console/api/v1/login', { user: 'app:passw0rd' })
  t.deepEqual(json, {
    name: 'app',
    mechanism: 'basic',
    roles: ['MQWebUser'],
    settings: { managesQueueManagers: true, browsesMessages: true, transfersFiles: false, charactersPerMessage: 7 },
  })
})

for (const [what, method, path] of [
  ['making a queue manager', 'POST', '/qmgr'],
  ['starting one', 'POST', '/qmgr/QM1/start'],
  ['ending one', 'POST', '/qmgr/QM1/end'],
  ['deleting one', 'DELETE', '/qmgr/QM1'],
] as const) {
  test(`${what} is for administrators, and requires the CSRF header`, async (t) => {
    const { call, installation } = await opened(t)
    const body = JSON.stringify({ name: 'QM2' })
    for (const user of ['mqreader:mqreader', 'app:passw0rd']) {
      t.is((await call(method, base + path, { user, body })).status, 403)
    }
    const { status, json } = await call(method, base + path, { user: 'mqadmin:mqadmin', body, csrf: false })
    t.is(status, 403)
    t.is(json.error[0].msgId, 'MQWB0100E')
    t.deepEqual(
      installation.list().map(({ name, state }) => [name, state]),
      [['QM1', 'running']],
    )
  })
}

for (const [body, status, message] of [
  [{}, 400, /'name' is missing/],
  [{ name: 7 }, 400, /'name' is not valid: it must be a string/],
  [{ name: 'not a name' }, 400, /it must consist of letters, digits/],
  [{ name: 'QM2', port: 0 }, 400, /whole number from 1 to 65535/],
  [{ name: 'QM1' }, 400, /4001/],
] as const) {
  test(`no queue manager is made of ${JSON.stringify(body)}`, async (t) => {
    const { call, installation } = await opened(t)
    const answer = await call('POST', `${base}/qmgr`, { user: 'mqadmin:mqadmin', body: JSON.stringify(body) })
    t.is(answer.status, status)
    t.regex(answer.json.error[0].message, message)
    t.is(installation.list().length, 1)
  })
}

test('makes a queue manager with a listener that runs', async (t) => {
  const { call } = await opened(t)
  const port = await findFreePort()
  const { status, json } = await asAdmin(call, 'POST', '/qmgr', { name: 'QM2', port })
  t.is(status, 201)
  t.like(json.qmgr[0], { name: 'QM2', state: 'running' })

  const command = { type: 'runCommandJSON', command: 'display', qualifier: 'lsstatus', name: '*' }
  const { json: listeners } = await asAdmin(call, 'POST', '/qmgr/QM2/mqsc', command)
  t.like(listeners.commandResponse[0].parameters, { status: 'RUNNING' })
})

test('a queue manager that runs is neither started nor deleted, and is not said to be missing', async (t) => {
  const { call } = await openServer(t, { console: true, xml: settings('', bindingsOf('com.ibm.mq.console')) })
  for (const [method, path] of [
    ['POST', '/qmgr/QM1/start'],
    ['DELETE', '/qmgr/QM1'],
  ] as const) {
    const { status, json } = await call(method, `/ibmmq/console/api/v1${path}`, { user: 'mqadmin:mqadmin' })
    t.is(status, 400)
    t.like(json.error[0], { msgId: 'MQWB0003E', reasonCode: 2042 })
  }
})

test('queue managers cannot be created or deleted when the property forbids it', async (t) => {
  const { call } = await opened(t, { more: '<variable name="managementMode" value="externallyprovisioned"/>' })
  const { status, json } = await asAdmin(call, 'POST', '/qmgr/QM1/end', {})
  t.is(status, 403)
  t.is(json.error[0].msgId, 'MQWB0041E')
})

test('an administrator puts, lists, sees and takes messages', async (t) => {
  const { call } = await opened(t, { commands: ['DEFINE QLOCAL(A)'] })
  const messages = '/qmgr/QM1/queue/A/messages'
  const put = await asAdmin(call, 'POST', messages, {
    text: 'grüße',
    priority: 3,
    persistence: 'persistent',
    expiry: 60_000,
    replyTo: 'B@QM2',
    correlationId: 'ab'.repeat(24),
    properties: [
      { name: 'color', type: 'string', value: '"green; blue' },
      { name: 'count', type: 'long', value: '9007199254740993' },
    ],
  })
  t.is(put.status, 201)
  const id = put.json.messageId as string

  const { json: list } = await asAdmin(call, 'GET', messages)
  t.false(list.more)
  t.like(list.messages[0], { messageId: id, preview: 'grüße', priority: 3, persistence: 'persistent', length: 7 })

  const { json: message } = await asAdmin(call, 'GET', `${messages}/${id}`)
  t.is(Buffer.from(message.body, 'base64').toString(), 'grüße')
  t.false(message.truncated)
  t.like(message, { replyTo: 'B@QM2', correlationId: 'ab'.repeat(24), ccsid: 1208 })
  t.deepEqual(message.properties, [
    { name: 'color', type: 'string', value: '"green; blue' },
    { name: 'count', type: 'long', value: '9007199254740993' },
  ])

  const body = await asAdmin(call, 'GET', `${messages}/${id}/body`)
  t.is(body.text, 'grüße')
  t.is(body.headers['content-type'], 'application/octet-stream')
  t.regex(String(body.headers['content-disposition']), /^attachment/)

  t.is((await asAdmin(call, 'DELETE', `${messages}/${id}`)).status, 204)
  const gone = await asAdmin(call, 'DELETE', `${messages}/${id}`)
  t.is(gone.status, 404)
  t.is(gone.json.error[0].msgId, 'MQWB0042E')
})

test('pages through a queue no further than the property allows', async (t) => {
  const more =
    '<variable name="mqConsoleMaxMsgsPerRequest" value="3"/><variable name="mqConsoleMaxMsgCharsToDisplay" value="4"/>'
  const { call } = await opened(t, { commands: ['DEFINE QLOCAL(A)'], more })
  const messages = '/qmgr/QM1/queue/A/messages'
  for (const text of ['first', 'second', 'third', 'fourth']) await asAdmin(call, 'POST', messages, { text })

  const page = async (query: string) => {
    const { json } = await asAdmin(call, 'GET', `${messages}?${query}`)
    return [json.messages.map(({ preview }: { preview: string }) => preview), json.more]
  }
  t.deepEqual(await page('limit=2'), [['firs', 'seco'], true])
  t.deepEqual(await page('offset=2&limit=2'), [['thir'], true])
  t.deepEqual(await page('offset=3&limit=2'), [[], true])
  t.is((await asAdmin(call, 'GET', `${messages}?limit=4`)).status, 400)
})

test('a message for another queue manager goes to its transmission queue', async (t) => {
  const { call } = await opened(t, { commands: ['DEFINE QLOCAL(QM2) USAGE(XMITQ)'] })
  const put = { text: 'far', queueManager: 'QM2' }
  t.is((await asAdmin(call, 'POST', '/qmgr/QM1/queue/ORDERS/messages', put)).status, 201)
  t.is((await asAdmin(call, 'GET', '/qmgr/QM1/queue/QM2/messages')).json.messages.length, 1)
  const unknown = await asAdmin(call, 'POST', '/qmgr/QM1/queue/ORDERS/messages', { ...put, queueManager: 'QM3' })
  t.not(unknown.status, 201)
})

for (const [body, message] of [
  [{ text: 7 }, /'text' is not valid: it must be a string/],
  [{ priority: 10 }, /from 0 to 9/],
  [{ expiry: 0 }, /'expiry' is not valid/],
  [{ persistence: 'sometimes' }, /asQueueDefault, persistent, nonPersistent/],
  [{ correlationId: 'zz' }, /48 hexadecimal digits/],
  [{ replyTo: 'a@b@c' }, /queue@queueManager/],
  [{ queueManager: 'a@b' }, /the name of a queue manager/],
  [{ properties: [{ name: 'a' }] }, /a name, a type and a value/],
  [{ properties: [{ name: '1', type: 'string', value: '' }] }, /is not a valid property name/],
  [{ properties: [{ name: 'a', type: 'byte', value: '200' }] }, /from -128 to 127/],
] as const) {
  test(`no message is put of ${JSON.stringify(body)}`, async (t) => {
    const { call } = await opened(t, { commands: ['DEFINE QLOCAL(A)'] })
    const answer = await asAdmin(call, 'POST', '/qmgr/QM1/queue/A/messages', body)
    t.is(answer.status, 400)
    t.regex(answer.json.error[0].message, message)
  })
}

test('MQWebUser sees and moves what the object authority manager allows', async (t) => {
  const commands = [
    'DEFINE QLOCAL(A)',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
    "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)",
  ]
  const { call } = await opened(t, { commands })
  const user = 'app:passw0rd'
  const messages = `${base}/qmgr/QM1/queue/A/messages`
  t.is((await call('POST', messages, { user, body: '{"text":"x"}' })).status, 201)
  t.is((await call('GET', messages, { user })).status, 403)
  t.is((await call('GET', `${base}/qmgr/QM1/queue/A/history`, { user })).status, 403)
})

test('a reader sees messages unless the property keeps them from it', async (t) => {
  const { call, configure } = await opened(t, { commands: ['DEFINE QLOCAL(A)'] })
  const messages = `${base}/qmgr/QM1/queue/A/messages`
  t.is((await call('GET', messages, { user: 'mqreader:mqreader' })).status, 200)
  t.is((await call('POST', messages, { user: 'mqreader:mqreader', body: '{}' })).status, 403)

  await configure(xml('<variable name="mqConsoleEnableDashboardBrowse" value="false"/>'))
  t.is((await call('GET', messages, { user: 'mqreader:mqreader' })).status, 403)
  t.is((await call('GET', messages, { user: 'mqadmin:mqadmin' })).status, 200)
})

test('with browsing switched off, a reader who is also MQWebUser sees what the object authority manager allows', async (t) => {
  const everybodyIsUser = bindingsOf('com.ibm.mq.console').replace(
    '<user name="app" realm="defaultRealm"/>',
    '<special-subject type="ALL_AUTHENTICATED_USERS"/>',
  )
  const more = '<variable name="mqConsoleEnableDashboardBrowse" value="false"/>'
  const commands = [
    'DEFINE QLOCAL(HIDDEN)',
    'DEFINE QLOCAL(SHOWN)',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mqreader') AUTHADD(CONNECT)",
    "SET AUTHREC PROFILE(SHOWN) OBJTYPE(QUEUE) PRINCIPAL('mqreader') AUTHADD(BROWSE)",
  ]
  const { call } = await openServer(t, { commands, xml: settings(more, everybodyIsUser), console: true })
  const body = '{"text":"x"}'
  for (const queue of ['HIDDEN', 'SHOWN']) {
    const messages = `${base}/qmgr/QM1/queue/${queue}/messages`
    const { json } = await call('POST', messages, { user: 'mqadmin:mqadmin', body })
    const position = messages.replace('/messages', '/message-position?at=2020-01-01')
    const reads = [messages, `${messages}?search=x`, `${messages}/${json.messageId}`, position]
    const statuses = []
    for (const path of [...reads, `${messages}/${json.messageId}/body`]) {
      statuses.push((await call('GET', path, { user: 'mqreader:mqreader' })).status)
      t.is((await call('GET', path, { user: 'mqadmin:mqadmin' })).status, 200, path)
    }
    t.deepEqual(statuses, Array(5).fill(queue === 'SHOWN' ? 200 : 403), queue)
  }
})

test('publishes to those who subscribed', async (t) => {
  const { call } = await opened(t, { commands: ['DEFINE QLOCAL(A)', "DEFINE SUB(S) TOPICSTR('news/#') DEST(A)"] })
  t.is((await asAdmin(call, 'POST', '/qmgr/QM1/topic/news%2Ftoday/messages', { text: 'rain' })).status, 201)
  const { json } = await asAdmin(call, 'GET', '/qmgr/QM1/queue/A/messages')
  t.is(json.messages[0].preview, 'rain')
})

test('hands out the attributes of every kind, and the verbs', async (t) => {
  const { call } = await opened(t)
  const { json } = await asAdmin(call, 'GET', '/kinds')
  const queue = json.kind.find(({ kind }: { kind: string }) => kind === 'queue')
  const attribute = (keyword: string) => queue.attributes.find((each: { keyword: string }) => each.keyword === keyword)
  t.like(attribute('MAXDEPTH'), { form: 'number', least: 0, most: 999_999_999, initial: 5000, access: 'set' })
  t.like(attribute('PUT'), { form: 'choice', words: ['ENABLED', 'DISABLED'] })
  t.like(attribute('SHARE'), { form: 'flag' })
  t.like(attribute('CURDEPTH'), { access: 'show' })
  t.deepEqual(json.command.find(({ verb }: { verb: string }) => verb === 'CLEAR').qualifiers, ['QLOCAL', 'TOPICSTR'])
})

test('returns the last hour, and afterwards only newer samples', async (t) => {
  const { call } = await opened(t, { commands: ['DEFINE QLOCAL(A)'] })
  const { json } = await asAdmin(call, 'GET', '/qmgr/QM1/queue/A/history')
  t.is(json.everyMs, 10_000)
  t.is(json.depth.length, 360)
  t.is(json.last - json.first, 359)
  const { json: later } = await asAdmin(call, 'GET', `/qmgr/QM1/history?since=${json.last - 1}`)
  t.is(later.first, json.last)
  t.true(later.connections.length >= 1)
  t.is((await asAdmin(call, 'GET', '/qmgr/QM1/history?step=1m')).json.everyMs, 60_000)
  t.is((await asAdmin(call, 'GET', '/qmgr/QM1/history?step=2m')).status, 400)
  t.deepEqual((await asAdmin(call, 'GET', '/qmgr/QM1/queue-rates')).json, { queues: [] })
  t.is((await asAdmin(call, 'GET', '/qmgr/QM1/history?since=x')).status, 400)
})

test('without a page there are no resources either', async (t) => {
  const { call } = await openServer(t, { xml: xml() })
  t.is((await call('GET', `${base}/qmgr`, { user: 'mqadmin:mqadmin' })).status, 404)
})

test('an unsupported method is rejected with the supported ones', async (t) => {
  const { call } = await opened(t)
  const { status, headers } = await asAdmin(call, 'PATCH', '/qmgr')
  t.is(status, 405)
  t.is(headers.allow, 'GET, HEAD, POST')
})

for (const [what, options] of [
  ['unknown resource', { path: '/nothing', status: 404 }],
  ['unknown queue manager', { path: '/qmgr/QM9', status: 404 }],
  ['unknown queue', { path: '/qmgr/QM1/queue/NONE/messages', status: 404 }],
  ['id that is none', { path: '/qmgr/QM1/queue/A/messages/x', status: 400 }],
] as const) {
  test(`refuses an ${what} as JSON`, async (t) => {
    const { call } = await opened(t, { commands: ['DEFINE QLOCAL(A)'] })
    const answer = await asAdmin(call, 'GET', options.path)
    t.is(answer.status, options.status)
    t.regex(answer.json.error[0].msgId, /^MQWB\d{4}E$/)
  })
}

function opened(t: ExecutionContext, { commands = [], more = '' }: { commands?: string[]; more?: string } = {}) {
  return openServer(t, { xml: xml(more), commands, console: true })
}

type Call = Awaited<ReturnType<typeof opened>>['call']

function asAdmin(call: Call, method: string, path: string, body?: unknown) {
  const options: CallOptions = { user: 'mqadmin:mqadmin' }
  return call(method, base + path, body === undefined ? options : { ...options, body: JSON.stringify(body) })
}

test('the figures of the overview agree: connections are those of applications', async (t) => {
  const { call, installation } = await opened(t)
  const figures = async () => {
    const command = (body: object) =>
      call('POST', `${base}/qmgr/QM1/mqsc`, {
        user: 'mqadmin:mqadmin',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'runCommandJSON', command: 'display', ...body }),
      })
    const status = await command({ qualifier: 'qmstatus', responseParameters: ['conns'] })
    const listed = await command({ qualifier: 'conn', parameters: { where: 'APPLTYPE NE SYSTEM' } })
    const shown = await call('GET', `${base}/qmgr/QM1`, { user: 'mqadmin:mqadmin' })
    return [
      installation.find('QM1')?.readMetrics()?.connections, // what the chart draws
      shown.json.qmgr[0].connectionCount,
      status.json.commandResponse[0].parameters.conns,
      listed.json.commandResponse.filter((each: { parameters?: object }) => each.parameters).length,
    ]
  }
  t.deepEqual(await figures(), [0, 0, 0, 0])
  const application = installation.find('QM1')?.connect({ name: 'app', groups: [], privileged: true }, { name: 'x' })
  t.deepEqual(await figures(), [1, 1, 1, 1])
  await application?.close()
  t.deepEqual(await figures(), [0, 0, 0, 0])

  const all = await call('POST', `${base}/qmgr/QM1/mqsc`, {
    user: 'mqadmin:mqadmin',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"runCommandJSON","command":"display","qualifier":"conn","responseParameters":["appltype"]}',
  })
  t.is(all.json.commandResponse[0].parameters.appltype, 'SYSTEM')
})

test('the health of one queue manager, or of one queue, leaves the others out', async (t) => {
  const commands = ['DEFINE QLOCAL(A)', 'DEFINE QLOCAL(B)', 'DEFINE QLOCAL(DEAD)', 'ALTER QMGR DEADQ(DEAD)']
  const server = await openServer(t, { xml: xml(), commands, console: true })
  const health = async (query: string) => {
    const { status, json } = await server.call('GET', `${base}/health${query}`, { user: 'mqadmin:mqadmin' })
    return status === 200 ? (json as { qmgr: Record<string, unknown>[] }).qmgr : status
  }
  t.like(await health(''), [{ name: 'QM1', queues: 3, deadLetter: { name: 'DEAD' }, stoppedListeners: [] }])
  t.like(await health('?qmgr=QM1'), [{ name: 'QM1', queues: 3, deadLetter: { name: 'DEAD' } }])
  t.deepEqual(await health('?qmgr=OTHER'), [])
  t.is(await health('?manager=QM1'), 400)
  const [one] = (await health('?qmgr=QM1&queue=A')) as Record<string, unknown>[]
  t.like(one, { queues: 1, deadLetter: undefined, stoppedListeners: undefined, rates: undefined })
  t.like(await health('?qmgr=QM1&queue=DEAD'), [{ queues: 1, deadLetter: { name: 'DEAD', depth: 0 } }])
})

for (const [path, body] of [
  ['/qmgr', { name: 'QM2', colour: 'red' }],
  ['/qmgr/QM1/end', { mode: 'controlled', colour: 'red' }],
  ['/qmgr/QM1/queue/ORDERS/messages', { text: 'x', colour: 'red' }],
  ['/qmgr/QM1/queue/ORDERS/messages/transfer', { action: 'delete', messageIds: ['1'.repeat(48)], colour: 'red' }],
  ['/qmgr/QM1/queue/ORDERS/messages/put-back', { messageIds: ['1'.repeat(48)], colour: 'red' }],
] as const) {
  test(`refuses an unknown member of the body of POST ${path}`, async (t) => {
    const { call } = await opened(t)
    const response = await call('POST', base + path, { user: 'mqadmin:mqadmin', body: JSON.stringify(body) })
    t.is(response.status, 400)
    t.regex(JSON.stringify(response.json), /MQWB0014E.*colour/)
  })
}
