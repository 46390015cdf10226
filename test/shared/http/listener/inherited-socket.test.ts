import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import test from 'ava'
import { listeningOn } from '../../../../src/shared/http/listener/inherited-socket.ts'
import { duplicateDescriptor, openListeningSocket } from './listening-descriptor.ts'

test('a server responds on a socket that was opened before', async (t) => {
  const { descriptor, port } = await openListeningSocket()
  const server = createServer((_, response) => response.end('served'))
  await listeningOn(server, descriptor, port)
  t.teardown(() => server.close())
  t.is(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'served')
  t.is(server.listenerCount('error'), 0) // later errors are those of the caller
})

test('a socket of another port is refused and closed', async (t) => {
  const { descriptor, port } = await openListeningSocket()
  const server = createServer()
  const message = new RegExp(`the inherited socket listens on port ${port}, and the setting is 8080: change`)
  await t.throwsAsync(listeningOn(server, descriptor, 8080), { message })
  const [error] = await once(connect(port, '127.0.0.1'), 'error', { signal: AbortSignal.timeout(5_000) })
  t.is((error as NodeJS.ErrnoException).code, 'ECONNREFUSED')
})

test('a socket that is connected is refused', async (t) => {
  const server = createTcpServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.teardown(() => client.destroy())
  await once(client, 'connect')
  const descriptor = duplicateDescriptor(client)
  await t.throwsAsync(listeningOn(createServer(), descriptor, 8080), {
    message: new RegExp(`^cannot listen on the inherited socket ${descriptor}: `),
  })
})

test('a descriptor that is no socket is refused', async (t) => {
  const file = await open(import.meta.filename)
  t.teardown(() => file.close())
  await t.throwsAsync(listeningOn(createServer(), file.fd, 8080), {
    message: new RegExp(`^cannot listen on the inherited socket ${file.fd}: `),
  })
})
