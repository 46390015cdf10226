import test from 'ava'
import { amqsbcg } from '../../../../src/mq/cli/programs/amqsbcg.ts'
import { amqsput, buildAmqsget } from '../../../../src/mq/cli/programs/amqsput-and-amqsget.ts'
import { amqspub, buildAmqssub } from '../../../../src/mq/cli/programs/sample-frame.ts'
import { openProgramBench, type ProgramBench } from './_support.ts'

const amqsget = buildAmqsget(0)
let bench: ProgramBench

test.before(async () => {
  bench = await openProgramBench([
    ...['B', 'C', 'D'].map((name) => `DEFINE QLOCAL(${name})`),
    'DEFINE QLOCAL(A) DEFPSIST(YES)',
    'DEFINE QLOCAL(INHIBITED) PUT(DISABLED) GET(DISABLED)',
    "DEFINE TOPIC(T) TOPICSTR('closed') SUB(DISABLED)",
  ])
})
test.after.always(() => bench.close())

test('amqsput puts the lines before an empty line, and amqsget prints them', async (t) => {
  const { run, connection } = bench
  const put = await run(amqsput, 'A QM1', ['one', 'zwei ü', '', 'not this'])
  t.deepEqual(put, { status: 0, output: 'Sample AMQSPUT0 start\ntarget queue is A\nSample AMQSPUT0 end\n', stderr: '' })
  const [first] = await connection.list('A', { limit: 1 })
  t.like(first, { format: 'MQSTR', persistence: 'persistent', applicationName: 'amqsput', userId: 'mqm' })

  t.deepEqual(await run(amqsget, 'A'), {
    status: 0,
    output: 'Sample AMQSGET0 start\nmessage <one>\nmessage <zwei ü>\nno more messages\nSample AMQSGET0 end\n',
    stderr: '',
  })
})

test('amqsput puts to the dynamic queue of a model queue, which its close options delete', async (t) => {
  const { run, connection } = bench
  await connection.command('DEFINE QMODEL(MODEL) DEFTYPE(PERMDYN)')
  const put = await run(amqsput, 'MODEL QM1 16 0 QM1 DYN.1', ['one'])
  t.is(
    put.output,
    'Sample AMQSPUT0 start\ntarget queue is MODEL\ntarget queue manager is QM1\ndynamic queue name is DYN.1\n' +
      'open  options are 16\nclose options are 0\nSample AMQSPUT0 end\n',
  )
  t.is((await connection.list('DYN.1', { limit: 9 })).length, 1)
  t.regex((await run(amqsput, 'DYN.1 QM1 16 1', ['two'])).output, /MQCLOSE ended with reason code 2055/)
  t.notRegex((await run(amqsput, 'DYN.1 QM1 16 2', [])).output, /ended with/)
  t.regex((await run(amqsput, 'DYN.1')).output, /MQOPEN ended with reason code 2085/)
})

test('a line is on the queue before the next one is read', async (t) => {
  const { terminal, connection } = bench
  const depths: number[] = []
  async function* lines() {
    for (const line of ['1', '2', '3']) {
      depths.push((await connection.list('B', { limit: 9 })).length)
      yield line
    }
  }
  await amqsput.run(['B'], terminal([], lines()))
  t.deepEqual(depths, [0, 1, 2])
})

for (const [title, program, line, status, output, stderr] of [
  [
    'amqsput: an unknown queue',
    amqsput,
    'NONE QM1',
    0,
    /^Sample AMQSPUT0 start\ntarget queue is NONE\nMQOPEN ended with reason code 2085\nunable to open queue for output\nSample AMQSPUT0 end\n$/,
    /MQRC_UNKNOWN_OBJECT_NAME \(2085\).*NONE/,
  ],
  [
    'amqsput: an inhibited queue',
    amqsput,
    'INHIBITED',
    0,
    /\nMQPUT ended with reason code 2051\nSample AMQSPUT0 end\n$/,
    /2051/,
  ],
  [
    'amqsput: an unknown queue manager',
    amqsput,
    'A NONE',
    2058 & 0xff,
    /^Sample AMQSPUT0 start\nMQCONNX ended with reason code 2058\n$/,
    /no queue manager NONE/,
  ],
  ['amqsput: no queue', amqsput, '', 99, /^Sample AMQSPUT0 start\nRequired parameter missing - queue name\n$/, /^$/],
  ['amqsput: a word too many', amqsput, 'A QM1 16 0 QM1 DYN.* more', 99, /start/, /found "more"/],
  ['amqsget: a word too many', amqsget, 'A QM1 1 0 more', 99, /start/, /found "more"/],
  [
    'amqsput: open options without output',
    amqsput,
    'D QM1 8232',
    0,
    /open {2}options are 8232\nMQPUT ended with reason code 2039\nSample/,
    /2039.*8232/,
  ],
  [
    'amqsput: open options that are not supported',
    amqsput,
    'D QM1 2064',
    0,
    /MQOPEN ended with reason code 2046\nunable to open queue for output\nSample/,
    /2046.*2048 is not supported.*MQOO_OUTPUT \(16\)/,
  ],
  [
    'amqsget: open options that are no number',
    amqsget,
    'D QM1 x',
    0,
    /open {2}options are 0\nMQOPEN ended with reason code 2046\nunable to open queue for input/,
    /no option for input/,
  ],
  [
    'amqsget: open options for browsing',
    amqsget,
    'D QM1 8',
    0,
    /open {2}options are 8\nMQGET ended with reason code 2037\n/,
    /2037/,
  ],
  [
    'amqsget: close options for another queue',
    amqsget,
    'D QM1 1 1',
    0,
    /no more messages\nclose options are 1\nMQCLOSE ended with reason code 2045\nSample/,
    /D is no dynamic queue/,
  ],
  [
    'amqsget: close options that are not supported',
    amqsget,
    'D QM1 1 4',
    0,
    /MQCLOSE ended with reason code 2046/,
    /4/,
  ],
  [
    'amqsput: an unknown target queue manager',
    amqsput,
    'A QM1 16 0 NONE',
    0,
    /target queue manager is NONE\nopen {2}options are 16\nMQPUT ended with reason code 2087\nclose options are 0/,
    /NONE/,
  ],
  [
    'amqsget: an unknown queue',
    amqsget,
    'NONE',
    0,
    /MQOPEN ended with reason code 2085\nunable to open queue for input\nSample AMQSGET0 end\n$/,
    /2085/,
  ],
  [
    'amqsget: an inhibited queue',
    amqsget,
    'INHIBITED',
    0,
    /MQGET ended with reason code 2016\nSample AMQSGET0 end\n$/,
    /2016/,
  ],
  ['amqsbcg: an unknown queue', amqsbcg, 'NONE', 2, /\n MQOPEN failed with CompCode:2, Reason:2085\n$/, /2085/],
  ['amqsbcg: no queue', amqsbcg, '', 4, /Usage: amqsbcg QName/, /^$/],
  ['amqspub: an unknown queue manager', amqspub, 'a NONE', 2058 & 0xff, /MQCONNX ended with reason code 2058/, /./],
  ['amqssub: an inhibited topic', buildAmqssub(0), 'closed/topic', 0, /MQSUB ended with reason code 2503/, /2503/],
] as const) {
  test(title, async (t) => {
    const { run } = bench
    const result = await run(program, line, ['text'])
    t.is(result.status, status)
    t.regex(result.output, output)
    t.regex(result.stderr, stderr)
  })
}

