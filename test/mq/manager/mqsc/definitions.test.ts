import test from 'ava'
import { alice, openBench } from './support.ts'

const noClients =
  'The definition is kept and has no effect: no client connects over channels of the MQI; they connect over AMQP channels and the REST API.'

for (const [what, define, alter, remove] of [
  [
    'a topic',
    ["DEFINE TOPIC(T) TOPICSTR('a/b')", 'AMQ8690I: IBM MQ topic created.'],
    ['ALTER TOPIC(T) PUB(DISABLED)', 'AMQ8692I: IBM MQ topic changed.'],
    ['DELETE TOPIC(T)', 'AMQ8691I: IBM MQ topic deleted.'],
  ],
  [
    'a subscription',
    ["DEFINE SUB('my sub') TOPICSTR('a/+') DESTCLAS(MANAGED)", 'AMQ8094I: IBM MQ subscription created.'],
    ["ALTER SUB('my sub') USERDATA('x')", 'AMQ8402I: IBM MQ subscription changed.'],
    ["DELETE SUB('my sub')", 'AMQ8091I: IBM MQ subscription deleted.'],
  ],
  [
    'a channel',
    ['DEFINE CHANNEL(C) CHLTYPE(SVRCONN)', 'AMQ8014I: IBM MQ channel created.', noClients],
    ["ALTER CHANNEL(C) CHLTYPE(SVRCONN) MCAUSER('app')", 'AMQ8016I: IBM MQ channel changed.', noClients],
    ['DELETE CHANNEL(C)', 'AMQ8015I: IBM MQ channel deleted.'],
  ],
  [
    'a listener',
    ['DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1415)', 'AMQ8626I: IBM MQ listener created.'],
    ['ALTER LISTENER(L) TRPTYPE(TCP) PORT(1416)', 'AMQ8627I: IBM MQ listener changed.'],
    ['DELETE LISTENER(L)', 'AMQ8628I: IBM MQ listener deleted.'],
  ],
  [
    'a namelist',
    ['DEFINE NAMELIST(N) NAMES(A,B)', 'AMQ8552I: IBM MQ namelist created.'],
    ['ALTER NAMELIST(N) NAMES()', 'AMQ8551I: IBM MQ namelist changed.'],
    ['DELETE NAMELIST(N)', 'AMQ8553I: IBM MQ namelist deleted.'],
  ],
  [
    'a process',
    ["DEFINE PROCESS(P) APPLICID('/bin/true')", 'AMQ8010I: IBM MQ process created.'],
    ['ALTER PROCESS(P) APPLTYPE(65536)', 'AMQ8011I: IBM MQ process changed.'],
    ['DELETE PROCESS(P)', 'AMQ8012I: IBM MQ process deleted.'],
  ],
  [
    'a service',
    ["DEFINE SERVICE(S) STARTCMD('/bin/true')", 'AMQ8620I: IBM MQ service created.'],
    ['ALTER SERVICE(S) SERVTYPE(SERVER)', 'AMQ8622I: IBM MQ service changed.'],
    ['DELETE SERVICE(S)', 'AMQ8624I: IBM MQ service deleted.'],
  ],
  [
    'authentication information',
    [
      'DEFINE AUTHINFO(I) AUTHTYPE(IDPWOS) CHCKCLNT(REQDADM)',
      'AMQ8563I: IBM MQ authentication information object created.',
    ],
    ['ALTER AUTHINFO(I) AUTHTYPE(IDPWOS) FAILDLAY(5)', 'AMQ8567I: IBM MQ authentication information changed.'],
    ['DELETE AUTHINFO(I)', 'AMQ8564I: IBM MQ authentication information object deleted.'],
  ],
  [
    'communication information',
    ['DEFINE COMMINFO(O) TYPE(MULTICAST)', 'AMQ8855I: IBM MQ comminfo created.'],
    ['ALTER COMMINFO(O) TYPE(MULTICAST) PORT(1)', 'AMQ8856I: IBM MQ comminfo changed.'],
    ['DELETE COMMINFO(O)', 'AMQ8857I: IBM MQ comminfo deleted.'],
  ],
] as const) {
  test(`makes, changes and deletes ${what}`, async (t) => {
    const { run } = openBench()
    for (const [command, ...answer] of [define, alter, remove]) t.deepEqual(await run(command), answer)
    t.regex((await run(alter[0]))[0] as string, /not found/)
  })
}

