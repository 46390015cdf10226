import { setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import { runmqsc } from '../../../../src/mq/cli/runmqsc/runmqsc.ts'
import { openProgramBench, type ProgramBench } from '../programs/_support.ts'

let bench: ProgramBench
test.before(async () => {
  bench = await openProgramBench()
})
test.after.always(() => bench?.close())

test('prints the result of a command before the next line of the script arrives', async (t) => {
  const written: string[] = []
  const seen: string[] = []
  async function* typed() {
    for (const name of ['A', 'B']) {
      yield `DEFINE QLOCAL(${name})`
      while (!written.at(-1)?.startsWith('AMQ8006I')) await wait(1)
      seen.push(written.splice(0).join(''))
    }
  }
  t.is(await runmqsc.run(['QM1'], bench.terminal(written, typed())), 0)
  t.regex(seen[0] ?? '', /1 : DEFINE QLOCAL\(A\)\nAMQ8006I: IBM MQ queue created\.\n$/)
  t.regex(seen[1] ?? '', /2 : DEFINE QLOCAL\(B\)\nAMQ8006I: IBM MQ queue created\.\n$/)
})

test('an operator needs no password where CHCKLOCL requires one of programs', async (t) => {
  const { connection } = bench
  await connection.command('DEFINE AUTHINFO(CHECK) AUTHTYPE(IDPWOS) CHCKLOCL(REQUIRED)')
  await connection.command('ALTER QMGR CONNAUTH(CHECK)')
  const { status, output } = await bench.run(runmqsc, 'QM1', ['DISPLAY QMGR CONNAUTH'])
  t.is(status, 0)
  t.regex(output, /CONNAUTH\(CHECK\)/)
})

test('runs the rest of the script after a command that fails unexpectedly', async (t) => {
  const { status, output } = await bench.run(runmqsc, 'QM1', ['DISPLAY QLOCAL(NONE)', 'PING QMGR'])
  t.is(status, 10)
  t.regex(output, /AMQ8147E[\s\S]*AMQ8415I[\s\S]*2 MQSC commands read/)
})

for (const [title, line, status, stderr] of [
  ['an unknown queue manager', 'QM2', 16, /^AMQ8118E: IBM MQ queue manager 'QM2' does not exist\.\n$/],
  ['an unknown option', '-y', 36, /^there is no option "-y"\nUsage: runmqsc /],
  ['-c with -v', '-c -v QM1', 36, /-c and -v exclude each other/],
] as const)
  test(`explains ${title}`, async (t) => {
    const result = await bench.run(runmqsc, line)
    t.like(result, { status, output: '' })
    t.regex(result.stderr, stderr)
  })

test('a script that cannot be opened ends before the queue manager is called', async (t) => {
  await t.throwsAsync(bench.run(runmqsc, '-f package.json/none QM9'), { code: 'ENOTDIR' })
})
