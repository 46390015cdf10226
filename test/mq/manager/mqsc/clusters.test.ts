/** What makes an object part of a cluster is rejected, with one error; the rest is accepted without an effect. */
import test from 'ava'
import type { JsonCommand } from '../../../../src/mq/manager/types/connection.ts'
import { alice, openBench } from './support.ts'

const rejected = / is for clusters, and this queue manager joins none; connect queue managers with channels /

for (const command of [
  'ALTER QLOCAL(Q) CLUSTER(SALES)',
  'ALTER QLOCAL(Q) CLUSNL(SALES)',
  'ALTER TOPIC(T) CLUSTER(SALES)',
  'ALTER CHANNEL(SYSTEM.DEF.CLUSRCVR) CHLTYPE(CLUSRCVR) CLUSTER(SALES)',
  'ALTER QMGR REPOS(SALES)',
  "ALTER QMGR DESCR('new') REPOSNL(SALES)",
  'DEFINE QLOCAL(A) CLUSTER(SALES)',
  'DEFINE QALIAS(A) TARGET(Q) CLUSTER(SALES)',
  'DEFINE QREMOTE(A) CLUSNL(SALES)',
  "DEFINE TOPIC(A) TOPICSTR('a') CLUSTER(SALES)",
  "DEFINE CHANNEL(A) CHLTYPE(CLUSSDR) CONNAME('host(1414)') CLUSTER(SALES)",
  "DEFINE CHANNEL(A) CHLTYPE(CLUSSDR) CONNAME('host(1414)')",
  'DEFINE CHANNEL(A) CHLTYPE(CLUSRCVR)',
  ...['START', 'STOP', 'RESET'].map((verb) => `${verb} CHANNEL(SYSTEM.DEF.CLUSSDR)`),
  ...['PING CHANNEL(SYSTEM.DEF.CLUSSDR)', 'RESOLVE CHANNEL(SYSTEM.DEF.CLUSSDR) ACTION(COMMIT)'],
  'REFRESH CLUSTER(SALES)',
  'REFRESH CLUSTER(*) REPOS(YES)',
  'RESET CLUSTER(SALES) ACTION(FORCEREMOVE) QMNAME(QM2)',
  'SUSPEND QMGR CLUSTER(SALES)',
  'SUSPEND QMGR CLUSNL(SALES)',
  'RESUME QMGR CLUSTER(SALES)',
  'DISPLAY CLUSQMGR(*)',
  'DISPLAY CLUSQMGR(*) ALL',
  'DISPLAY QCLUSTER(*)',
  'DISPLAY QUEUE(*) TYPE(QCLUSTER)',
  'DISPLAY TCLUSTER(*)',
  'DISPLAY TOPIC(*) TYPE(CLUSTER)',
]) {
  test(`${command} is rejected`, async (t) => {
    const { text } = openBench()
    await text('DEFINE QLOCAL(Q)')
    await text("DEFINE TOPIC(T) TOPICSTR('t')")
    const { responses } = await text(command)
    t.like(responses[0], { completionCode: 2, reasonCode: 2549 })
    t.regex(responses[0]?.messages[0] ?? '', /^AMQ8404E: Command failed: /)
    t.regex(responses[0]?.messages[0] ?? '', rejected)
  })
}

for (const command of [
  'ALTER QLOCAL(Q) CLWLPRTY(5) CLWLRANK(5) CLWLUSEQ(ANY)',
  'ALTER QLOCAL(Q) CLCHNAME(SALES.*) USAGE(XMITQ)',
  'ALTER TOPIC(T) CLROUTE(TOPICHOST)',
  'ALTER CHANNEL(SYSTEM.DEF.CLUSRCVR) CHLTYPE(CLUSRCVR) CLWLPRTY(5) CLWLRANK(5) CLWLWGHT(5) NETPRTY(5)',
  'ALTER QMGR CLWLDATA(A) CLWLEXIT(B) CLWLLEN(5) CLWLMRUC(5) CLWLUSEQ(ANY) DEFCLXQ(CHANNEL) MONACLS(HIGH) STATACLS(HIGH)',
])
  test(`${command} is accepted, shown, and said to have no effect`, async (t) => {
    const { run } = openBench()
    await run('DEFINE QLOCAL(Q)')
    await run("DEFINE TOPIC(T) TOPICSTR('t')")
    const pairs = command.match(/\b(?!CHLTYPE|USAGE)[A-Z]+\((?!Q\)|T\)|SYSTEM)[^)]+\)/g) ?? []
    const keywords = pairs.map((pair) => pair.replace(/\(.*/, ''))
    const [changed, effect] = (await run(command)).join('\n').split('\n')
    t.regex(changed ?? '', /^AMQ\d+I/)
    t.is(effect, `Kept, and without effect here: ${keywords.join(', ')}.`)
    const shown = (await run(`${command.replace(/^ALTER (\S+).*/, 'DISPLAY $1')} ${keywords.join(' ')}`)).join('\n')
    t.deepEqual(
      pairs.filter((pair) => !shown.includes(pair)),
      [],
    )
  })

test('the JSON form is rejected with the same text', async (t) => {
  const { json, text } = openBench()
  const command: JsonCommand = { command: 'define', qualifier: 'qlocal', name: 'A', parameters: { cluster: 'SALES' } }
  t.deepEqual(
    (await json(command)).responses[0]?.messages,
    (await text('DEFINE QLOCAL(A) CLUSTER(SALES)')).responses[0]?.messages,
  )
})

test('initial values and the default objects are accepted, as a dump of definitions has them', async (t) => {
  const { run } = openBench()
  for (const command of [
    "DEFINE QLOCAL(A) CLUSTER(' ') CLUSNL(' ') CLCHNAME(' ') CLWLPRTY(0) CLWLRANK(0) CLWLUSEQ(QMGR)",
    "DEFINE TOPIC(A) TOPICSTR('a') CLUSTER(' ') CLROUTE(DIRECT)",
    "ALTER QMGR REPOS(' ') REPOSNL(' ') CLWLUSEQ(LOCAL) CLWLLEN(100) MONACLS(OFF) STATACLS(OFF) PSCLUS(DISABLED)",
    "DEFINE CHANNEL(SYSTEM.DEF.CLUSRCVR) CHLTYPE(CLUSRCVR) CLUSTER(' ') CLWLWGHT(50) REPLACE",
    'DISPLAY QUEUE(*) CLUSINFO',
  ])
    t.regex((await run(command))[0] ?? '', /^AMQ\d+I/, command)
})

test('a user without authority learns nothing else', async (t) => {
  const { text } = openBench()
  for (const command of ['REFRESH CLUSTER(SALES)', 'DISPLAY CLUSQMGR(*)'])
    t.is((await text(command, alice)).responses[0]?.reasonCode, 2035)
})
