import { once } from 'node:events'
import { connect } from 'node:net'
import test from 'ava'
import { benchFor, refuses } from '../../manager/_support/manager.ts'

test('a started listener has its port open, and says which', async (t) => {
  const { define, running } = benchFor(t)
  await define('listener', 'LISTENER', 'L', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
  const { listeners } = running
  t.is(listeners.status('L'), undefined)
  await listeners.start('L')
  const status = listeners.status('L')
  t.like(status, { state: 'RUNNING', address: '127.0.0.1', backlog: 100, pid: process.pid })

  t.true(await listeners.stop('L'))
  t.is(listeners.status('L'), undefined)
  t.false(await listeners.stop('L'))
  const refused = connect({ port: status?.port as number, host: '127.0.0.1' })
  const [error] = await once(refused, 'error')
  t.is(error.code, 'ECONNREFUSED')
})

test('a listener is stopped though a client holds on to its connection', async (t) => {
  const { define, running } = benchFor(t)
  await define('listener', 'LISTENER', 'L', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
  const { listeners } = running
  await listeners.start('L')
  const client = connect({ port: listeners.status('L')?.port as number, host: '127.0.0.1', allowHalfOpen: true })
  t.teardown(() => client.destroy())
  client.on('error', () => undefined)
  await once(client, 'connect')
  t.true(await listeners.stop('L'))
})

for (const [title, bytes, text] of [
  ['IBM MQ', 'TSH \0\0\0\x01', /IBM MQ/],
  ['IBM MQ with shared conversations', 'TSHM\0\0\0\x01', /IBM MQ/],
  ['HTTP', 'GET / HTTP/1.1\r\n\r\n', /HTTP/],
  ['AMQP', 'AMQP\0\x01\0\0', /AMQP/],
  ['a newer version of the protocol', 'SLQM\0\0\0\x09', /version 9/],
  ['anything else', '\x01\x02\x03\x04', /unknown protocol.*01020304/],
] as const) {
  test(`a connection that speaks ${title} is closed, and the status says why`, async (t) => {
    const { define, running } = benchFor(t)
    await define('listener', 'LISTENER', 'L', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
    const { listeners } = running
    await listeners.start('L')
    const client = connect({ port: listeners.status('L')?.port as number, host: '127.0.0.1' })
    client.write(Buffer.from(bytes, 'latin1'))
    client.resume()
    await once(client, 'end')
    t.regex(listeners.status('L')?.lastError ?? '', text)
  })
}

test('a port that is taken, a listener that runs and one that is not there are refused', async (t) => {
  const { define, running } = benchFor(t)
  const { listeners } = running
  await define('listener', 'LISTENER', 'L', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
  await listeners.start('L')
  const port = listeners.status('L')?.port as number
  await define('listener', 'LISTENER', 'M', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1', PORT: port })
  const error = await refuses(t, listeners.start('M'), 4009)
  t.true(error.message.includes(String(port)))
  t.is(listeners.status('M'), undefined)
  await refuses(t, listeners.start('L'), 3249)
  await refuses(t, listeners.start('NONE'), 2085)
})
