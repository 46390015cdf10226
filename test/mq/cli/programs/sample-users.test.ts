/** MQSAMP_USER_ID: the sample programs connect as a user, whose password they ask for. */
import test from 'ava'
import { amqsbcg } from '../../../../src/mq/cli/programs/amqsbcg.ts'
import { amqsput, buildAmqsget } from '../../../../src/mq/cli/programs/amqsput-and-amqsget.ts'
import { amqspub, buildAmqssub } from '../../../../src/mq/cli/programs/sample-frame.ts'
import { openProgramBench, type ProgramBench } from './_support.ts'

const amqsget = buildAmqsget(0)
const programs = [amqsput, amqsget, amqsbcg, amqspub, buildAmqssub(0)]
const alice = { MQSAMP_USER_ID: 'alice' }
let bench: ProgramBench

test.before(async () => {
  bench = await openProgramBench([
    'DEFINE QLOCAL(A)',
    'ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) FAILDLAY(0)',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('alice') AUTHADD(CONNECT)",
    "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('alice') AUTHADD(PUT,GET,BROWSE)",
  ])
})
test.after.always(() => bench.close())

test.serial('the password is the first line, and the messages carry the user', async (t) => {
  const { run, connection } = bench
  const put = await run(amqsput, 'A QM1', ['alice-password', 'one', ''], alice)
  t.is(put.output, 'Sample AMQSPUT0 start\ntarget queue is A\nSample AMQSPUT0 end\n')
  t.like((await connection.list('A', { limit: 2 }))[0], { userId: 'alice', length: 3 })
  t.regex((await run(amqsbcg, 'A', ['alice-password'], alice)).output, /UserIdentifier +: 'alice +'/)
  t.regex((await run(amqsget, 'A', ['alice-password'], alice)).output, /message <one>/)
})

test.serial('the authority is that of the user', async (t) => {
  const { output } = await bench.run(amqsput, 'SYSTEM.DEFAULT.LOCAL.QUEUE', ['alice-password', 'x'], alice)
  t.regex(output, /MQPUT ended with reason code 2035/)
})

for (const program of programs)
  test.serial(`${program.name} ends with 2035 for a wrong password`, async (t) => {
    const { output, stderr, status } = await bench.run(program, 'A', ['guess', 'one'], alice)
    t.regex(
      output,
      program === amqsbcg ? /MQCONN failed with CompCode:2, Reason:2035/ : /MQCONNX ended with reason code 2035/,
    )
    t.regex(stderr, /user name or password of alice is wrong/)
    t.not(status, 0)
  })

test.serial('an input that ends before the password is an error', async (t) => {
  await t.throwsAsync(bench.run(amqsput, 'A', [], alice), { message: /standard input has no password/ })
})

test.serial('CHCKLOCL requires a password, adopts its user, or ignores it', async (t) => {
  const { run, connection } = bench
  const alter = (attributes: string) =>
    connection.command(`ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) ${attributes}`)
  const putAndFind = async (input: string[], environment = {}) => {
    const { output } = await run(amqsput, 'A', input, environment)
    const [message] = await connection.list('A', { limit: 1 })
    if (message) await connection.get('A')
    return message?.userId ?? output
  }
  await alter('CHCKLOCL(REQUIRED)')
  t.regex(await putAndFind(['x']), /MQCONNX ended with reason code 2035/)
  t.is(await putAndFind(['alice-password', 'x'], alice), 'alice')
  await alter('CHCKLOCL(REQDADM)')
  t.regex(await putAndFind(['x']), /MQCONNX ended with reason code 2035/)
  await alter('CHCKLOCL(OPTIONAL) ADOPTCTX(NO)')
  t.is(await putAndFind(['alice-password', 'x'], alice), 'mqm')
  await alter('CHCKLOCL(NONE)')
  t.is(await putAndFind(['guess', 'x'], alice), 'mqm')
})
