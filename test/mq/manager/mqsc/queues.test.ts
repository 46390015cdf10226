import test from 'ava'
import { openBench } from './support.ts'

const [date, time] = ['2024-05-11', '12.15.30']

for (const [title, commands, answer] of [
  ['makes a local queue', ['DEFINE QLOCAL(A)'], 'AMQ8006I: IBM MQ queue created.'],
  ['takes synonyms and any case', ["def ql('app.in') descr('it''s')"], 'AMQ8006I: IBM MQ queue created.'],
  ['does not make a queue twice', ['DEFINE QLOCAL(A)', 'DEFINE QLOCAL(A)'], 'AMQ8150E: IBM MQ object already exists.'],
  ['replaces when told to', ['DEFINE QLOCAL(A)', 'DEFINE QLOCAL(A) REPLACE'], 'AMQ8006I: IBM MQ queue created.'],
  [
    'never replaces a queue of another type',
    ['DEFINE QLOCAL(A)', 'DEFINE QALIAS(A) REPLACE'],
    'AMQ8151E: IBM MQ object has different type.',
  ],
  ['changes a queue', ['DEFINE QLOCAL(A)', 'ALTER QLOCAL(A) GET(DISABLED)'], 'AMQ8008I: IBM MQ queue changed.'],
  ['deletes a queue', ['DEFINE QLOCAL(A)', 'DELETE QLOCAL(A)'], 'AMQ8007I: IBM MQ queue deleted.'],
  ['finds no queue to change', ['ALTER QLOCAL(NO)'], 'AMQ8147E: IBM MQ object NO not found.'],
  ['finds no queue to delete', ['DELETE QLOCAL(NO)'], 'AMQ8147E: IBM MQ object NO not found.'],
  ['forgives a missing queue', ['DELETE QLOCAL(NO) IGNSTATE(YES)'], 'AMQ8007I: IBM MQ queue deleted.'],
  [
    'deletes no queue under another type',
    ['DEFINE QLOCAL(A)', 'DELETE QALIAS(A)'],
    'AMQ8151E: IBM MQ object has different type.',
  ],
] as const) {
  test(title, async (t) => {
    const { run } = openBench()
    let lines: string[] = []
    for (const command of commands) lines = await run(command)
    t.deepEqual(lines, [answer])
  })
}

test('shows a queue by its exact name with every attribute, in the order of the product', async (t) => {
  const { run } = openBench()
  await run("DEFINE QLOCAL(APP.IN) DESCR('orders')")
  t.deepEqual(await run('DISPLAY QLOCAL(APP.IN)'), [
    [
      'AMQ8409I: Display Queue details.',
      'QUEUE(APP.IN) TYPE(QLOCAL) ACCTQ(QMGR)',
      `ALTDATE(${date}) ALTTIME(${time}) BOQNAME( ) BOTHRESH(0) CAPEXPRY(NOLIMIT) CLUSNL( ) CLUSTER( )`,
      `CLCHNAME( ) CLWLPRTY(0) CLWLRANK(0) CLWLUSEQ(QMGR) CRDATE(${date}) CRTIME(${time}) CURDEPTH(0)`,
      'CUSTOM( ) DEFBIND(OPEN) DEFPRTY(0) DEFPSIST(NO) DEFPRESP(SYNC) DEFREADA(NO) DEFSOPT(SHARED)',
      'DEFTYPE(PREDEFINED) DESCR(orders) DISTL(NO) GET(ENABLED) HARDENBO IMGRCOVQ(QMGR) INITQ( ) IPPROCS(0)',
      'MAXDEPTH(5000) MAXFSIZE(DEFAULT) MAXMSGL(4194304) MONQ(QMGR) MSGDLVSQ(PRIORITY) NOTRIGGER',
      'NPMCLASS(NORMAL) OPPROCS(0) PROCESS( ) PUT(ENABLED) PROPCTL(COMPAT) QDEPTHHI(80) QDEPTHLO(20)',
      'QDPHIEV(DISABLED) QDPLOEV(DISABLED) QDPMAXEV(ENABLED) QSVCIEV(NONE) QSVCINT(999999999)',
      'RETINTVL(999999999) SCOPE(QMGR) SHARE STATQ(QMGR) STREAMQ( ) STRMQOS(BESTEF) TRIGDATA( ) TRIGDPTH(1)',
      'TRIGMPRI(0) TRIGTYPE(FIRST) USAGE(NORMAL)',
    ]
      .flatMap((line, index) => (index === 0 ? line : line.split(/ (?=[A-Z])/)))
      .join('   '),
  ])
})

