import test from 'ava'
import type { NewMessage } from '../../../../src/mq/manager/index.ts'
import { runmqdlq } from '../../../../src/mq/parts/dead-letter-handler/runmqdlq.ts'
import { openProgramBench, type ProgramBench } from '../../cli/programs/_support.ts'

let bench: ProgramBench

test.before(async () => {
  bench = await openProgramBench()
})
test.after.always(() => bench.close())

/** Defines a dead-letter queue, and a queue of another name for each test. */
async function define(prefix: string, attributes = ''): Promise<{ dead: string; target: string }> {
  const [dead, target] = [`${prefix}.DEAD`, `${prefix}.TARGET`]
  await bench.connection.command(`DEFINE QLOCAL(${dead})`)
  await bench.connection.command(`DEFINE QLOCAL(${target}) ${attributes}`)
  return { dead, target }
}

/** Puts a message with a dead-letter header, as a queue manager of either byte order writes it. */
async function putDead(
  queue: string,
  body: string,
  { reason = 2053, target = '', order = 'LE' as 'LE' | 'BE', ...message }: DeadOptions = {},
  { connection }: Pick<ProgramBench, 'connection'> = bench,
): Promise<Buffer> {
  const header = Buffer.alloc(172, ' ')
  const integer = (value: number, at: number) =>
    order === 'LE' ? header.writeInt32LE(value, at) : header.writeInt32BE(value, at)
  header.write('DLH ', 0)
  header.write(target, 12)
  header.write('QM1', 60)
  for (const [value, at] of [
    [1, 4],
    [reason, 8],
    [546, 108],
    [1208, 112],
    [7, 124],
  ] as const)
    integer(value, at)
  header.write('MQSTR', 116)
  const { messageId } = await connection.put(
    { queue },
    { body: Buffer.concat([header, Buffer.from(body)]), format: 'MQDEAD', persistence: 'persistent', ...message },
    { context: { putAt: 1_700_000_000_000, userId: 'alice', applicationName: 'orders' } },
  )
  return messageId
}

interface DeadOptions extends Partial<NewMessage> {
  reason?: number
  target?: string
  order?: 'LE' | 'BE'
}

async function bodies(queue: string): Promise<string[]> {
  const found: string[] = []
  for (const { messageId } of await bench.connection.list(queue, { limit: 99 })) {
    found.push(String((await bench.connection.browse(queue, { messageId }))?.body))
  }
  return found
}

const run = (rules: string, args = '') => bench.run(runmqdlq, args, rules.split('\n'))

for (const order of ['LE', 'BE'] as const) {
  test(`RETRY puts a message on its queue without the header, with its context (${order})`, async (t) => {
    const { dead, target } = await define(`RETRY${order}`)
    const messageId = await putDead(dead, 'hello', {
      target,
      order,
      priority: 7,
      correlationId: Buffer.alloc(24, 5),
      replyTo: { queue: 'ANSWERS' },
      properties: { colour: { type: 'string', value: 'red' } },
    })
    const { status, output, stderr } = await run(`INPUTQ(${dead}) WAIT(NO)\nACTION(RETRY)`)
    t.deepEqual([status, stderr], [0, ''])
    t.is(
      output,
      `AMQ8708I: Dead-letter queue handler started to process INPUTQ(${dead}).\n` +
        'AMQ8709I: Dead-letter queue handler ending: 1 delivered, 0 forwarded, 0 discarded.\n',
    )
    t.deepEqual(await bodies(dead), [])
    t.like(await bench.connection.get(target), {
      messageId,
      format: 'MQSTR',
      priority: 7,
      userId: 'alice',
      applicationName: 'orders',
      persistence: 'persistent',
      putAt: 1_700_000_000_000,
      replyTo: { queue: 'ANSWERS', queueManager: 'QM1' },
      body: Buffer.from('hello'),
      properties: { colour: { type: 'string', value: 'red' } },
    })
  })
}

