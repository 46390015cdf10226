/** Queues as applications use them through the gateway: keys of puts, leases. */
import test from 'ava'
import type { Explanation } from '../../src/gateway/contract/access/explanation.ts'
import { caller, createQueues, getToken } from '../_support/client.ts'
import { betweenCommands, eventually } from '../_support/eventually.ts'
import { sluice } from '../_support/product.ts'
import { sandbox as product } from '../_support/shared-sandbox.ts'

const queue = '/messaging/qmgr/QM1/queue/DEV.USED.1'
test.serial.before(() => createQueues(product.gateway, 'DEV.USED.1', 'DEV.USED.2', 'DEV.USED.3'))

async function connect(scope: string) {
  const { access_token: token } = await getToken(product.gateway, { scope })
  return caller(`${product.gateway}/acme/sandbox/mq/v1`, token)
}

test('a message is put once, leased, given back and acknowledged', async (t) => {
  const call = await connect('mq.put:QM1/DEV.USED.1 mq.get:QM1/DEV.USED.1')
  const key = { 'idempotency-key': '"4711"' }
  const first = await call('POST', `${queue}/message`, 'order', key)
  const again = await call('POST', `${queue}/message`, 'order', key)
  t.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [201, 201, 'true'])
  t.is(again.headers.get('ibm-mq-md-messageid'), first.headers.get('ibm-mq-md-messageid'))
  t.is((await call('POST', `${queue}/message`, 'another', key)).status, 422)

  for (const [how, backoutCount] of [
    ['nack', 0],
    ['ack', 1],
  ] as const) {
    const leased = await call('POST', `${queue}/lease`, { max: 10, seconds: 30 })
    const { messages } = (await leased.json()) as { messages: { lease: string; body: string }[] }
    t.like(messages, [{ body: 'order', backoutCount }])
    t.is((await call('POST', `${queue}/lease/${messages[0]?.lease}/${how}`)).status, 204)
  }
  t.deepEqual(await (await call('POST', `${queue}/lease`, {})).json(), { messages: [] })
  t.is((await call('POST', '/messaging/qmgr/QM1/queue/DEV.USED.2/lease', {})).status, 403)
})

test('a sender learns when, and by which application, its messages were taken', async (t) => {
  const call = await connect('mq.put:QM1/DEV.USED.2 mq.get:QM1/DEV.USED.2')
  const other = queue.replace('.1', '.2')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const why = async (id: string): Promise<Explanation> =>
    JSON.parse((await sluice(['why', id, '--json'], product.data)).output)
  const listMoves = ({ messages = [] }: Explanation) => messages.map(({ how, application }) => `${how} ${application}`)

  const put = await call('POST', `${other}/message`, 'first', { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
  const messageId = String(put.headers.get('ibm-mq-md-messageid'))
  const leased = await call('POST', `${other}/lease`, {})
  const { messages } = (await leased.json()) as { messages: { lease: string }[] }
  const back = await call('POST', `${other}/lease/${messages[0]?.lease}/nack`)
  t.is(back.headers.get('ibm-mq-md-messageid'), messageId)
  const taken = await call('DELETE', `${other}/message`)
  t.is(await taken.text(), 'first')
  const moves = ['put sandbox-app', 'put back sandbox-app', 'taken sandbox-app']
  const isComplete = async () => listMoves(await why(messageId)).length === moves.length || undefined
  await eventually(isComplete, betweenCommands)
  for (const id of [
    messageId,
    traceId,
    String(put.headers.get('x-request-id')),
    String(taken.headers.get('x-request-id')),
  ])
    t.deepEqual(listMoves(await why(id)), moves, id)
  t.like((await why(traceId)).messages?.[2], { queue: 'QM1/DEV.USED.2', messageId, traceId, plan: 'default-plan' })

  const batchTrace = traceId.replace('0', '1')
  const trace = { traceparent: `00-${batchTrace}-b7ad6b7169203331-01` }
  t.is((await call('POST', `${other}/batch`, { messages: [{ body: 'a' }, { body: 'b' }] }, trace)).status, 201)
  t.deepEqual(listMoves(await why(batchTrace)), ['put sandbox-app'])
  for (const each of ['a', 'b']) t.is(await (await call('DELETE', `${other}/message`)).text(), each)
  const all = await eventually(async () => {
    const found = listMoves(await why(batchTrace))
    return found.length === 3 ? found : undefined
  }, betweenCommands)
  t.deepEqual(all, ['put sandbox-app', 'taken sandbox-app', 'taken sandbox-app'])
})

test('a stream is browsed or leased with the scope for each, and topics are streamed', async (t) => {
  const browse = await connect('mq.put mq.browse:QM1/DEV.USED.3')
  const stream = '/messaging/qmgr/QM1/queue/DEV.USED.3/stream'
  t.is((await browse('GET', `${stream}?mode=lease`)).status, 403)
  t.is((await browse('GET', `${stream}?mode=browse&mode=lease`)).status, 403)
  t.is((await browse('GET', stream.replace('.3', '.2'))).status, 403)
  t.is((await browse('POST', '/messaging/qmgr/QM1/queue/DEV.USED.3/message', 'seen')).status, 201)
  t.regex(await readUntil(await browse('GET', stream), /"body":"[^"]+"/), /event: message\ndata: .*"body":"seen"/)

  const get = await connect('mq.get:QM1/DEV.USED.3')
  t.is((await get('GET', stream)).status, 403)
  t.regex(await readUntil(await get('GET', `${stream}?mode=lease`), /"body":"[^"]+"/), /"lease":".*"body":"seen"/)

  const topics = await connect('mq.put mq.get mq.browse')
  const open = await topics('GET', '/messaging/qmgr/QM1/topic/dev%2F%23/stream')
  t.is(open.status, 200)
  t.is((await topics('POST', '/messaging/qmgr/QM1/topic/dev%2Fnews/message', 'published')).status, 201)
  t.regex(await readUntil(open, /"body":"[^"]+"/), /"body":"published".*"topic":"dev\/news"/)
})

/** Reads a stream until its text matches, and cancels it. */
async function readUntil(response: Response, wanted: RegExp): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (wanted.test(text)) break
  }
  return text
}
