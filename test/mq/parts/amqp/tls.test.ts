/** AMQP over TLS: SSLCIPH, SSLCAUTH and SSLPEER of the channel, and certificates that decide about the user. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import type { ConnectionOptions } from 'rhea'
import { certificate, type Pair } from '../../../_support/certificates.ts'
import { type Broker, brokerFor, openSender, send } from './_support/broker.ts'

const authority = await certificate('Test CA')
const [server, client, stranger] = await Promise.all([
  certificate('QM1', authority),
  certificate('orders', authority),
  certificate('orders'),
])

/** Starts a broker whose channel uses TLS; `commands` run after the key repository is set. */
async function tlsBroker(t: ExecutionContext, ...commands: string[]): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-amqp-tls-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const keys = join(folder, 'ssl')
  mkdirSync(keys)
  writeFileSync(join(keys, 'ca.crt'), authority.cert)
  writeFileSync(join(keys, 'qm1.crt'), server.cert)
  writeFileSync(join(keys, 'qm1.key'), server.key)
  return brokerFor(
    t,
    `ALTER QMGR SSLKEYR('${keys}/key') CERTLABL('qm1')`,
    "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) SSLCIPH(ANY_TLS12_OR_HIGHER) MCAUSER('')",
    ...commands,
  )
}

function tls(pair?: Pair, mechanism?: string): Partial<ConnectionOptions> {
  return {
    transport: 'tls',
    ca: [authority.cert],
    servername: '',
    ...pair,
    ...(mechanism === 'EXTERNAL' && { enable_sasl_external: true, username: undefined }),
  } as unknown as Partial<ConnectionOptions>
}

const map = (rest: string) => `SET CHLAUTH(AMQP) TYPE(SSLPEERMAP) SSLPEER('CN=orders') ${rest}`

test('SSLPEERMAP maps the certificate of a client that authenticates with EXTERNAL to a user', async (t) => {
  const { connect, connection, display } = await tlsBroker(t, map("USERSRC(MAP) MCAUSER('app')"))
  const sender = await openSender(await connect(tls(client, 'EXTERNAL')), 'A')
  t.is((await send(sender, { body: 'x' })).outcome, 'accepted')
  t.is((await connection.get('A'))?.userId, 'app')
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'MCAUSER'), 'app')
  t.regex((await display('DISPLAY CHSTATUS(AMQP) ALL', 'SSLPEER')) ?? '', /CN=orders/)
})

test('a client with a certificate may authenticate with a password', async (t) => {
  const { connect, display } = await tlsBroker(t)
  await connect({ ...tls(client), username: 'app', password: 'ppa' })
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'MCAUSER'), 'app')
})

test('MCAUSER is the user of clients that EXTERNAL authenticates without a map', async (t) => {
  const { connect, display } = await tlsBroker(t, "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MCAUSER('app')")
  await connect(tls(client, 'EXTERNAL'))
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'MCAUSER'), 'app')
})

for (const [title, commands, pair] of [
  ['a certificate that a record rejects', [map('USERSRC(NOACCESS)')], client],
  ['a certificate that SSLPEER does not match', ["ALTER CHANNEL(AMQP) CHLTYPE(AMQP) SSLPEER('CN=other')"], client],
  ['a certificate of another CA', [], stranger],
  ['no certificate, with SSLCAUTH(REQUIRED)', [], undefined],
] as const) {
  test(`a client with ${title} is rejected`, async (t) => {
    const { connectRejected } = await tlsBroker(t, "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MCAUSER('app')", ...commands)
    await connectRejected(tls(pair))
    t.pass()
  })
}

test('a client without a certificate is accepted with SSLCAUTH(OPTIONAL), and EXTERNAL is not offered to it', async (t) => {
  const { connect, port } = await tlsBroker(t, "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) SSLCAUTH(OPTIONAL) MCAUSER('app')")
  await connect(tls())
  const offered = (pair?: Pair) => readMechanisms(port, pair)
  t.false((await offered()).includes('EXTERNAL'))
  t.true((await offered(client)).includes('EXTERNAL'))
})

/** Returns the text of the SASL mechanisms frame. */
async function readMechanisms(port: number, pair?: Pair): Promise<string> {
  const socket = connectTls({ port, host: '127.0.0.1', ca: [authority.cert], ...pair })
  let text = ''
  socket.write(Buffer.from('AMQP\x03\x01\0\0', 'latin1'))
  while (!text.includes('ANONYMOUS')) text += (await once(socket, 'data'))[0].toString('latin1')
  socket.destroy()
  return text
}

test('a client that does not use TLS is disconnected', async (t) => {
  const { connectRejected, connect } = await tlsBroker(t, "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MCAUSER('app')")
  await connectRejected()
  await connect(tls(client))
  t.pass()
})

test('START CHANNEL without the file of the key responds with a message, and other commands go on', async (t) => {
  const { connection, run } = await tlsBroker(t)
  await run('STOP CHANNEL(AMQP)', "ALTER QMGR SSLKEYR('/nowhere/ssl/key')")
  const { completionCode, responses } = await connection.command('START CHANNEL(AMQP)')
  t.is(completionCode, 2)
  t.regex(responses[0]?.messages.join(' ') ?? '', /^AMQ\d{4}[ES]: .*\/nowhere\/ssl/)
  await run('PING QMGR')
})
