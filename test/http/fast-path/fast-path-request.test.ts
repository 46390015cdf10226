import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import test from 'ava'

import { FastPathRequest } from '../../../src/http/fast-path/fast-path-request.ts'
import { readBody } from '../../../src/http/request/read-body.ts'

function receive(bodyLength: number, rawHeaders: string[] = []): FastPathRequest {
  return new FastPathRequest(new Socket(), { method: 'POST', target: '/', rawHeaders, bodyLength })
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