test('shows name and type alone for a generic name', async (t) => {
  const { run } = openBench()
  await run('DEFINE QLOCAL(APP.IN)')
  await run('DEFINE QALIAS(APP.ALIAS) TARGQ(APP.IN)')
  t.deepEqual(await run('DISPLAY QUEUE(APP.*)'), [
    'AMQ8409I: Display Queue details.   QUEUE(APP.ALIAS)   TYPE(QALIAS)',
    'AMQ8409I: Display Queue details.   QUEUE(APP.IN)   TYPE(QLOCAL)',
  ])
})

test('adds what is asked for to name and type', async (t) => {
  const { run, facts } = openBench()
  await run('DEFINE QLOCAL(APP.IN)')
  facts.queues.set('APP.IN', { depth: 3 })
  t.deepEqual(await run('DISPLAY QLOCAL(APP.*) CURDEPTH'), [
    'AMQ8409I: Display Queue details.   QUEUE(APP.IN)   TYPE(QLOCAL)   CURDEPTH(3)',
  ])
})

test('takes what DEFINE leaves out from the default object, or from LIKE', async (t) => {
  const { run, show } = openBench()
  await run('ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(7)')
  await run('DEFINE QLOCAL(A) MAXMSGL(9)')
  await run('DEFINE QLOCAL(B) LIKE(A) DESCR(B)')
  t.like(await show('DISPLAY QLOCAL(B)'), { MAXDEPTH: 7, MAXMSGL: 9, DESCR: 'B' })
})

test('sets every attribute anew with REPLACE, and only the given ones with ALTER', async (t) => {
  const { run, show } = openBench()
  await run('DEFINE QLOCAL(A) MAXDEPTH(9) PUT(DISABLED)')
  await run('ALTER QLOCAL(A) MAXDEPTH(8)')
  t.like(await show('DISPLAY QLOCAL(A)'), { MAXDEPTH: 8, PUT: 'DISABLED' })
  await run('DEFINE QLOCAL(A) REPLACE NOSHARE')
  t.like(await show('DISPLAY QLOCAL(A)'), { MAXDEPTH: 5000, PUT: 'ENABLED', SHARE: 'NO' })
})

for (const [title, facts, command, reason, message] of [
  ['deletes no queue with messages', { depth: 1 }, 'DELETE QLOCAL(A)', 2055, 'AMQ8143E: IBM MQ queue not empty.'],
  ['purges when told to', { depth: 1 }, 'DELETE QLOCAL(A) PURGE', 0, 'AMQ8007I: IBM MQ queue deleted.'],
  ['deletes no open queue', { openOutput: 1 }, 'DELETE QLOCAL(A) PURGE', 2042, 'AMQ8148E: IBM MQ object in use.'],
  [
    'keeps the usage of an open queue',
    { openInput: 1 },
    'ALTER QLOCAL(A) USAGE(XMITQ)',
    2042,
    'AMQ8148E: IBM MQ object in use.',
  ],
  [
    'changes the usage by force',
    { openInput: 1 },
    'ALTER QLOCAL(A) USAGE(XMITQ) FORCE',
    0,
    'AMQ8008I: IBM MQ queue changed.',
  ],
] as const) {
  test(title, async (t) => {
    const bench = openBench()
    await bench.run('DEFINE QLOCAL(A)')
    bench.facts.queues.set('A', facts)
    t.like((await bench.text(command)).responses[0], { reasonCode: reason, messages: [message] })
  })
}