test('the first matching rule decides: DISCARD, IGNORE, FWD with and without header', async (t) => {
  const { dead, target } = await define('RULES')
  await putDead(dead, 'discarded', { reason: 2030 })
  await putDead(dead, 'ignored', { reason: 2051 })
  await putDead(dead, 'bare', { target: 'SOME.QUEUE', replyTo: { queue: target } })
  await putDead(dead, 'whole', { target: 'OTHER.QUEUE' })
  await putDead(dead, 'unmatched', { reason: 2035 })
  const { status, output } = await run(
    `WAIT(NO)
REASON(MQRC_MSG_TOO_BIG_FOR_Q) ACTION(DISCARD)
REASON(2051) ACTION(IGNORE)
REASON(2051) ACTION(DISCARD)
DESTQ('S?ME.*') MSGTYPE(MQMT_REQUEST) APPLNAME(ord*) USERID(alice) ACTION(FWD) FWDQ(&REPLYQ) HEADER(NO)
DESTQ(OTHER.QUEUE) PERSIST(1) REPLYQ('*') ACTION(FWD) FWDQ(${target}) FWDQM(' ')`,
    `${dead} QM1`,
  )
  t.is(status, 0)
  t.regex(output, /0 delivered, 2 forwarded, 1 discarded/)
  t.deepEqual(
    (await bodies(dead)).map((body) => body.slice(172)),
    ['ignored', 'unmatched'],
  )
  const [bare, whole] = await bodies(target)
  t.is(bare, 'bare')
  t.is(whole?.slice(0, 4), 'DLH ')
  t.is(whole?.slice(172), 'whole')
  t.deepEqual(
    (await bench.connection.list(target, { limit: 9 })).map(({ format }) => format),
    ['MQSTR', 'MQDEAD'],
  )
})

test('a rule that fails is tried RETRY times, then the next one is tried', async (t) => {
  const { dead, target } = await define('AGAIN', 'PUT(DISABLED)')
  await define('AGAIN.OTHER')
  await putDead(dead, 'stubborn', { target })
  const { stderr, output } = await run(
    `INPUTQ(${dead}) WAIT(NO) RETRYINT(1)\nACTION(RETRY) RETRY(2)\nACTION(FWD) FWDQ(AGAIN.OTHER.TARGET) HEADER(NO)`,
  )
  t.is(stderr.match(/ACTION\(RETRY\) of line 2 failed: MQRC_PUT_INHIBITED \(2051\)/g)?.length, 2)
  t.regex(output, /0 delivered, 1 forwarded/)
  t.deepEqual(await bodies('AGAIN.OTHER.TARGET'), ['stubborn'])
})

test('a failed action leaves the message as it was', async (t) => {
  const { dead, target } = await define('FAILS', 'MAXDEPTH(0)')
  await putDead(dead, 'kept', { target })
  await putDead(dead, 'own', { target: dead })
  const { status, stderr } = await run(`INPUTQ(${dead}) WAIT(NO)\nACTION(RETRY)`)
  t.is(status, 0)
  t.regex(stderr, /MQRC_Q_FULL \(2053\)/)
  t.regex(stderr, /would put the message on FAILS\.DEAD again/)
  t.deepEqual(
    (await bodies(dead)).map((body) => body.slice(172)),
    ['kept', 'own'],
  )
})

test('messages with the same ids are each handled by their own rules', async (t) => {
  const { dead, target } = await define('SAME')
  const ids = { messageId: Buffer.alloc(24, 7), correlationId: Buffer.alloc(24, 9) }
  await putDead(dead, 'stays', { ...ids, reason: 2035 })
  await putDead(dead, 'fails', { ...ids, target: 'NO.SUCH.QUEUE' })
  await putDead(dead, 'goes', { ...ids, target })
  await putDead(dead, 'goes', { ...ids, target })
  await putDead(dead, 'stays', { ...ids, reason: 2035 })
  const { output } = await run(`INPUTQ(${dead}) WAIT(NO)\nREASON(2035) ACTION(IGNORE)\nACTION(RETRY)`)
  t.regex(output, /2 delivered, 0 forwarded, 0 discarded/)
  t.deepEqual((await bench.connection.list(target, { limit: 9 })).length, 2)
  const left: string[] = []
  for (let got = await bench.connection.get(dead); got; got = await bench.connection.get(dead))
    left.push(got.body.subarray(172).toString())
  t.deepEqual(left, ['stays', 'fails', 'stays'])
})

