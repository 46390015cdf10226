/** Tokens that are limited to queues, and commands that the gateway refuses. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { caller, createQueues, getToken, requestToken } from '../_support/client.ts'
import { eventually } from '../_support/eventually.ts'
import { sluice } from '../_support/product.ts'
import { sandbox as product } from '../_support/shared-sandbox.ts'

test.serial.before(() => createQueues(product.gateway, 'DEV.SCOPED.1', 'DEV.SCOPED.2', 'DEV.SCOPED.3'))
const messaging = '/messaging/qmgr/QM1/queue'

async function connect(scope: string) {
  const { access_token: token } = await getToken(product.gateway, { scope })
  return caller(`${product.gateway}/acme/sandbox/mq/v1`, token)
}

test.serial('a token for one queue puts to this queue and to no other', async (t) => {
  const call = await connect('mq.put:QM1/DEV.SCOPED.1')
  t.is((await call('POST', `${messaging}/DEV.SCOPED.1/message`, 'one')).status, 201)
  t.is((await call('POST', `${messaging}/DEV%2ESCOPED.1/message`, 'one')).status, 201)
  for (const path of [
    'DEV.SCOPED.2/message',
    'DEV.SCOPED.10/message',
    'dev.scoped.1/message',
    'DEV%2ESCOPED.2/message',
  ])
    t.is((await call('POST', `${messaging}/${path}`, 'two')).status, 403, path)
  t.is((await call('DELETE', `${messaging}/DEV.SCOPED.1/message`)).status, 403)
})

test.serial('wildcards stand for queues and queue managers', async (t) => {
  const call = await connect('mq.put:*/DEV.SCOPED.* mq.browse:QM2/*')
  t.is((await call('POST', `${messaging}/DEV.SCOPED.3/message`, 'one')).status, 201)
  t.is((await call('POST', `${messaging}/DEV.OTHER/message`, 'one')).status, 403)
  const refused = await call('GET', `${messaging}/DEV.SCOPED.3/message`)
  t.is(refused.status, 403)
  t.regex(refused.headers.get('www-authenticate') ?? '', /insufficient_scope.*scope="mq\.browse"/)
})

test.serial(
  'webhooks of a queue need the scope of gets for this queue, and refuse URLs inside the network',
  async (t) => {
    const call = await connect('mq.get:QM1/DEV.SCOPED.1')
    const listed = await call('GET', `${messaging}/DEV.SCOPED.1/webhook`)
    t.deepEqual([listed.status, await listed.json()], [200, { webhooks: [] }])
    t.is((await call('GET', `${messaging}/DEV.SCOPED.2/webhook`)).status, 403)
    const refused = await call('POST', `${messaging}/DEV.SCOPED.1/webhook`, { url: 'https://127.0.0.1/' })
    t.is(refused.status, 400)
    t.regex(await refused.text(), /address inside the network/)
    const topic = await (await connect('mq.get'))('GET', '/messaging/qmgr/QM1/topic/dev%2Fnews/webhook')
    t.deepEqual([topic.status, await topic.json()], [200, { webhooks: [] }])
    const putter = await connect('mq.put')
    t.is((await putter('POST', `${messaging}/DEV.SCOPED.1/webhook`, { url: 'https://127.0.0.1/' })).status, 403)
  },
)

test.serial('the provider refuses limits of scopes that it does not have, and malformed ones', async (t) => {
  for (const scope of ['customer:QM1/A', 'mq.put:QM1', 'mq.put:QM1/A?', 'mq.other:QM1/A'])
    t.is((await requestToken(product.gateway, { scope })).status, 400, scope)
  const { scope } = await getToken(product.gateway, { scope: 'mq.put:QM1/A customer' })
  t.is(scope, 'customer mq.put:QM1/A')
})

test.serial(
  'a token that is limited to queues runs commands for these only, and the audit trail has them',
  async (t) => {
    const path = '/admin/action/qmgr/QM1/mqsc'
    const admin = await connect('mq.admin')
    const run = (command: string) => ({ type: 'runCommand', parameters: { command } })
    t.is((await admin('POST', path, run('DEFINE QLOCAL(ORDERS.NEW)'))).status, 200)

    const call = await connect('mq.admin:QM1/ORDERS.*')
    const shown = await call('POST', path, run('dis ql(orders.*)'))
    t.is(shown.status, 200)
    t.regex(await shown.text(), /ORDERS\.NEW/)
    const json = { type: 'runCommandJSON', command: 'clear', qualifier: 'qlocal', name: 'ORDERS.NEW' }
    t.is((await call('POST', path, json)).status, 200)
    for (const body of [
      run('DISPLAY QLOCAL(*)'),
      run('DISPLAY QMGR'),
      run('DEFINE QALIAS(ORDERS.B) TARGET(DEV.SCOPED.1)'),
      run('DISPLAY QLOCAL(ORDERS.NEW)\nDELETE QLOCAL(DEV.SCOPED.1)'),
      { ...json, name: 'DEV.SCOPED.1' },
    ])
      t.is((await call('POST', path, body)).status, 403, JSON.stringify(body))

    const trail = await eventually(async () => {
      const text = await readFile(join(product.data, 'audit.jsonl'), 'utf8')
      return text.includes('CLEAR QLOCAL(DEV.SCOPED.1)') ? text : undefined
    })
    t.regex(trail ?? '', /"mqsc allowed".*"user":"alice".*"command":"CLEAR QLOCAL\(ORDERS\.NEW\)"/)
    t.regex(trail ?? '', /"mqsc refused".*"command":"CLEAR QLOCAL\(DEV\.SCOPED\.1\)".*no scope mq\.admin/)
  },
)

test.serial('the explanation of a refusal names the limits of the token', async (t) => {
  const call = await connect('mq.put:QM1/DEV.SCOPED.1')
  const refused = await call('POST', `${messaging}/DEV.SCOPED.2/message`, 'two')
  const { output } = await sluice(['why', refused.headers.get('x-request-id') ?? ''], product.data)
  t.regex(output, /mq\.put:QM1\/DEV\.SCOPED\.1/)
  t.regex(output, /for all queues or for the one in the path of the call/)
})

test.serial('rules of the document refuse commands of every token', async (t) => {
  const file = join(product.folder, 'apis/mq.yaml')
  const text = await readFile(file, 'utf8')
  const call = await connect('mq.admin')
  const run = (command: string) =>
    call('POST', '/admin/action/qmgr/QM1/mqsc', { type: 'runCommand', parameters: { command } })
  const untilStatus = (status: number) =>
    eventually(async () => (await run('DISPLAY QMGR')).status === status || undefined)
  t.teardown(async () => {
    await writeFile(file, text)
    await untilStatus(200)
  })
  await writeFile(file, text.replace('mqsc: ["* *", "* *(*)"]', 'mqsc: ["DISPLAY QLOCAL(DEV.*)"]'))
  t.true(await untilStatus(403))
  t.is((await run('DISPLAY QLOCAL(DEV.SCOPED.*)')).status, 200)
  t.is((await run('ALTER QLOCAL(DEV.SCOPED.1) GET(DISABLED)')).status, 403)
})
