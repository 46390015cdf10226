import test from 'ava'
import { bindingsOf, openServer, settings } from '../../../../web/_support/server.ts'

const base = '/ibmmq/console/api/v1/qmgr/QM1'
const user = 'mqadmin:mqadmin'

const commands = [
  'DEFINE QLOCAL(QM2) USAGE(XMITQ)',
  'DEFINE QLOCAL(VIA) USAGE(XMITQ)',
  'DEFINE QLOCAL(ORDERS)',
  'DEFINE QALIAS(INBOX) TARGET(ORDERS)',
  'DEFINE QALIAS(TWICE) TARGET(INBOX)',
  'DEFINE QALIAS(NEWS) TARGET(T) TARGTYPE(TOPIC)',
  'DEFINE QREMOTE(FAR) RNAME(THERE) RQMNAME(QM2)',
  'DEFINE QREMOTE(FARTHER) RNAME(THERE) RQMNAME(QM3) XMITQ(VIA)',
  'DEFINE QREMOTE(LOST) RNAME(THERE) RQMNAME(QM4)',
  'DEFINE QREMOTE(WRONG) RNAME(THERE) RQMNAME(QM4) XMITQ(ORDERS)',
  'DEFINE QREMOTE(BACK) RNAME(ORDERS) RQMNAME(QM1)',
  'DEFINE QREMOTE(CIRCLE) RNAME(CIRCLE) RQMNAME(QM1)',
  `DEFINE QREMOTE(BRANCH) RNAME('') RQMNAME(QM3) XMITQ(VIA)`,
  `DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(QM2)`,
]

const open = (t: Parameters<typeof openServer>[0]) =>
  openServer(t, { xml: settings('', bindingsOf('com.ibm.mq.console')), commands, console: true })

test('a route has every step from a name to its queue or channel', async (t) => {
  const { call } = await open(t)
  const channel = { name: 'QM1.QM2', type: 'SDR', connectionName: '127.0.0.1(1)', status: '' }
  const toQm2 = { transmissionQueue: 'QM2', depth: 0, channels: [channel] }
  const via = { transmissionQueue: 'VIA', depth: 0, channels: [] }
  const routes: readonly (readonly [query: string, steps: readonly object[]])[] = [
    ['queue=ORDERS', [{ kind: 'local', name: 'ORDERS' }]],
    ['queue=ORDERS&queueManager=QM1', [{ kind: 'local', name: 'ORDERS' }]],
    [
      'queue=INBOX',
      [
        { kind: 'alias', name: 'INBOX', target: 'ORDERS' },
        { kind: 'local', name: 'ORDERS' },
      ],
    ],
    [
      'queue=NEWS',
      [
        { kind: 'alias', name: 'NEWS', target: 'T' },
        { kind: 'topic', name: 'T' },
      ],
    ],
    [
      'queue=FAR',
      [
        { kind: 'remote', name: 'FAR', queue: 'THERE', manager: 'QM2' },
        { kind: 'transmission', queue: 'THERE', manager: 'QM2', ...toQm2 },
      ],
    ],
    [
      'queue=FARTHER',
      [
        { kind: 'remote', name: 'FARTHER', queue: 'THERE', manager: 'QM3' },
        { kind: 'transmission', queue: 'THERE', manager: 'QM3', ...via },
      ],
    ],
    ['queue=ANY&queueManager=QM2', [{ kind: 'transmission', queue: 'ANY', manager: 'QM2', ...toQm2 }]],
    [
      'queue=ANY&queueManager=BRANCH',
      [
        { kind: 'managerAlias', name: 'BRANCH', target: 'QM3' },
        { kind: 'transmission', queue: 'ANY', manager: 'QM3', ...via },
      ],
    ],
    [
      'queue=BACK',
      [
        { kind: 'remote', name: 'BACK', queue: 'ORDERS', manager: 'QM1' },
        { kind: 'local', name: 'ORDERS' },
      ],
    ],
  ]
  for (const [query, steps] of routes) {
    const { status, json } = await call('GET', `${base}/route?${query}`, { user })
    t.is(status, 200, query)
    t.deepEqual(json.step, steps, query)
  }
})

test('a route that leads nowhere ends with the problem', async (t) => {
  const { call } = await open(t)
  for (const [query, problem, name] of [
    ['queue=NONE', 'unknownQueue', 'NONE'],
    ['queue=TWICE', 'aliasOfAlias', 'INBOX'],
    ['queue=LOST', 'noTransmissionQueue', 'QM4'],
    ['queue=WRONG', 'wrongTransmissionQueue', 'ORDERS'],
    ['queue=ANY&queueManager=QM9', 'noTransmissionQueue', 'QM9'],
    ['queue=SYSTEM.DEFAULT.MODEL.QUEUE', 'modelQueue', 'SYSTEM.DEFAULT.MODEL.QUEUE'],
    [`queue=${encodeURIComponent("A') ALL")}`, 'unknownQueue', "A') ALL"],
  ] as const) {
    const { json } = await call('GET', `${base}/route?${query}`, { user })
    t.deepEqual(json.step.at(-1), { kind: 'problem', problem, name }, query)
  }
  t.is((await call('GET', `${base}/route?queue=CIRCLE`, { user })).status, 200)
  t.is((await call('GET', `${base}/route`, { user })).status, 400)
})

test('the list has each queue manager that can be reached, with its transmission queue and channels', async (t) => {
  const { call } = await open(t)
  const { status, json } = await call('GET', `${base}/remote`, { user })
  t.is(status, 200)
  t.deepEqual(
    json.manager.map(({ name, transmissionQueue }: Record<string, string>) => [name, transmissionQueue]),
    [
      ['BRANCH', 'VIA'],
      ['QM2', 'QM2'],
      ['QM3', 'VIA'],
      ['QM4', 'ORDERS'],
    ],
  )
  t.deepEqual(
    json.definition.map(({ name }: { name: string }) => name),
    ['BACK', 'CIRCLE', 'FAR', 'FARTHER', 'LOST', 'WRONG'],
  )
  t.is(json.manager.find(({ name }: { name: string }) => name === 'QM2').channels[0].name, 'QM1.QM2')
})
