import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { FastPathRequest } from '../../../../src/shared/http/fast-path/fast-path-request.ts'
import { readBody } from '../../../../src/shared/http/request/read-body.ts'

function receive(bodyLength: number, rawHeaders: string[] = []): FastPathRequest {
  return new FastPathRequest(new Socket(), {
    method: 'POST',
    target: '/',
    headers: { lines: '', rawHeaders, host: '', bodyLength, keepsAlive: true },
  })
}

const failTooLong = () => new Error('the body is too long')

test('a body that arrived with the head is taken as a whole', (t) => {
  const request = receive(5)
  t.is(request.receiveBody(Buffer.from('hello')), undefined)
  t.true(request.complete)
  t.is(request.takeWholeBody()?.toString(), 'hello')
  t.is(request.takeWholeBody(), undefined)
})

test('the stream of a taken body is empty', async (t) => {
  const request = receive(5)
  request.receiveBody(Buffer.from('hello'))
  request.takeWholeBody()
  t.is(await text(request), '')
})

test('a body that arrived with the head is streamed to a handler that reads the stream', async (t) => {
  const request = receive(5)
  request.receiveBody(Buffer.from('hello'))
  t.is(await text(request), 'hello')
  t.is(request.takeWholeBody(), undefined)
})

test('a body in several parts is streamed', async (t) => {
  const request = receive(5)
  request.receiveBody(Buffer.from('he'))
  t.false(request.complete)
  t.is(request.receiveBody(Buffer.from('lloNEXT'))?.toString(), 'NEXT')
  t.is(request.takeWholeBody(), undefined)
  t.is(await text(request), 'hello')
})

test('a body that arrives while a handler waits for it is streamed', async (t) => {
  const request = receive(5)
  const reading = text(request)
  request.receiveBody(Buffer.from('hello'))
  t.is(await reading, 'hello')
})

test('a paused handler gets the body after it resumes', async (t) => {
  const request = receive(5)
  request.pause()
  request.receiveBody(Buffer.from('hello'))
  const parts: string[] = []
  request.on('data', (part) => parts.push(String(part)))
  request.resume()
  await new Promise((resolve) => request.once('end', resolve))
  t.deepEqual(parts, ['hello'])
})

test('a handler that listens for data gets the end with the last part', async (t) => {
  const request = receive(5)
  const events: string[] = []
  request.on('data', (part) => events.push(String(part))).on('end', () => events.push('end'))
  const turn = () => new Promise(setImmediate)
  await turn()
  for (const part of ['he', 'llo']) {
    request.receiveBody(Buffer.from(part))
    await turn()
  }
  t.deepEqual(events, ['he', 'llo', 'end'])
})

test('readBody returns a body that arrived with the head, and one that arrives later', async (t) => {
  const whole = receive(5, ['Content-Length', '5'])
  whole.receiveBody(Buffer.from('hello'))
  t.is((await readBody(whole, 5, failTooLong)).toString(), 'hello')

  const parts = receive(5, ['Content-Length', '5'])
  parts.receiveBody(Buffer.from('hel'))
  const reading = readBody(parts, 5, failTooLong)
  parts.receiveBody(Buffer.from('lo'))
  t.is((await reading).toString(), 'hello')
})

test('readBody rejects a whole body that is too long', async (t) => {
  const request = receive(5, ['Content-Length', '5'])
  request.receiveBody(Buffer.from('hello'))
  await t.throwsAsync(readBody(request, 4, failTooLong), { message: 'the body is too long' })
})

test('headers are found in every spelling of their names, also after a change of the raw headers', (t) => {
  const request = receive(0, ['Host', 'x', 'X-ODD', '1', 'x-even', '2'])
  request.rawHeaders.splice(2, 2)
  request.rawHeaders.push('Trace', '3')
  t.deepEqual({ ...request.headers }, { host: 'x', 'x-even': '2', trace: '3' })
})

test('headersDistinct has the values of each header as a list', (t) => {
  const request = receive(0, ['Host', 'x', 'X-ODD', '1'])
  t.deepEqual({ ...request.headersDistinct }, { host: ['x'], 'x-odd': ['1'] })
})

test('headers that were replaced are returned', (t) => {
  const request = receive(0, ['Host', 'x'])
  request.headers = { host: 'y' }
  t.deepEqual(request.headers, { host: 'y' })
})

test('a request is of HTTP/1.1, and complete at once without a body', (t) => {
  t.like(receive(0), { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1, url: '/', method: 'POST' })
  t.true(receive(0).complete)
  t.false(receive(1).complete)
})

test('bytes behind the body are returned, and none when the body ends with them', (t) => {
  t.is(receive(5).receiveBody(Buffer.from('hello')), undefined)
  t.is(receive(5).receiveBody(Buffer.from('hello!'))?.toString(), '!')
  t.is(receive(5).receiveBody(Buffer.from('hell')), undefined)
})

test('a handler that reads slowly pauses the connection, and resumes it with the next read', (t) => {
  const request = receive(1_000_000)
  const calls: string[] = []
  request.socket.pause = () => {
    calls.push('pause')
    return request.socket
  }
  request.socket.resume = () => {
    calls.push('resume')
    return request.socket
  }
  request.receiveBody(Buffer.alloc(100_000))
  t.deepEqual(calls, ['pause'])
  request.read()
  t.deepEqual(calls, ['pause', 'resume'])
  request.receiveBody(Buffer.alloc(900_000))
  t.deepEqual(calls, ['pause', 'resume'], 'a complete body pauses nothing')
})
