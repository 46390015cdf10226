import test from 'ava'
import { benchFor, refuses, text } from '../_support/manager.ts'
import { renderParameters } from '../_support/parameters.ts'
import { openBench } from './support.ts'

const dn = (name: string) => `'CN=${name},O=IBM,C=GB'`

test('a policy that was set is displayed with its algorithms, signers and recipients', async (t) => {
  const { run, show } = openBench()
  t.deepEqual(
    await run(`SET POLICY(Q) SIGNALG(SHA256) ENCALG(AES256) RECIP(${dn('a')}) RECIP(${dn('b')}) SIGNER(${dn('c')})`),
    ['AMQ9085I: IBM MQ Advanced Message Security policy set.'],
  )
  t.deepEqual(await show('DISPLAY POLICY(Q)'), {
    POLICY: 'Q',
    SIGNALG: 'SHA256',
    ENCALG: 'AES256',
    KEYREUSE: 'DISABLED',
    ENFORCE: 'YES',
    SIGNER: ['CN=c,O=IBM,C=GB'],
    RECIP: ['CN=a,O=IBM,C=GB', 'CN=b,O=IBM,C=GB'],
  })
})

test('a name without a policy is displayed as unprotected, a generic name finds only what was set', async (t) => {
  const { show, text: command, json } = openBench()
  t.like(await show('DISPLAY POLICY(Q)'), { SIGNALG: 'NONE', ENCALG: 'NONE', ENFORCE: 'YES' })
  t.is((await command('DISPLAY POLICY(*)')).responses[0]?.reasonCode, 3328)

  await command('SET POLICY(Q) SIGNALG(SHA512) TOLERATE')
  const { responses } = await json({ command: 'display', qualifier: 'policy', name: '*' })
  t.like(renderParameters(responses[0] as never), { policy: 'Q', signalg: 'SHA512', tolerate: 'YES' })
})

test('ADD and REMOVE change the lists of a policy and nothing else', async (t) => {
  const { run, show, text: command } = openBench()
  await run(`SET POLICY(Q) ENCALG(AES128) SIGNALG(SHA256) RECIP(${dn('a')})`)
  await run(`SET POLICY(Q) ENCALG(DES) RECIP(${dn('b')}) ACTION(ADD)`)
  await run(`SET POLICY(Q) RECIP(${dn('a')}) ACTION(REMOVE)`)
  t.like(await show('DISPLAY POLICY(Q)'), { ENCALG: 'AES128', RECIP: ['CN=b,O=IBM,C=GB'] })
  t.is((await command(`SET POLICY(X) RECIP(${dn('a')}) ACTION(ADD)`)).responses[0]?.reasonCode, 3328)
})

for (const [title, words, reason] of [
  ['encryption for nobody', 'ENCALG(AES256)', 3333],
  ['recipients without encryption', `RECIP(${dn('a')})`, 3329],
  ['signers without signatures', `SIGNER(${dn('a')})`, 3330],
  ['both ENFORCE and TOLERATE', 'SIGNALG(SHA256) ENFORCE TOLERATE', 3331],
  ['the reuse of keys for signed messages', 'SIGNALG(SHA256) KEYREUSE(5)', 4005],
] as const) {
  test(`SET POLICY refuses ${title}`, async (t) => {
    const { text: command } = openBench()
    t.is((await command(`SET POLICY(Q) ${words}`)).responses[0]?.reasonCode, reason)
  })
}

test('DELETE POLICY takes one away, and IGNSTATE makes it no matter whether there was one', async (t) => {
  const { text: command } = openBench()
  await command('SET POLICY(Q) SIGNALG(SHA256)')
  const reasons: (number | undefined)[] = []
  for (const words of ['', '', ' IGNSTATE(YES)']) {
    reasons.push((await command(`DELETE POLICY(Q)${words}`)).responses[0]?.reasonCode)
  }
  t.deepEqual(reasons, [0, 3328, 0])
})

test('a queue whose messages must be protected takes and gives none in the clear', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('queue', 'QALIAS', 'TO.A', { TARGET: 'A' })
  await connection.put({ queue: 'A' }, text('from before'))
  await connection.command('SET POLICY(A) SIGNALG(SHA256)')

  await refuses(t, connection.put({ queue: 'A' }, text('plain')), 2063)
  await refuses(t, connection.put({ queue: 'TO.A' }, text('plain')), 2063)
  await refuses(t, connection.get('A'), 2063)
  await refuses(t, connection.browse('TO.A'), 2063)

  await connection.command('SET POLICY(A) SIGNALG(SHA256) TOLERATE')
  await refuses(t, connection.put({ queue: 'A' }, text('plain')), 2063)
  t.like(await connection.get('A'), { body: Buffer.from('from before') })
})
