import test from 'ava'
import { alice, type Bench, openBench } from './support.ts'

const refused = ['AMQ8135E: Not authorized.']

async function allow({ run }: Bench, objectType: string, profile: string, authorities: string) {
  await run(`SET AUTHREC OBJTYPE(${objectType}) PROFILE('${profile}') PRINCIPAL('alice') AUTHADD(${authorities})`)
}

for (const [command, objectType, profile, authority, answer] of [
  ['DEFINE QLOCAL(NEW)', 'QUEUE', '@class', 'CRT', /AMQ8006I/],
  ['DEFINE QLOCAL(A) REPLACE', 'QUEUE', 'A', 'CHG', /AMQ8006I/],
  ['ALTER QLOCAL(A) DESCR(X)', 'QUEUE', 'A', 'CHG', /AMQ8008I/],
  ['DELETE QLOCAL(A)', 'QUEUE', 'A', 'DLT', /AMQ8007I/],
  ['CLEAR QLOCAL(A)', 'QUEUE', 'A', 'CLR', /AMQ8022I/],
  ['DISPLAY QLOCAL(A)', 'QUEUE', 'A', 'DSP', /AMQ8409I/],
  ['DISPLAY QSTATUS(A)', 'QUEUE', 'A', 'DSP', /AMQ8450I/],
  ['START CHANNEL(SYSTEM.DEF.SENDER)', 'CHANNEL', 'SYSTEM.DEF.SENDER', 'CTRL', /AMQ8018I/],
  ['RESET CHANNEL(SYSTEM.DEF.SENDER)', 'CHANNEL', 'SYSTEM.DEF.SENDER', 'CTRLX', /AMQ8023I/],
  ['START LISTENER', 'LISTENER', 'SYSTEM.DEFAULT.LISTENER.TCP', 'CTRL', /AMQ8021I/],
  ['DISPLAY QMGR', 'QMGR', 'QM1', 'DSP', /AMQ8408I/],
  ['ALTER QMGR DESCR(X)', 'QMGR', 'QM1', 'CHG', /AMQ8005I/],
  ['DELETE SUB(SYSTEM.DEFAULT.SUB)', 'QMGR', 'QM1', 'CHG', /AMQ8091I/],
  ['DISPLAY CONN(*)', 'QMGR', 'QM1', 'DSP', /AMQ8147E/],
] as const) {
  test(`${command} needs ${authority} on ${objectType} ${profile}`, async (t) => {
    const bench = openBench()
    await bench.run('DEFINE QLOCAL(A)')
    t.deepEqual(await bench.run(command, alice), refused)
    t.is((await bench.text(command, alice)).responses[0]?.reasonCode, 2035)

    await allow(bench, objectType, profile, authority)
    t.regex((await bench.run(command, alice))[0] as string, answer)
  })
}

test('a generic name shows what may be displayed, and nothing of the rest', async (t) => {
  const bench = openBench()
  await bench.run('DEFINE QLOCAL(A1)')
  await bench.run('DEFINE QLOCAL(A2)')
  await allow(bench, 'QUEUE', 'A2', 'DSP')
  t.deepEqual(await bench.run('DISPLAY QUEUE(A*)', alice), [
    'AMQ8409I: Display Queue details.   QUEUE(A2)   TYPE(QLOCAL)',
  ])
})

test('copying an object needs the authority to display it', async (t) => {
  const bench = openBench()
  await bench.run('DEFINE QLOCAL(A)')
  await allow(bench, 'QUEUE', '@class', 'CRT')
  t.deepEqual(await bench.run('DEFINE QLOCAL(B) LIKE(A)', alice), refused)
})

test('deleting an object deletes the authorities that name it', async (t) => {
  const bench = openBench()
  await bench.run('DEFINE QLOCAL(A)')
  await allow(bench, 'QUEUE', 'A', 'PUT')
  await bench.run('DELETE QLOCAL(A) AUTHREC(NO)')
  t.is(bench.runtime.authority.list().length, 1)
  await bench.run('DEFINE QLOCAL(A)')
  await bench.run('DELETE QLOCAL(A)')
  t.is(bench.runtime.authority.list().length, 0)
})

for (const [title, command, answer] of [
  [
    'an entity',
    'SET AUTHREC OBJTYPE(QUEUE) PROFILE(A) AUTHADD(PUT)',
    'AMQ8422E: A required keyword was not specified: PRINCIPAL or GROUP.',
  ],
  [
    'an object type',
    "SET AUTHREC PROFILE(A) PRINCIPAL('a') AUTHADD(PUT)",
    'AMQ8422E: A required keyword was not specified: OBJTYPE.',
  ],
  [
    'a profile',
    "SET AUTHREC OBJTYPE(QUEUE) PRINCIPAL('a') AUTHADD(PUT)",
    'AMQ8422E: A required keyword was not specified: PROFILE.',
  ],
  [
    'something to add or remove',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('a')",
    'AMQ8422E: A required keyword was not specified: AUTHADD or AUTHRMV.',
  ],
] as const) {
  test(`SET AUTHREC needs ${title}`, async (t) => {
    t.deepEqual(await openBench().run(command), [answer])
  })
}

test('DISPLAY AUTHREC matches profiles by name, by what they decide, or exactly', async (t) => {
  const bench = openBench()
  await allow(bench, 'QUEUE', 'DEV.**', 'GET')
  await allow(bench, 'QUEUE', 'DEV.A', 'PUT')
  const profiles = async (more: string) =>
    (await bench.text(`DISPLAY AUTHREC ${more}`)).responses.map(({ attributes }) => attributes?.[0]?.[1])

  t.deepEqual(await profiles(''), ['DEV.**', 'DEV.A'])
  t.deepEqual(await profiles('PROFILE(DEV.*)'), ['DEV.**', 'DEV.A'])
  t.deepEqual(await profiles('PROFILE(DEV.A) MATCH(MPROF)'), ['DEV.A'])
  t.deepEqual(await profiles('PROFILE(DEV.B) MATCH(MPROF)'), ['DEV.**'])
  t.deepEqual(await profiles('PROFILE(DEV.**) MATCH(EXACT)'), ['DEV.**'])
  t.deepEqual(await bench.run("DISPLAY AUTHREC GROUP('alice')"), ['AMQ8884E: Authority record not found.'])
})

test('DELETE AUTHREC removes a record', async (t) => {
  const bench = openBench()
  await allow(bench, 'QUEUE', 'A', 'GET')
  const command = "DELETE AUTHREC OBJTYPE(QUEUE) PROFILE(A) PRINCIPAL('alice')"
  t.deepEqual(await bench.run(command), ['AMQ8863I: IBM MQ authority record deleted.'])
  t.deepEqual(await bench.run(command), ['AMQ8884E: Authority record not found.'])
})