test('PUTAUT(CTX) needs the authority of the user of the message', async (t) => {
  const { dead, target } = await define('CTX')
  const rules = `INPUTQ(${dead}) WAIT(NO)\nACTION(RETRY) PUTAUT(CTX)`
  await putDead(dead, 'x', { target })
  t.regex((await run(rules)).stderr, /alice, the user of the message, has no PUT authority for CTX\.TARGET/)
  t.is((await bodies(dead)).length, 1)
  await bench.connection.command(`SET AUTHREC PROFILE(${target}) OBJTYPE(QUEUE) PRINCIPAL('alice') AUTHADD(PUT)`)
  t.is((await run(rules)).stderr, '')
  t.deepEqual(await bodies(target), ['x'])
})

test('a message without a dead-letter header stays, and is reported once', async (t) => {
  const { dead } = await define('FOREIGN')
  await bench.connection.put({ queue: dead }, { body: Buffer.from('x'), format: 'MQSTR' })
  await bench.connection.put({ queue: dead }, { body: Buffer.from('DLH short'), format: 'MQDEAD' })
  const { stderr } = await run(`INPUTQ(${dead}) WAIT(NO)\nACTION(DISCARD)`)
  t.is(stderr.match(/has no dead-letter header \(MQDLH\): it stays/g)?.length, 2)
  t.is((await bodies(dead)).length, 2)
})

for (const [what, mode] of [
  ['its queue manager ends', 'end'],
  ['gets of its queue are inhibited', 'inhibit'],
] as const) {
  test(`with WAIT(YES) the handler ends with the reason when ${what}`, async (t) => {
    const own = await openProgramBench(['DEFINE QLOCAL(DEAD)', 'DEFINE QLOCAL(TARGET)'])
    t.teardown(() => own.close())
    const done = own.run(runmqdlq, 'DEAD QM1', ['INPUTQ(DEAD) WAIT(YES)', 'ACTION(RETRY)'])
    await putDead('DEAD', 'first', { target: 'TARGET' }, own)
    t.is(String((await own.connection.get('TARGET', { waitMs: 60_000 }))?.body), 'first')
    if (mode === 'end') await own.connection.manager.end('immediate')
    else await own.connection.command('ALTER QLOCAL(DEAD) GET(DISABLED)')
    t.regex((await done).stderr, mode === 'end' ? /2009|2161|2162/ : /2016/)
  })
}

test('with WAIT a message that arrives later is handled', async (t) => {
  const { dead, target } = await define('WAITS')
  const done = run(`INPUTQ(${dead}) WAIT(1)\nACTION(RETRY)`)
  await putDead(dead, 'late', { target })
  t.regex((await done).output, /1 delivered/)
})

for (const [title, rules, args, status, stderr] of [
  ['an invalid table', 'ACTION(FLY)', '', 1, /AMQ8731E: the rules table is invalid: line 1, column 8: ACTION must be/],
  ['an unknown queue', 'WAIT(NO)\nACTION(RETRY)', 'NONE', 2, /2085/],
  ['an unknown queue manager', 'INPUTQM(NONE) WAIT(NO)\nACTION(RETRY)', '', 2, /2058/],
  ['no dead-letter queue', 'WAIT(NO)\nACTION(RETRY)', '', 2, /QM1 has no dead-letter queue \(DEADQ\)/],
  ['a word too many', '', 'A B C', 36, /found "C"/],
] as const) {
  test(`ends with status ${status} for ${title}`, async (t) => {
    const result = await run(rules, args)
    t.is(result.status, status)
    t.regex(result.stderr, stderr)
  })
}
