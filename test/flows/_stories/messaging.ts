import type { TestFn } from 'ava'
import { caller, getToken } from '../../_support/client.ts'
import type { SharedProduct } from '../../_support/shared-product.ts'

/** The same stories for products that are started in different ways. */
export function messagingStories(test: TestFn, product: SharedProduct): void {
  async function connect(scope?: string) {
    const { access_token } = await getToken(product.gateway, scope ? { scope } : {})
    return caller(`${product.gateway}/acme/sandbox/mq/v1`, access_token)
  }

  test('a queue is made, filled, looked into and emptied through the gateway', async (t) => {
    const call = await connect()
    const message = '/messaging/qmgr/QM1/queue/DEV.FLOW/message'

    t.like(await (await call('GET', '/admin/qmgr')).json(), { qmgr: [{ name: 'QM1', state: 'running' }] })
    t.is((await call('POST', '/admin/qmgr/QM1/queue', { name: 'DEV.FLOW' })).status, 201)

    const put = await call('POST', message, 'one order')
    t.is(put.status, 201)
    t.regex(put.headers.get('ibm-mq-md-messageid') ?? '', /^414d5120514d31202020202020202020[0-9a-f]{16}$/)

    for (const look of [1, 2]) {
      const browsed = await call('GET', message)
      t.deepEqual([look, browsed.status, await browsed.text()], [look, 200, 'one order'])
    }
    const taken = await call('DELETE', message)
    t.deepEqual([taken.status, await taken.text()], [200, 'one order'])
    t.is((await call('DELETE', message)).status, 204)

    const metrics = await (await fetch(`${product.management}/metrics`)).text()
    t.regex(metrics, /^sluice_mq_queue_puts_total\{qmgr="QM1",queue="DEV\.FLOW"\} 1$/m)
    t.regex(metrics, /^sluice_mq_queue_messages\{qmgr="QM1",queue="DEV\.FLOW"\} 0$/m)
    t.regex(metrics, /^sluice_calls_total/m)
    t.regex(metrics, /^sluice_connections_open [1-9]/m)
    t.regex(metrics, /^sluice_mqweb_connections_open [1-9]/m)
  })

  test('DISPLAY QLOCAL returns the attributes as JSON', async (t) => {
    const call = await connect()
    const command = { type: 'runCommandJSON', command: 'display', qualifier: 'qlocal', name: 'DEV.QUEUE.2' }
    const answer = await call('POST', '/admin/action/qmgr/QM1/mqsc', command)

    t.is(answer.status, 200)
    const body = (await answer.json()) as { commandResponse: { parameters: Record<string, unknown> }[] }
    t.like(body, { overallCompletionCode: 0, overallReasonCode: 0 })
    t.like(body.commandResponse[0]?.parameters, { queue: 'DEV.QUEUE.2', type: 'QLOCAL', maxdepth: 5000, curdepth: 0 })
  })

  for (const [method, scope, missing] of [
    ['POST', 'mq.get mq.browse mq.admin', 'mq.put'],
    ['DELETE', 'mq.put mq.browse mq.admin', 'mq.get'],
    ['GET', 'mq.put mq.get mq.admin', 'mq.browse'],
  ] as const) {
    test(`${method} of a message needs the scope ${missing}`, async (t) => {
      const call = await connect(scope)
      const answer = await call(
        method,
        '/messaging/qmgr/QM1/queue/DEV.QUEUE.3/message',
        method === 'POST' ? 'x' : undefined,
      )
      t.is(answer.status, 403)
    })
  }

  test('the backend gets its own credentials and the caller never sees them', async (t) => {
    const call = await connect()
    const answer = await call('GET', '/admin/qmgr')
    const seen = JSON.stringify([...answer.headers]) + (await answer.text())
    t.notRegex(seen, /mqadmin|passw0rd|Basic/)
  })

  test('without a token nothing reaches the backend', async (t) => {
    const answer = await fetch(`${product.gateway}/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.QUEUE.3/message`, {
      method: 'POST',
      body: 'x',
      headers: { authorization: `Basic ${Buffer.from('app:passw0rd').toString('base64')}` },
    })
    t.is(answer.status, 401)
    const call = await connect()
    t.is((await call('GET', '/messaging/qmgr/QM1/queue/DEV.QUEUE.3/message')).status, 204)
  })
}