test('alters the queue manager', async (t) => {
  const { run, show } = openBench()
  t.deepEqual(await run("ALTER QMGR CONNAUTH(' ') CHLAUTH(DISABLED)"), ['AMQ8005I: IBM MQ queue manager changed.'])
  t.like(await show('DISPLAY QMGR'), { CONNAUTH: '', CHLAUTH: 'DISABLED', DEADQ: '' })
})

test('shows a group of attributes of the queue manager by one word', async (t) => {
  t.deepEqual(Object.keys(await openBench().show('DISPLAY QMGR PUBSUB')), [
    ...['QMNAME', 'PARENT', 'PSMODE', 'PSCLUS', 'PSNPMSG', 'PSNPRES', 'PSRTYCNT', 'PSSYNCPT', 'TREELIFE'],
  ])
})

test('keeps client channels in a namespace of their own', async (t) => {
  const { run } = openBench()
  await run('DEFINE CHANNEL(C) CHLTYPE(SVRCONN)')
  t.deepEqual(await run("DEFINE CHANNEL(C) CHLTYPE(CLNTCONN) CONNAME('h(1414)')"), [
    'AMQ8014I: IBM MQ channel created.',
    noClients,
  ])
  t.deepEqual(await run('DELETE CHANNEL(C) CHLTABLE(CLNTTBL)'), ['AMQ8015I: IBM MQ channel deleted.'])
  t.deepEqual(await run('DISPLAY CHANNEL(C) MAXINST'), [
    'AMQ8414I: Display Channel details.   CHANNEL(C)   CHLTYPE(SVRCONN)   MAXINST(999999999)',
  ])
})

test('never shows a secret again', async (t) => {
  const { run, show } = openBench()
  await run("DEFINE CHANNEL(C) CHLTYPE(RQSTR) CONNAME('h(1414)') PASSWORD('s3cret')")
  t.like(await show('DISPLAY CHANNEL(C)'), { PASSWORD: '********' })
})

for (const [title, command, answer] of [
  ['a channel without its type', 'DEFINE CHANNEL(C)', 'AMQ8422E: A required keyword was not specified: CHLTYPE.'],
  [
    'a sender without a transmission queue',
    "DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('h(1)')",
    'AMQ8422E: A required keyword was not specified: XMITQ.',
  ],
  ['a topic without its string', 'DEFINE TOPIC(T)', 'AMQ8422E: A required keyword was not specified: TOPICSTR.'],
  [
    'a second topic for one string',
    "DEFINE TOPIC(T) TOPICSTR('$SYS/MQ')",
    'AMQ8403E: Attribute value error: TOPICSTR belongs to topic SYSTEM.ADMIN.TOPIC.',
  ],
  [
    'a subscription to nothing',
    'DEFINE SUB(S) DESTCLAS(MANAGED)',
    'AMQ8422E: A required keyword was not specified: TOPICSTR or TOPICOBJ.',
  ],
  [
    'a subscription that goes nowhere',
    'DEFINE SUB(S) TOPICSTR(A)',
    'AMQ8403E: Attribute value error: DEST must be given unless DESTCLAS is MANAGED.',
  ],
  [
    'a subscription to a queue that is not there',
    'DEFINE SUB(S) TOPICSTR(A) DEST(NO.QUEUE)',
    'AMQ8147E: IBM MQ object NO.QUEUE not found.',
  ],
  ['a copy of nothing', 'DEFINE QLOCAL(A) LIKE(B)', 'AMQ8147E: IBM MQ object B not found.'],
  [
    'a name with a blank',
    "DEFINE QLOCAL('A B')",
    'AMQ8424E: Error detected in a name keyword: QLOCAL takes a name of at most 48 characters (letters, digits and . / _ %), or blank, not A B.',
  ],
  ['no name', "DEFINE QLOCAL('')", 'AMQ8424E: Error detected in a name keyword: QLOCAL needs a name.'],
  [
    'a name that is too long',
    `DEFINE CHANNEL(${'C'.repeat(21)}) CHLTYPE(SVRCONN)`,
    `AMQ8413E: String Length Error: CHANNEL takes a name of at most 20 characters (letters, digits and . / _ %), or blank, not ${'C'.repeat(21)}.`,
  ],
  [
    'a text that is too long',
    `DEFINE QLOCAL(A) TRIGDATA('${'x'.repeat(65)}')`,
    `AMQ8413E: String Length Error: TRIGDATA takes text of at most 64 displayable characters, not ${'x'.repeat(64)}….`,
  ],
  [
    'a number outside its range',
    'DEFINE QLOCAL(A) MAXDEPTH(1000000000)',
    'AMQ8412E: Numeric Range Error: MAXDEPTH takes an integer from 0 to 999999999, not 1000000000.',
  ],
  ['a keyword twice', 'DEFINE QLOCAL(A) SHARE NOSHARE', 'AMQ8411E: Duplicate Keyword Error: SHARE.'],
] as const) {
  test(`does not make ${title}`, async (t) => {
    t.deepEqual(await openBench().run(command), [answer])
  })
}

