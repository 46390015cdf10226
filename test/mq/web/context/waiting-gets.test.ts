import test from 'ava'
import { openServer, type TestServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const path = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q/message'
const commands = [
  'DEFINE QLOCAL(Q)',
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET)",
]

/** Settles when so many programs have the queue open to get. */
async function openForInput({ call }: TestServer, count: number): Promise<void> {
  const status = '/ibmmq/rest/v1/admin/qmgr/QM1/queue/Q?status=*'
  for (;;) {
    const { json } = await call('GET', status, { user: 'mqadmin:mqadmin' })
    if (json.queue[0].status.openInputCount === count) return
  }
}

test('gets that wait have no message when the waits end, later ones do not wait, and no message is lost', async (t) => {
  const server = await openServer(t, { commands })
  const { web, call } = server
  const waiting = [1, 2, 3].map(() => call('DELETE', `${path}?wait=600000`, { user }))
  await openForInput(server, 3)

  web.endWaitingGets()
  for (const { status, text } of await Promise.all(waiting)) t.deepEqual([status, text], [204, ''])
  t.is((await call('DELETE', `${path}?wait=600000`, { user })).status, 204)

  const headers = { 'content-type': 'text/plain;charset=utf-8' }
  t.is((await call('POST', path, { user, body: 'x', headers })).status, 201)
  t.is((await call('DELETE', `${path}?wait=600000`, { user })).text, 'x')
})

test('a server that closes does not wait for gets that wait', async (t) => {
  const server = await openServer(t, { commands })
  const waiting = server.call('DELETE', `${path}?wait=600000`, { user })
  await openForInput(server, 1)
  await server.web.close(600_000)
  t.is((await waiting).status, 204)
})
