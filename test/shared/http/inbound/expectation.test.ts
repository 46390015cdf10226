/** Clients that wait for 100 Continue, at both protocols. */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import { readBody } from '../../../../src/shared/http/request/read-body.ts'
import { listen, openSession } from '../http2/_http2-client.ts'

const handler: RequestListener = async (request, response) => {
  const respond = (status: number, text: string) => {
    response.statusCode = status
    response.end(text)
  }
  await turn()
  if (request.url !== '/accept') return respond(Number(request.url?.slice(1)), 'decided by the head')
  await readBody(request, 10, () => new Error('too long')).then(
    (body) => respond(200, body.toString()),
    () => respond(413, 'too long'),
  )
}

async function dial(t: ExecutionContext) {
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler })
  t.teardown(() => listener.close(0))
  const socket = connect(listener.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  let text = ''
  socket.setEncoding('latin1').on('data', (part) => {
    text += part
  })
  const send = (path: string, length: string, expect = '100-continue') =>
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: ${expect}\r\n${length}\r\n\r\n`)
  const until = async (end: string) => {
    while (!text.includes(end)) await once(socket, 'data')
    return text
  }
  return { socket, send, until }
}

for (const [path, length, status] of [
  ['/401', 'Content-Length: 5', 401],
  ['/404', 'Content-Length: 900000', 404],
  ['/405', 'Transfer-Encoding: chunked', 405],
  ['/accept', 'Content-Length: 11', 413],
  ['/accept', 'Content-Length: 4294967296', 413],
] as const) {
  test(`${path} with ${length} gets ${status} alone, and the connection ends`, async (t) => {
    const { socket, send, until } = await dial(t)
    send(path, length)
    const ended = once(socket, 'end')
    const text = await until(status === 413 ? 'too long' : 'by the head')
    t.regex(text, new RegExp(`^HTTP/1.1 ${status} `))
    t.regex(text, /Connection: close/i)
    await ended
  })
}

for (const [length, body] of [
  ['Content-Length: 4', 'body'],
  ['Transfer-Encoding: chunked', '4\r\nbody\r\n0\r\n\r\n'],
] as const) {
  test(`a body with ${length} that is read gets 100 first, once, and the connection goes on`, async (t) => {
    const { socket, send, until } = await dial(t)
    const statuses = async (...expected: string[]) => {
      const read = async () => (await until('HTTP')).match(/(?<=HTTP\/1.1 )\d+/g) ?? []
      while ((await read()).length < expected.length) await once(socket, 'data')
      t.deepEqual(await read(), expected)
    }
    send('/accept', length)
    await statuses('100')
    socket.write(body)
    await statuses('100', '200')
    send('/accept', length, '100-Continue')
    await statuses('100', '200', '100')
    socket.write(body)
    await statuses('100', '200', '100', '200')
  })
}

for (const [path, length, expected] of [
  ['/401', '5', [401]],
  ['/accept', '11', [413]],
  ['/accept', '4', [100, 200]],
] as const) {
  test(`a stream to ${path} with ${length} bytes gets ${expected.join(' and ')}`, async (t) => {
    const session = openSession(t, await listen(t, { handler }))
    const head = { ':method': 'POST', ':path': path, 'content-length': length, expect: '100-continue' }
    const stream = session.request(head, { endStream: false }).on('error', () => {})
    const statuses: number[] = []
    stream.on('continue', () => {
      statuses.push(100)
      stream.end('body')
    })
    const [headers] = await once(stream, 'response')
    t.deepEqual([...statuses, headers[':status']], [...expected])
  })
}