for (const [title, command, segment] of [
  ['an unknown verb', 'MAKE QLOCAL(A)', 'MAKE QLOCAL(A)'],
  ['an unknown keyword', 'DEFINE QLOCAL(A) MAXMSGLEN(1) REPLACE', 'DEFINE QLOCAL(A) MAXMSGLEN(1)'],
  ['an attribute of another type', 'DEFINE QALIAS(A) MAXDEPTH(1)', 'DEFINE QALIAS(A) MAXDEPTH(1)'],
  ['empty parentheses', 'DEFINE QREMOTE(A) RNAME() RQMNAME(B)', 'DEFINE QREMOTE(A) RNAME()'],
  ['a flag with a value', 'DEFINE QLOCAL(A) SHARE(YES)', 'DEFINE QLOCAL(A) SHARE(YES)'],
  ['a value where none is asked for', 'DISPLAY QLOCAL(A) MAXDEPTH(1)', 'DISPLAY QLOCAL(A) MAXDEPTH(1)'],
  ['a type that comes too late', 'DEFINE CHANNEL(A) TRPTYPE(TCP) CHLTYPE(RCVR)', 'DEFINE CHANNEL(A) TRPTYPE(TCP)'],
  ['a queue manager with a name', 'DISPLAY QMGR(QM1)', 'DISPLAY QMGR(QM1)'],
  ['no object', 'DISPLAY', 'DISPLAY'],
  ['an open quote', "DEFINE QLOCAL('A) REPLACE", "DEFINE QLOCAL('A) REPLACE"],
] as const) {
  test(`responds to ${title} with the segment where parsing stopped`, async (t) => {
    const { text } = openBench()
    const outcome = await text(command)
    t.like(outcome, { completionCode: 2, reasonCode: 3008 })
    const lines = outcome.responses[0]?.messages ?? []
    t.deepEqual(lines.slice(0, 3), [
      'AMQ8405I: Syntax error detected at or near end of command segment below:-',
      segment,
      '',
    ])
    t.regex(lines[3] ?? '', /^AMQ842[67]I: Valid /)
  })
}

test('takes a replaced channel type only when it is the same', async (t) => {
  const { run } = openBench()
  await run('DEFINE CHANNEL(C) REPLACE CHLTYPE(SVRCONN)')
  t.deepEqual(await run('DEFINE CHANNEL(C) CHLTYPE(RCVR) REPLACE'), ['AMQ8151E: IBM MQ object has different type.'])
  t.deepEqual(await run('ALTER CHANNEL(C) CHLTYPE(RCVR) DESCR(X)'), ['AMQ8151E: IBM MQ object has different type.'])
  t.deepEqual(await run('DEFINE CHANNEL(C) CHLTYPE(SVRCONN)'), ['AMQ8226E: IBM MQ channel already exists.'])
})

test('keeps a topic that a subscription uses', async (t) => {
  const { run } = openBench()
  await run("DEFINE TOPIC(T) TOPICSTR('a')")
  await run('DEFINE SUB(S) TOPICOBJ(T) DESTCLAS(MANAGED)')
  t.deepEqual(await run('DELETE TOPIC(T)'), ['AMQ8148E: IBM MQ object in use.'])
  await run('DELETE SUB(S)')
  t.deepEqual(await run('DELETE TOPIC(T)'), ['AMQ8691I: IBM MQ topic deleted.'])
})

