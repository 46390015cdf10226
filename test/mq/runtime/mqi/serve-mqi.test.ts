import test from 'ava'
import { openProgramBench, type ProgramBench } from '../../cli/programs/_support.ts'

let bench: ProgramBench

test.before(async () => {
  bench = await openProgramBench(['DEFINE QLOCAL(A)'])
})
test.after.always(() => bench.close())

test('a wait without a limit ends with the arrival of a message', async (t) => {
  using program = await bench.terminal([]).connect('QM1', 'waits')
  await program.browse('A')
  const arrived = program.waitForArrival(Number.POSITIVE_INFINITY)
  await bench.connection.command('DISPLAY QMGR DEADQ')
  await bench.connection.put({ queue: 'A' }, { body: Buffer.from('x'), format: 'MQSTR' })
  t.true(await arrived)
})

test('a program learns what its call must be, and goes on', async (t) => {
  using program = await bench.terminal([]).connect('QM1', 'errs')
  await t.throwsAsync(program.browse(7 as never), { message: 'browse.queue must be string, found number' })
  await t.notThrowsAsync(program.maxMessageLength('A'))
})
