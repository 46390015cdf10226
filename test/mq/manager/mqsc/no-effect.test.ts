/** DEFINE and ALTER say what of a definition has no effect here. */
import test from 'ava'
import { openBench } from './support.ts'

for (const [command, line] of [
  ['DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)', /no client connects over channels of the MQI/],
  ['ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(1)', /no client connects/],
  ["DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('h(1414)')", /no client connects/],
  [
    "DEFINE CHANNEL(TO.B) CHLTYPE(SDR) CONNAME('h') XMITQ(X) MCANAME('m') TPNAME('t')",
    /without effect here: MCANAME, TPNAME\./,
  ],
  ['ALTER QMGR STATQ(ON) MAXHANDS(9)', /without effect here: STATQ\./],
  ['DEFINE QLOCAL(A) QDPHIEV(ENABLED) MAXDEPTH(7)', /without effect here: QDPHIEV\./],
  ["DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('uid')", /ldapRegistry in mqwebuser\.xml/],
] as const)
  test(`${command} succeeds, and one line says what has no effect`, async (t) => {
    const { completionCode, responses } = await openBench().text(command)
    t.is(completionCode, 0)
    t.is(responses[0]?.messages.length, 2)
    t.regex(responses[0]?.messages[1] ?? '', line)
  })

for (const command of [
  'DEFINE QLOCAL(A) QDPHIEV(DISABLED) MAXDEPTH(7)',
  'DEFINE CHANNEL(FROM.B) CHLTYPE(RCVR)',
  "DEFINE CHANNEL(TO.B) CHLTYPE(SDR) CONNAME('h') XMITQ(X) MCATYPE(PROCESS)",
  'DEFINE CHANNEL(AMQP.A) CHLTYPE(AMQP) PORT(1)',
  'ALTER QMGR MAXHANDS(9) STATQ(OFF)',
  'DEFINE AUTHINFO(P) AUTHTYPE(IDPWOS)',
])
  test(`${command} says nothing more`, async (t) => {
    t.is((await openBench().text(command)).responses[0]?.messages.length, 1)
  })

const ldap = "AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('uid')"
for (const commands of [
  [`DEFINE AUTHINFO(L) ${ldap}`, 'ALTER QMGR CONNAUTH(L)'],
  ['ALTER QMGR CONNAUTH(L)', `DEFINE AUTHINFO(L) ${ldap}`],
  ["DEFINE AUTHINFO(L) AUTHTYPE(CRLLDAP) CONNAME('h')", 'ALTER QMGR CONNAUTH(L)'],
])
  test(`of ${commands.join(' and ')}, the second is refused in words`, async (t) => {
    const { text } = openBench()
    t.is((await text(commands[0] as string)).completionCode, 0)
    const { completionCode, responses } = await text(commands[1] as string)
    t.is(completionCode, 2)
    t.regex(responses[0]?.messages.join() ?? '', /CONNAUTH takes an object of AUTHTYPE\(IDPWOS\)/)
  })

test('a queue manager whose CONNAUTH names such an object can be altered otherwise', async (t) => {
  const { text, runtime } = openBench()
  await text(`DEFINE AUTHINFO(L) ${ldap}`)
  const manager = runtime.objects.find('qmgr', 'QM1')
  if (manager) await runtime.objects.save({ ...manager, attributes: { ...manager.attributes, CONNAUTH: 'L' } })
  t.is((await text("ALTER QMGR DESCR('x')")).completionCode, 0)
  t.is((await text('ALTER QMGR CONNAUTH(SYSTEM.DEFAULT.AUTHINFO.IDPWOS)')).completionCode, 0)
})