for (const [define, alter, changed] of [
  ["DEFINE CHANNEL(X) CHLTYPE(SDR) CONNAME('h') XMITQ(Q)", 'CHANNEL', { batchsz: 7 }],
  ['DEFINE CHANNEL(X) CHLTYPE(SVRCONN)', 'CHANNEL', { sharecnv: 7 }],
  ["DEFINE CHANNEL(X) CHLTYPE(CLNTCONN) CONNAME('h')", 'CHANNEL', { clntwght: 7 }],
  ['DEFINE AUTHINFO(X) AUTHTYPE(IDPWOS)', 'AUTHINFO', { faildlay: 7 }],
  ["DEFINE AUTHINFO(X) AUTHTYPE(OCSP) OCSPURL('http://h')", 'AUTHINFO', { ocspurl: 'http://other' }],
  ['DEFINE COMMINFO(X) TYPE(MULTICAST)', 'COMMINFO', { port: 7 }],
  ["DEFINE TOPIC(X) TOPICSTR('x')", 'TOPIC', { descr: 'seven' }],
  ['DEFINE LISTENER(X) TRPTYPE(TCP)', 'LISTENER', { port: 7 }],
] as const) {
  test(`alters, displays and deletes without its type: ${define}`, async (t) => {
    const { run, text, json } = openBench()
    await run(define)
    const [[keyword, value]] = Object.entries(changed) as [[string, string | number]]
    const altered = await json({ command: 'alter', qualifier: alter, name: 'X', parameters: { ...changed } })
    t.is(altered.completionCode, 0, altered.responses[0]?.messages.join())

    const shown = await text(`DISPLAY ${alter}(X) ${keyword}`)
    t.is(new Map(shown.responses[0]?.attributes).get(keyword.toUpperCase()), value)
    t.is((await text(`ALTER ${alter}(X) DESCR('from text')`)).completionCode, 0)

    const wrong = await json({ command: 'alter', qualifier: alter, name: 'X', parameters: { ssltype: 1 } }).catch(
      (error: Error) => error.message,
    )
    t.regex(String(wrong), /not an attribute/)
    const which = define.includes('CLNTCONN') ? ' CHLTABLE(CLNTTBL)' : ''
    t.is((await text(`DELETE ${alter}(X)${which}`)).completionCode, 0)
  })
}

test('refuses an attribute that the stored type does not have', async (t) => {
  const { run } = openBench()
  await run('DEFINE CHANNEL(C) CHLTYPE(SVRCONN)')
  t.deepEqual(await run('ALTER CHANNEL(C) BATCHSZ(7)'), [
    'AMQ8403E: Attribute value error: BATCHSZ is not an attribute of SVRCONN.',
  ])
})

test('requires CHLTYPE when a client channel and another channel share the name', async (t) => {
  const { run } = openBench()
  await run('DEFINE CHANNEL(C) CHLTYPE(SVRCONN)')
  await run("DEFINE CHANNEL(C) CHLTYPE(CLNTCONN) CONNAME('h')")
  t.deepEqual(await run('ALTER CHANNEL(C) DESCR(X)'), [
    'AMQ8422E: A required keyword was not specified: CHLTYPE, because C is the name of two channels, one of type CLNTCONN.',
  ])
  t.deepEqual(await run('ALTER CHANNEL(C) CHLTYPE(CLNTCONN) DESCR(X)'), [
    'AMQ8016I: IBM MQ channel changed.',
    noClients,
  ])
  t.deepEqual(await run('ALTER CHANNEL(NONE) DESCR(X)'), ['AMQ8227E: Channel NONE not found.'])
})

test('does not say which channels exist to a principal without authority', async (t) => {
  const { run } = openBench()
  await run('DEFINE CHANNEL(C) CHLTYPE(SVRCONN)')
  for (const name of ['C', 'NONE']) {
    t.deepEqual(await run(`ALTER CHANNEL(${name}) DESCR(X)`, alice), ['AMQ8135E: Not authorized.'])
  }
})

for (const keyword of ['SENDEXIT', 'SENDDATA', 'RCVEXIT', 'RCVDATA', 'MSGEXIT', 'MSGDATA']) {
  test(`takes one, several and no texts for ${keyword}, as text and as JSON`, async (t) => {
    const { run, text, json, show } = openBench()
    await run('DEFINE CHANNEL(C) CHLTYPE(RCVR)')
    const alter = (value: unknown) =>
      json({ command: 'alter', qualifier: 'channel', name: 'C', parameters: { [keyword.toLowerCase()]: value } })
    const shown = async () => (await show(`DISPLAY CHANNEL(C) ${keyword}`))[keyword]

    for (const change of [
      () => text(`ALTER CHANNEL(C) ${keyword}('lib(a)','lib(b)')`),
      () => alter(['lib(a)', 'lib(b)']),
    ]) {
      t.is((await change()).completionCode, 0)
      t.deepEqual(await shown(), ['lib(a)', 'lib(b)'])
      t.regex((await run(`DISPLAY CHANNEL(C) ${keyword}`))[0] ?? '', /\(lib\(a\),lib\(b\)\)/)
      t.is((await text(`DISPLAY CHANNEL(C*) WHERE(${keyword} CT 'lib(b)')`)).completionCode, 0)
      t.is((await text(`ALTER CHANNEL(C) ${keyword}(' ')`)).completionCode, 0)
      t.is(await shown(), '')
    }
    await alter('lib(a),lib(b)')
    t.is(await shown(), 'lib(a),lib(b)')
    await alter([])
    t.is(await shown(), '')
    t.is((await alter(['x'.repeat(129)])).responses[0]?.reasonCode, 4005)
  })
}

