import test from 'ava'
import { openServer } from '../_support/server.ts'

const user = 'mqreader:mqreader'
const base = '/ibmmq/rest/v1/admin/qmgr/QM1'
const commands = [
  'DEFINE QLOCAL(Q)',
  "DEFINE SUB('my sub/1') TOPICSTR('a/b') DEST(Q) USERDATA('hello')",
  "DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('a.example(1415),b.example') XMITQ(Q) DESCR('there')",
  'DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)',
]

test('shows the basic attributes of subscriptions, and more on request', async (t) => {
  const { call } = await openServer(t, { commands })
  const { json } = await call('GET', `${base}/subscription?name=my*`, { user })
  t.deepEqual(Object.keys(json.subscription[0]), ['name', 'id', 'resolvedTopicString'])
  t.like(json.subscription[0], { name: 'my sub/1', resolvedTopicString: 'a/b' })

  const one = await call('GET', `${base}/subscription/my%20sub%2F1?attributes=destination,user.data`, { user })
  t.like(one.json.subscription[0], {
    destination: { isManaged: false, name: 'Q' },
    user: { data: 'hello' },
    general: undefined,
  })
})

test('finds a subscription by its id', async (t) => {
  const { call } = await openServer(t, { commands })
  const [{ id }] = (await call('GET', `${base}/subscription/my%20sub%2F1`, { user })).json.subscription
  t.regex(id, /^[0-9A-F]{48}$/i)
  const found = (await call('GET', `${base}/subscription?id=${id.toLowerCase()}`, { user })).json.subscription
  t.is(found.length, 1)
  t.is((await call('GET', `${base}/subscription?id=${id}&name=x`, { user })).status, 400)
  t.is((await call('GET', `${base}/subscription?id=12`, { user })).status, 400)
})

test('answers 404 for what is not there', async (t) => {
  const { call } = await openServer(t, { commands })
  const subscription = await call('GET', `${base}/subscription/none`, { user })
  t.is(subscription.status, 404)
  t.is(subscription.json.error[0].msgId, 'MQWB0038E')
  const channel = await call('GET', `${base}/channel/NONE`, { user })
  t.is(channel.status, 404)
  t.is(channel.json.error[0].msgId, 'MQWB0039E')
})

test('shows the connections of a channel under its type', async (t) => {
  const { call } = await openServer(t, { commands })
  const { json } = await call('GET', `${base}/channel/TO.QM2`, { user })
  t.deepEqual(json.channel, [
    {
      name: 'TO.QM2',
      type: 'sender',
      sender: {
        connection: [
          { host: 'a.example', port: 1415 },
          { host: 'b.example', port: 1414 },
        ],
        transmissionQueueName: 'Q',
      },
    },
  ])
})

test('shows groups of attributes and the status of a channel', async (t) => {
  const { call } = await openServer(t, { commands: [...commands, 'STOP CHANNEL(TO.QM2)'] })
  const { json } = await call('GET', `${base}/channel/TO.QM2?attributes=general,batch.messageLimit&status=*`, { user })
  t.like(json.channel[0], {
    general: { description: 'there', maximumMessageLength: 4_194_304 },
    batch: { messageLimit: 50 },
    savedStatus: [],
  })
  t.like(json.channel[0].currentStatus, [{ state: 'stopped' }])
})

test('shows channels between queue managers only, by type and filter', async (t) => {
  const { call } = await openServer(t, { commands })
  const names = async (query: string) =>
    (await call('GET', `${base}/channel?${query}`, { user })).json.channel.map(({ name }: { name: string }) => name)

  const all = await names('')
  t.true(all.includes('TO.QM2') && all.includes('SYSTEM.DEF.RECEIVER') && all.includes('SYSTEM.AUTO.RECEIVER'))
  t.false(all.includes('APP') || all.includes('SYSTEM.DEF.SVRCONN') || all.includes('SYSTEM.DEF.CLNTCONN'))
  t.deepEqual(await names('type=sender&name=TO*'), ['TO.QM2'])
  t.deepEqual(await names('filter=general.description:equalTo:there'), ['TO.QM2'])
  t.is((await call('GET', `${base}/channel?filter=sender.connection:equalTo:x`, { user })).status, 400)

  const one = async (type: string) => (await call('GET', `${base}/channel/TO.QM2?type=${type}`, { user })).status
  t.deepEqual([await one('sender'), await one('receiver'), await one('round')], [200, 404, 400])
})
