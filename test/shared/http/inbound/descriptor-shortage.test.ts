import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const descriptors = 64
const script = fileURLToPath(new URL('_descriptor-child.ts', import.meta.url))

test('a server without file descriptors logs it, closes connections without a request, and goes on', async (t) => {
  const command = `ulimit -n ${descriptors}; exec "$0" --disable-warning=ExperimentalWarning "$1"`
  const child = spawn('/bin/sh', ['-c', command, process.execPath, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const port = Number((await lines.next()).value)

  const sockets = Array.from({ length: 2 * descriptors }, () => silentConnection(port))
  t.teardown(() => sockets.forEach((socket) => void socket.destroy()))
  const shortage = JSON.parse((await lines.next()).value as string)
  t.like(shortage, { level: 'warn', reason: 'descriptors' })
  t.regex(shortage.msg, /limit of open files is reached; raise it with ulimit -n/)

  while ((await statusOf(port)) !== '200') await setTimeout(20)
  t.is(child.exitCode, null)
})

function silentConnection(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => {})
}

/** Returns the status of a response; undefined when the server closed the connection. */
async function statusOf(port: number): Promise<string | undefined> {
  const socket = silentConnection(port).setEncoding('latin1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let received = ''
  socket.on('data', (text: string) => {
    received += text
  })
  await once(socket, 'close')
  return received === '' ? undefined : received.slice(9, 12)
}
