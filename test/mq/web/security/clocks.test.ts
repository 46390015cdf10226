/** What the MQ web server keeps in memory, on a machine whose clock takes a step meanwhile. */
import test from 'ava'
import { openServer, type TestServer } from '../_support/server.ts'

const rightNow = Date.now
let shiftMs = 0
test.before(() => {
  Date.now = () => rightNow() + shiftMs
})
test.after.always(() => {
  Date.now = rightNow
})
test.afterEach.always(() => {
  shiftMs = 0
})

const day = 86_400_000
const user = 'app:passw0rd'
const login = '/ibmmq/rest/v2/login'
const queue = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q'
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(Q)',
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
]
const csrf = { 'ibm-mq-rest-csrf-token': '' }

async function signIn({ call }: TestServer): Promise<{ cookie: string } & typeof csrf> {
  const reply = await call('POST', login, {
    headers: { ...csrf, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'app', password: 'passw0rd' }),
  })
  const cookie = [reply.headers['set-cookie']].flat().join('; ').split(';')[0] ?? ''
  return { cookie, ...csrf }
}

/** Sends a request with JSON, and returns the response. */
function post({ call }: TestServer, path: string, body: object) {
  const headers = { ...csrf, 'content-type': 'application/json' }
  return call('POST', `${queue}${path}`, { user, headers, body: JSON.stringify(body) })
}

for (const [title, step] of [
  ['behind by a day', -day],
  ['ahead by a day', day],
  ['ahead by 90 seconds', 90_000],
  ['behind by 90 seconds', -90_000],
] as const) {
  test.serial(
    `a session of the console and of the REST API goes on when the clock is ${title}, and ends at logout`,
    async (t) => {
      const server = await openServer(t, { commands })
      const headers = await signIn(server)
      shiftMs = step
      t.is((await server.call('GET', login, { headers })).status, 200)
      t.is((await server.call('DELETE', login, { headers })).status, 204)
      t.is((await server.call('GET', login, { headers })).json.user?.[0]?.name, undefined)
    },
  )

  test.serial(`a lease is kept when the clock is ${title}, and so is its acknowledgement`, async (t) => {
    const server = await openServer(t, { commands })
    await server.call('POST', `${queue}/message`, {
      user,
      headers: { ...csrf, 'content-type': 'text/plain' },
      body: 'a',
    })
    const { json } = await post(server, '/lease', { seconds: 600 })
    shiftMs = step
    const { lease } = json.messages[0]
    const extended = await post(server, `/lease/${lease}/extend`, { seconds: 600 })
    t.is(extended.status, 200)
    const lifeMs = Date.parse(extended.json.until) - rightNow()
    t.true(lifeMs > 500_000 && lifeMs < 601_000)
    for (const _ of [1, 2]) t.is((await post(server, `/lease/${lease}/ack`, {})).status, 204)
  })
}
