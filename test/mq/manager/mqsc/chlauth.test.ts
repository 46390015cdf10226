import test from 'ava'
import { openBench } from './support.ts'

const done = ['AMQ8877I: IBM MQ channel authentication record set.']
const missing = ['AMQ8884E: Channel authentication record not found.']

test('shows the rules of a new queue manager, those for every channel last', async (t) => {
  t.deepEqual(await openBench().run('DISPLAY CHLAUTH(*)'), [
    'AMQ8878I: Display channel authentication record details.   CHLAUTH(SYSTEM.ADMIN.SVRCONN)   TYPE(ADDRESSMAP)   ADDRESS(*)   USERSRC(CHANNEL)   CHCKCLNT(ASQMGR)',
    'AMQ8878I: Display channel authentication record details.   CHLAUTH(SYSTEM.*)   TYPE(ADDRESSMAP)   ADDRESS(*)   USERSRC(NOACCESS)',
    'AMQ8878I: Display channel authentication record details.   CHLAUTH(*)   TYPE(BLOCKUSER)   USERLIST(*MQADMIN)',
  ])
})

test('adds a mapping once, replaces and removes it', async (t) => {
  const { run, text } = openBench()
  const set = "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.*')"
  t.deepEqual(await run(`${set} USERSRC(MAP) MCAUSER('app')`), done)
  t.like((await text(`${set} USERSRC(NOACCESS)`)).responses[0], { reasonCode: 3337 })
  t.deepEqual(await run(`${set} USERSRC(NOACCESS) ACTION(REPLACE)`), done)
  t.deepEqual(await run('DISPLAY CHLAUTH(APP.*) ALL'), [
    'AMQ8878I: Display channel authentication record details.   CHLAUTH(APP.*)   TYPE(ADDRESSMAP)   DESCR( )   CUSTOM( )   ADDRESS(10.*)   USERSRC(NOACCESS)   WARN(NO)   ALTDATE(2024-05-11)   ALTTIME(12.15.30)',
  ])
  t.deepEqual(await run(`${set} ACTION(REMOVE)`), done)
  t.deepEqual(await run(`${set} ACTION(REMOVE)`), missing)
  t.deepEqual(await run('DISPLAY CHLAUTH(APP.*)'), missing)
})

test('shows profiles that begin with an asterisk', async (t) => {
  const { run } = openBench()
  await run("SET CHLAUTH('*.TEST') TYPE(BLOCKUSER) USERLIST('nobody')")
  for (const pattern of ['*', '*.TEST', '*T']) {
    const shown = await run(`DISPLAY CHLAUTH('${pattern}') TYPE(BLOCKUSER)`)
    t.true(
      shown.some((line) => line.includes('CHLAUTH(*.TEST)')),
      pattern,
    )
  }
})

test('changes the items of a blocking list', async (t) => {
  const { run, show } = openBench()
  const list = async () => (await show('DISPLAY CHLAUTH(C) TYPE(BLOCKUSER)')).USERLIST
  await run("SET CHLAUTH(C) TYPE(BLOCKUSER) USERLIST('nobody')")
  await run("SET CHLAUTH(C) TYPE(BLOCKUSER) USERLIST('*MQADMIN','nobody')")
  t.deepEqual(await list(), ['nobody', '*MQADMIN'])
  await run("SET CHLAUTH(C) TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REMOVE)")
  t.deepEqual(await list(), ['*MQADMIN'])
  t.deepEqual(await run("SET CHLAUTH(C) TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REMOVE)"), missing)
  t.deepEqual(await run('SET CHLAUTH(C) TYPE(BLOCKUSER) ACTION(REMOVEALL)'), done)
  t.deepEqual(await run('DISPLAY CHLAUTH(C)'), missing)
})

for (const [title, command, answer] of [
  [
    'a mapping without what it looks at',
    'SET CHLAUTH(C) TYPE(USERMAP) USERSRC(CHANNEL)',
    'AMQ8422E: A required keyword was not specified: CLNTUSER.',
  ],
  [
    'a mapping to nobody',
    "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('*')",
    'AMQ8403E: Attribute value error: MCAUSER goes with USERSRC(MAP), and only with it.',
  ],
  [
    'an attribute of another type',
    "SET CHLAUTH(C) TYPE(BLOCKUSER) ADDRESS('*') USERLIST('a')",
    'AMQ8403E: Attribute value error: ADDRESS is not an attribute of BLOCKUSER.',
  ],
  [
    'addresses that are blocked for one channel',
    "SET CHLAUTH(C) TYPE(BLOCKADDR) ADDRLIST('1.2.3.4')",
    'AMQ8403E: Attribute value error: a BLOCKADDR record is for every channel: its profile is *.',
  ],
] as const) {
  test(`refuses ${title}`, async (t) => {
    t.deepEqual(await openBench().run(command), [answer])
  })
}

test('displays the rule that matches a channel', async (t) => {
  const { run, show } = openBench()
  await run("SET CHLAUTH(*) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)")
  await run("SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(CHANNEL)")
  await run("SET CHLAUTH(APP.*) TYPE(USERMAP) CLNTUSER('bob') USERSRC(MAP) MCAUSER('robert')")
  const meet = (more: string) => show(`DISPLAY CHLAUTH(APP.ONE) MATCH(RUNCHECK) ${more}`)

  t.like(await meet("ADDRESS('10.0.0.1')"), { CHLAUTH: 'APP.*', TYPE: 'ADDRESSMAP' })
  t.like(await meet("ADDRESS('10.0.0.1') CLNTUSER('bob')"), { TYPE: 'USERMAP', MCAUSER: 'robert' })
  t.like(await meet("ADDRESS('11.0.0.1')"), { CHLAUTH: '*', USERSRC: 'NOACCESS' })

  await run("SET CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST('10.0.0.*')")
  t.like(await meet("ADDRESS('10.0.0.1')"), { TYPE: 'BLOCKADDR' })
  t.like(await meet("ADDRESS('10.0.1.1')"), { CHLAUTH: 'APP.*', TYPE: 'ADDRESSMAP' })
  t.like(await meet("CLNTUSER('bob')"), { TYPE: 'USERMAP' })
})
