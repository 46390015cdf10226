/** Attributes and commands of events, statistics and accounting, which have no effect. */
import test from 'ava'
import { benchFor, refuses, text } from '../_support/manager.ts'

const switches = [
  'PERFMEV(ENABLED) CONFIGEV(ENABLED) CMDEV(ENABLED) AUTHOREV(ENABLED) STRSTPEV(ENABLED)',
  'STATQ(ON) STATMQI(ON) STATCHL(LOW) ACCTQ(ON) ACCTMQI(ON)',
].join(' ')
const queueSwitches = 'STATQ(ON) ACCTQ(ON) QDPMAXEV(ENABLED) QDPHIEV(ENABLED) QSVCIEV(HIGH)'

test('the switches of events, statistics and accounting are accepted and shown, and put no messages', async (t) => {
  const { connection, running } = benchFor(t)
  t.is((await connection.command(`ALTER QMGR ${switches}`)).completionCode, 0)
  t.is((await connection.command(`DEFINE QLOCAL(A) MAXDEPTH(1) ${queueSwitches}`)).completionCode, 0)
  for (const [subject, given] of [
    ['QMGR', switches],
    ['QLOCAL(A)', queueSwitches],
  ] as const) {
    const { responses } = await connection.command(`DISPLAY ${subject} ALL`)
    const shown = (responses[0]?.attributes ?? []).map(([keyword, value]) => `${keyword}(${value})`)
    t.deepEqual(
      given.split(' ').filter((each) => !shown.includes(each)),
      [],
      subject,
    )
  }
  await connection.put({ queue: 'A' }, text('x'))
  await refuses(t, connection.put({ queue: 'A' }, text('y')), 2053)
  await connection.command('RESET QMGR TYPE(STATISTICS)')
  const filled = [...running.queues.all()].filter(({ depth }) => depth > 0).map(({ name }) => name)
  t.deepEqual(filled, ['A'])
})

for (const [command, message] of [
  ['RESET QMGR TYPE(STATISTICS)', /^AMQ8649I/],
  ['REFRESH QMGR TYPE(CONFIGEV)', /^AMQ8724I/],
] as const)
  test(`${command} succeeds and says that it has no effect`, async (t) => {
    const { completionCode, responses } = await benchFor(t).connection.command(command)
    t.is(completionCode, 0)
    const [accepted = '', explanation = ''] = responses[0]?.messages ?? []
    t.regex(accepted, message)
    t.regex(explanation, /no effect/)
  })

test('REFRESH QMGR TYPE(PROXYSUB) has one line', async (t) => {
  const { responses } = await benchFor(t).connection.command('REFRESH QMGR TYPE(PROXYSUB)')
  t.is(responses[0]?.messages.length, 1)
})

test('logger events are refused', async (t) => {
  const { responses } = await benchFor(t).connection.command('ALTER QMGR LOGGEREV(ENABLED)')
  t.regex(responses[0]?.messages[0] ?? '', /AMQ8403E.*LOGGEREV must be DISABLED/)
})
