import test from 'ava'
import { openServer, type TestServer } from '../_support/server.ts'

const rest = '/ibmmq/rest/v1'

for (const [path, user] of [
  ['/login', 'mqadmin:mqadmin'],
  ['/admin/installation', 'mqadmin:mqadmin'],
  ['/admin/installation/Installation1', 'mqadmin:mqadmin'],
  ['/admin/qmgr', 'mqadmin:mqadmin'],
  ['/admin/qmgr/QM1?attributes=*&status=*', 'mqadmin:mqadmin'],
  ['/admin/qmgr/NONE', 'mqadmin:mqadmin'],
  ['/admin/qmgr/QM1/queue', 'mqadmin:mqadmin'],
  ['/admin/qmgr/QM1/queue/A', 'mqadmin:mqadmin'],
  ['/admin/qmgr/QM1/subscription', 'mqadmin:mqadmin'],
  ['/admin/qmgr/QM1/channel', 'mqadmin:mqadmin'],
  ['/messaging/qmgr/QM1/queue/A/message', 'app:passw0rd'],
  ['/messaging/qmgr/QM1/queue/EMPTY/message', 'app:passw0rd'],
  ['/messaging/qmgr/QM1/queue/A/messagelist', 'app:passw0rd'],
  ['/messaging/qmgr/QM1/queue/A/message', undefined],
] as const) {
  test(`HEAD ${path} answers ${user ?? 'nobody'} like GET, without a body`, async (t) => {
    const { call } = await server
    const got = await call('GET', `${rest}${path}`, user ? { user } : {})
    const head = await call('HEAD', `${rest}${path}`, user ? { user } : {})
    t.is(head.text, '')
    t.is(head.status, got.status)
    t.deepEqual(lasting(head.headers), lasting(got.headers))
  })
}

test('HEAD of a resource without GET is rejected', async (t) => {
  const { call } = await server
  const { status, headers } = await call('HEAD', `${rest}/admin/action/qmgr/QM1/mqsc`, { user: 'mqadmin:mqadmin' })
  t.is(status, 405)
  t.is(headers.allow, 'POST')
})

let server: Promise<TestServer>
let end: (() => Promise<void>)[] = []

test.before(() => {
  const scope = { teardown: (work: () => Promise<void>) => void end.unshift(work) }
  server = openServer(scope as unknown as Parameters<typeof openServer>[0], {
    commands: [
      'DEFINE QLOCAL(A)',
      'DEFINE QLOCAL(EMPTY)',
      "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
      "SET AUTHREC PROFILE('*') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(ALLMQI)",
    ],
  })
  return server.then(({ call }) =>
    call('POST', `${rest}/messaging/qmgr/QM1/queue/A/message`, {
      user: 'app:passw0rd',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    }),
  )
})
test.after.always(async () => {
  for (const work of end) await work()
  end = []
})

/** The headers that do not depend on the time of the request. Only a body that is streamed has Transfer-Encoding. */
function lasting({
  date: _,
  'set-cookie': cookie,
  'transfer-encoding': __,
  ...headers
}: Record<string, unknown>): object {
  return { ...headers, hasCookie: cookie !== undefined }
}