test('amqsbcg shows every field, the properties and a hex dump, and removes nothing', async (t) => {
  const { run, connection } = bench
  const { messageId } = await connection.put(
    { queue: 'C' },
    {
      body: Buffer.from('Hello Q1, this is longer\n'),
      format: 'MQSTR',
      priority: 3,
      correlationId: Buffer.alloc(24, 7),
      replyTo: { queue: 'REPLY' },
      properties: { colour: { type: 'string', value: 'red' }, size: { type: 'long', value: 12n } },
    },
  )
  const { status, output } = await run(amqsbcg, 'C QM1')
  t.is(status, 0)
  for (const line of [
    " MQOPEN - 'C'",
    ' MQGET of message number 1, CompCode:0 Reason:0',
    '  Report   : 0  MsgType : 1',
    '  Expiry   : -1  Feedback : 0',
    "  Format : 'MQSTR   '",
    '  Priority : 3  Persistence : 0',
    `  MsgId : X'${messageId.toString('hex').toUpperCase()}'`,
    `  CorrelId : X'${'07'.repeat(24)}'`,
    `  ReplyToQ       : '${'REPLY'.padEnd(48)}'`,
    `  ReplyToQMgr    : '${'QM1'.padEnd(48)}'`,
    "  UserIdentifier : 'setup       '",
    "  colour : 'red'",
    '  size : 12',
    ' length - 25 of 25 bytes',
    "00000000:  4865 6C6C 6F20 5131 2C20 7468 6973 2069         'Hello Q1, this i'",
    "00000010:  7320 6C6F 6E67 6572 0A                          's longer.       '",
    ' No more messages ',
  ])
    t.true(output.split('\n').includes(line), line)
  t.is((await connection.list('C', { limit: 9 })).length, 1)
})

test('amqssub prints what amqspub publishes', async (t) => {
  const written: string[] = []
  const terminal = bench.terminal(written)
  let subscribed = () => {}
  const ready = new Promise<void>((resolve) => {
    subscribed = resolve
  })
  const sub = buildAmqssub(1000)
  const done = sub.run(['news/local'], {
    ...terminal,
    write(text) {
      written.push(text.toString())
      if (text.toString().startsWith('Calling')) subscribed()
    },
  })
  await ready
  t.is((await bench.run(amqspub, 'news/local QM1', ['rain', 'sun'])).status, 0)
  t.is(await done, 0)
  t.deepEqual(written.slice(0, 5), [
    'Sample AMQSSUBA start\n',
    'Calling MQGET : 1 seconds wait time\n',
    'message <rain>\n',
    'Calling MQGET : 1 seconds wait time\n',
    'message <sun>\n',
  ])
  t.deepEqual(written.slice(-2), ['no more messages\n', 'Sample AMQSSUBA end\n'])
})

test('a program that is killed while it waits gets no message', async (t) => {
  const { terminal, connection } = bench
  const program = await terminal([]).connect('QM1', 'killed')
  const waiting = program.get('D', { waitMs: 60_000 })
  while (!(await inputHandles(connection))) await new Promise((resolve) => setImmediate(resolve))
  program.close()
  await t.throwsAsync(waiting, { message: /2009/ })
  while (await inputHandles(connection)) await new Promise((resolve) => setImmediate(resolve))
  await connection.put({ queue: 'D' }, { body: Buffer.from('kept'), format: 'MQSTR' })
  t.is((await connection.list('D', { limit: 9 })).length, 1)
})

async function inputHandles(connection: {
  command(text: string): Promise<{ responses: readonly { attributes?: readonly (readonly [string, unknown])[] }[] }>
}): Promise<boolean> {
  const { responses } = await connection.command('DISPLAY QSTATUS(D) IPPROCS')
  return new Map(responses[0]?.attributes).get('IPPROCS') !== 0
}
