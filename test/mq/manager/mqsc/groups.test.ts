import test from 'ava'
import type { ConnectionStatus } from '../../../../src/mq/manager/types/services.ts'
import { openBench } from './support.ts'

const groups = ['CHINIT', 'CLUSTER', 'EVENT', 'PUBSUB', 'SYSTEM']

for (const [group, held, other] of [
  ['CHINIT', 'CHLAUTH', 'MAXMSGL'],
  ['CLUSTER', 'REPOS', 'MAXMSGL'],
  ['EVENT', 'INHIBTEV', 'MAXMSGL'],
  ['PUBSUB', 'PSMODE', 'MAXMSGL'],
  ['SYSTEM', 'MAXMSGL', 'CHLAUTH'],
] as const) {
  test(`DISPLAY QMGR ${group} shows the attributes of the group`, async (t) => {
    const { text, json } = openBench()
    const ways = [
      await text(`DISPLAY QMGR ${group}`),
      await json({ command: 'display', qualifier: 'qmgr', responseParameters: [group.toLowerCase()] }),
      await json({ command: 'display', qualifier: 'qmgr', parameters: { [group.toLowerCase()]: 'yes' } }),
    ]
    for (const { responses } of ways) {
      const keywords = responses[0]?.attributes?.map(([keyword]) => keyword) ?? []
      t.true(keywords.includes(held))
      t.true(keywords.includes('QMNAME'))
      t.false(keywords.includes(other))
      t.false(keywords.includes(group))
    }
  })
}

test('the groups of DISPLAY QMGR together are all attributes', async (t) => {
  const { text } = openBench()
  const keywordsOf = async (command: string) =>
    (await text(command)).responses[0]?.attributes?.map(([keyword]) => keyword)
  t.deepEqual(await keywordsOf(`DISPLAY QMGR ${groups.join(' ')}`), await keywordsOf('DISPLAY QMGR ALL'))
})

test('a public client requests every group at once', async (t) => {
  const { responses } = await openBench().json({
    command: 'display',
    qualifier: 'qmgr',
    responseParameters: ['all', ...groups],
  })
  t.is(responses[0]?.completionCode, 0)
})

test('a group cannot be filtered by', async (t) => {
  const [first] = await openBench().run('DISPLAY QMGR WHERE(SYSTEM EQ YES)')
  t.regex(first ?? '', /^AMQ8405I/)
})

test('DISPLAY SUB SUMMARY shows the id and the name', async (t) => {
  const { run, text, json } = openBench()
  await run("DEFINE SUB('s') TOPICSTR('a') DESTCLAS(MANAGED)")
  const asked = { command: 'display', qualifier: 'sub', name: 's' }
  for (const { responses } of [
    await text("DISPLAY SUB('s') SUMMARY"),
    await json({ ...asked, responseParameters: ['summary'] }),
    await json({ ...asked, parameters: { summary: 'yes' } }),
  ]) {
    t.deepEqual(
      responses[0]?.attributes?.map(([keyword]) => keyword),
      ['SUBID', 'SUB'],
    )
  }
  const whole = await json({ ...asked, parameters: { summary: 'no' } })
  t.true((whole.responses[0]?.attributes?.length ?? 0) > 20)
})

test('DISPLAY APSTATUS lists applications by name, by queue manager and singly', async (t) => {
  const bench = openBench()
  const connection = (id: string, applicationName: string): ConnectionStatus => ({
    id,
    applicationName,
    extendedId: '',
    userId: 'u',
    channel: '',
    address: '',
    clientId: '',
    isSystem: false,
    pid: 1,
  })
  bench.runtime.connections.list = () => [connection('1', 'order-put'), connection('2', 'order-put')]

  t.deepEqual(await bench.show("DISPLAY APSTATUS('order*')"), {
    APPLNAME: 'order-put',
    TYPE: 'APPL',
    CLUSTER: '',
    COUNT: 2,
    MOVCOUNT: 0,
    BALANCED: 'NOTAPPLIC',
  })
  const { QMID } = await bench.show('DISPLAY QMGR QMID')
  t.like(await bench.show("DISPLAY APSTATUS('*put*') TYPE(QMGR)"), {
    APPLNAME: 'order-put',
    TYPE: 'QMGR',
    COUNT: 2,
    ACTIVE: 'YES',
    BALSTATE: 'NOTAPPLIC',
    QMNAME: 'QM1',
    QMID,
  })
  const local = await bench.text("DISPLAY APS('order-put') TYPE(LOCAL)")
  t.deepEqual(
    local.responses.map(({ attributes }) => new Map(attributes).get('CONNTAG')),
    [`MQCT1${QMID}order-put`, `MQCT2${QMID}order-put`],
  )
  for (const missing of ["'put*'", "'*order'", "'o*x*t'", "'order-putt*'", "'order-put-*-put'"]) {
    t.deepEqual((await bench.text(`DISPLAY APSTATUS(${missing})`)).completionCode, 2, missing)
  }
})
