/** The options for shared and exclusive input, between programs and other applications of the queue manager. */
import test from 'ava'
import { amqsput, buildAmqsget } from '../../../../src/mq/cli/programs/amqsput-and-amqsget.ts'
import { openProgramBench, type ProgramBench } from './_support.ts'

const amqsget = buildAmqsget(0)
let bench: ProgramBench

test.before(async () => {
  bench = await openProgramBench(['DEFINE QLOCAL(DEFEXCL) DEFSOPT(EXCL)', 'DEFINE QLOCAL(NOSHARE) NOSHARE'])
  for (let number = 0; number < 6; number++) await bench.connection.command(`DEFINE QLOCAL(Q${number})`)
})
test.after.always(() => bench.close())

const inUse = /MQOPEN ended with reason code 2042\nunable to open queue for input/

test('exclusive input of amqsget ends with 2042 while the queue is open for input', async (t) => {
  const held = bench.connection.open('Q0', { mode: 'input' })
  t.regex((await bench.run(amqsget, 'Q0 QM1 4')).output, inUse)
  held.close()
  t.regex((await bench.run(amqsget, 'Q0 QM1 8196')).output, /no more messages/)
})

for (const [title, options] of [
  ['as the queue defines it', 1],
  ['shared', 2],
  ['exclusive', 4],
] as const)
  test(`input that is ${title} ends with 2042 while the queue is open for exclusive input`, async (t) => {
    const queue = `Q${options}`
    const held = bench.connection.open(queue, { mode: 'input', sharing: 'exclusive' })
    t.regex((await bench.run(amqsget, `${queue} QM1 ${options}`)).output, inUse)
    await t.throwsAsync(bench.connection.get(queue), { message: /2042|MQRC_OBJECT_IN_USE/ })
    held.close()
    t.notRegex((await bench.run(amqsget, `${queue} QM1 ${options}`)).output, /ended with/)
  })

test('DEFSOPT decides input as the queue defines it, and NOSHARE any input', async (t) => {
  const { connection } = bench
  const first = connection.open('DEFEXCL', { mode: 'input', sharing: 'shared' })
  connection.open('DEFEXCL', { mode: 'input', sharing: 'shared' }).close()
  t.throws(() => connection.open('DEFEXCL', { mode: 'input' }), { message: /DEFEXCL/ })
  first.close()
  connection.open('NOSHARE', { mode: 'input', sharing: 'shared' })
  t.throws(() => connection.open('NOSHARE', { mode: 'input', sharing: 'shared' }), { message: /NOSHARE/ })
})

test('a program holds its queue until it ends, and DISPLAY QSTATUS shows how', async (t) => {
  const { connection, terminal } = bench
  const shown: string[] = []
  async function* lines() {
    const { responses } = await connection.command('DISPLAY QSTATUS(Q5) TYPE(HANDLE) INPUT OUTPUT APPLTAG')
    shown.push(JSON.stringify(responses))
    await t.throwsAsync(connection.get('Q5'))
    yield 'one'
  }
  await amqsput.run(['Q5', 'QM1', '20'], terminal([], lines()))
  t.regex(shown.join(), /EXCL/)
  t.is(String((await connection.get('Q5'))?.body), 'one')
})

test('two options for input are rejected', async (t) => {
  const { output, stderr } = await bench.run(amqsget, 'Q0 QM1 6')
  t.regex(output, /MQOPEN ended with reason code 2046/)
  t.regex(stderr, /6 has more than one option for input/)
})