test('defines again what a dump of the real product writes', async (t) => {
  const { text } = openBench()
  const dump = [
    `DEFINE QLOCAL('APP.IN') ACCTQ(QMGR) BOQNAME(' ') BOTHRESH(0) CAPEXPRY(NOLIMIT) CLCHNAME(' ') CLUSNL(' ')
     CLUSTER(' ') CLWLPRTY(0) CLWLRANK(0) CLWLUSEQ(QMGR) CUSTOM(' ') DEFBIND(OPEN) DEFPRTY(0) DEFPSIST(NO)
     DEFPRESP(SYNC) DEFREADA(NO) DEFSOPT(SHARED) DESCR(' ') DISTL(NO) GET(ENABLED) HARDENBO IMGRCOVQ(QMGR)
     INITQ(' ') MAXDEPTH(5000) MAXFSIZE(DEFAULT) MAXMSGL(4194304) MONQ(QMGR) MSGDLVSQ(PRIORITY) NOTRIGGER
     NPMCLASS(NORMAL) PROCESS(' ') PUT(ENABLED) PROPCTL(COMPAT) QDEPTHHI(80) QDEPTHLO(20) QDPHIEV(DISABLED)
     QDPLOEV(DISABLED) QDPMAXEV(ENABLED) QSVCIEV(NONE) QSVCINT(999999999) RETINTVL(999999999) SCOPE(QMGR) SHARE
     STATQ(QMGR) STREAMQ(' ') STRMQOS(BESTEF) TRIGDATA(' ') TRIGDPTH(1) TRIGMPRI(0) TRIGTYPE(FIRST) USAGE(NORMAL)
     REPLACE`,
    `DEFINE CHANNEL('TO.QM2') CHLTYPE(CLNTCONN) AFFINITY(PREFERRED) CERTLABL(' ') CLNTWGHT(0) COMPHDR(NONE) COMPMSG(NONE)
     CONNAME('host(1414)') DEFRECON(NO) DESCR(' ') HBINT(300) KAINT(AUTO) LOCLADDR(' ') MAXMSGL(4194304) MODENAME(' ')
     PASSWORD(' ') QMNAME(' ') RCVDATA(' ') RCVEXIT(' ') SCYDATA(' ') SCYEXIT(' ') SENDDATA(' ') SENDEXIT(' ')
     SHARECNV(10) SSLCIPH(' ') SSLPEER(' ') TPNAME(' ') TRPTYPE(TCP) USERID(' ') REPLACE`,
    `DEFINE SUB('s') TOPICSTR('a') TOPICOBJ(' ') DEST(' ') DESTQMGR(' ') DESTCORL(' ') DESTCLAS(MANAGED)
     EXPIRY(UNLIMITED) PSPROP(MSGPROP) PUBACCT(' ') PUBAPPID(' ') PUBPRTY(ASPUB) REQONLY(NO) SELECTOR(' ') SUBLEVEL(1)
     SUBSCOPE(ALL) USERDATA(' ') VARUSER(ANY) WSCHEMA(TOPIC) REPLACE`,
    "DEFINE NAMELIST('N') DESCR(' ') NAMES(' ') REPLACE",
    "ALTER QMGR CERTLABL(' ') CHADEXIT(' ') CLWLDATA(' ') CLWLEXIT(' ') CUSTOM(' ') DEADQ(' ') DEFXMITQ(' ') DESCR(' ') PARENT(' ') REPOS(' ') REPOSNL(' ') SSLCRLNL(' ') SSLCRYP(' ') FORCE",
  ]
  for (const command of dump) {
    const { completionCode, responses } = await text(command.replace(/\s+/g, ' '))
    t.is(completionCode, 0, responses[0]?.messages.join('\n'))
  }
})
