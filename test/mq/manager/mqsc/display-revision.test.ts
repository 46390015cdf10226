import test from 'ava'
import { benchFor, text } from '../_support/manager.ts'

/** What changes the responses of DISPLAY QUEUE. */
const changes: readonly (readonly [string, (bench: ReturnType<typeof benchFor>) => Promise<unknown>])[] = [
  ['a put', ({ connection }) => connection.put({ queue: 'A' }, text('a'))],
  ['a get', ({ connection }) => connection.get('FILLED')],
  ['a get that is backed out', ({ connection }) => backOut(connection)],
  ['CLEAR', ({ connection }) => connection.command('CLEAR QLOCAL(FILLED)')],
  ['a queue that is opened', async ({ connection }) => connection.open('A', { mode: 'input' })],
  ['DEFINE', ({ connection }) => connection.command('DEFINE QALIAS(NEW) TARGET(A)')],
  ['ALTER', ({ connection }) => connection.command('ALTER QLOCAL(A) MAXDEPTH(7)')],
  ['DELETE', ({ connection }) => connection.command('DELETE QLOCAL(A)')],
  [
    'SET AUTHREC',
    ({ connection }) => connection.command(`SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(DSP)`),
  ],
]

for (const [title, change] of changes) {
  test(`the revision of DISPLAY QUEUE changes with ${title}`, async (t) => {
    const bench = benchFor(t)
    const { connection } = bench
    await connection.command('DEFINE QLOCAL(A)')
    await connection.command('DEFINE QLOCAL(FILLED)')
    await connection.put({ queue: 'FILLED' }, text('b'))
    const before = connection.displayRevision('QUEUE')
    t.is(connection.displayRevision('queue'), before)
    await change(bench)
    t.not(connection.displayRevision('QUEUE'), before)
  })
}

test('commands that change nothing keep the revision, and other kinds have their own', async (t) => {
  const { connection } = benchFor(t)
  await connection.command('DEFINE QLOCAL(A)')
  const [queues, topics] = ['QUEUE', 'TOPIC'].map((each) => connection.displayRevision(each))
  for (const command of ['DISPLAY QUEUE(*) ALL', 'DISPLAY TOPIC(*)', 'DEFINE QLOCAL(A)', 'ALTER QLOCAL(NONE)'])
    await connection.command(command)
  t.is(connection.displayRevision('QUEUE'), queues)
  await connection.put({ queue: 'A' }, text('a'))
  t.is(connection.displayRevision('TOPIC'), topics)
  await connection.command(`DEFINE TOPIC(T) TOPICSTR('t')`)
  t.not(connection.displayRevision('TOPIC'), topics)
})

test('kinds whose attributes change with time have no revision', (t) => {
  const { connection } = benchFor(t)
  for (const keyword of ['QSTATUS', 'CHSTATUS', 'SBSTATUS', 'CONN', 'NONSENSE'])
    t.is(connection.displayRevision(keyword), undefined, keyword)
})

async function backOut(connection: ReturnType<typeof benchFor>['connection']) {
  const unitOfWork = connection.beginUnitOfWork()
  await connection.get('FILLED', { unitOfWork })
  await unitOfWork.backout()
}
