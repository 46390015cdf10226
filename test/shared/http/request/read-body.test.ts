import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import test from 'ava'
import {
  ClientDisconnectedError,
  readBody,
  readBodyWithDynamicLimit,
} from '../../../../src/shared/http/request/read-body.ts'
import { collectGarbage } from '../../../_support/collect-garbage.ts'

const tooLong = new Error('too long')
const createTooLongError = () => tooLong
const chunked = { 'transfer-encoding': 'chunked' }
const ofLength = (length: number) => ({ 'content-length': String(length) })

/** A request whose body the test writes. */
function openRequest(headers: Record<string, string>) {
  const body = new PassThrough()
  const request = Object.assign(body, { headers, complete: false })
  return { body, request: request as unknown as IncomingMessage & { complete: boolean } }
}

/** A request whose whole body has arrived, as node's parser leaves it. */
function arrivedRequest(text: string, headers: Record<string, string> = ofLength(Buffer.byteLength(text))) {
  const { body, request } = openRequest(headers)
  body.end(text)
  request.complete = true
  return request
}

const read = async (request: IncomingMessage, maxBytes: number) =>
  (await readBody(request, maxBytes, createTooLongError)).toString()

for (const [title, headers] of [
  ['its length', ofLength(6)],
  ['its encoding only', chunked],
] as const) {
  test(`a body with ${title} in the head is read in its order, however it arrives`, async (t) => {
    for (const parts of [['abcdef'], ['ab', 'cd', 'ef'], ['a', 'bcdef']]) {
      const { body, request } = openRequest(headers)
      const reading = read(request, 6)
      for (const part of parts) body.write(part)
      body.end()
      t.is(await reading, 'abcdef')
    }
  })
}

test('the short chunks of a body do not stay in memory until its end', async (t) => {
  const { body, request } = openRequest(chunked)
  const reading = read(request, 10_000)
  const chunks: WeakRef<Buffer>[] = []
  for (let count = 0; count < 5_000; count++) {
    const chunk = Buffer.alloc(1, 'a')
    chunks.push(new WeakRef(chunk))
    if (!body.write(chunk)) await once(body, 'drain')
  }
  await collectGarbage()
  const held = chunks.filter((chunk) => chunk.deref() !== undefined)
  t.true(held.length < 600, `${held.length} chunks`)
  body.end()
  t.is(await reading, 'a'.repeat(5_000))
})

test('a body that arrived with the head is read at once, and leaves nothing to read', async (t) => {
  const request = arrivedRequest('abc')
  t.is(await read(request, 3), 'abc')
  t.is(request.readableLength, 0)
})

test('a body of which a part arrived with the head is read to its end', async (t) => {
  const { body, request } = openRequest(ofLength(4))
  body.write('ab')
  const reading = read(request, 4)
  body.end('cd')
  t.is(await reading, 'abcd')
})

test('a request without a body has an empty one, and nothing is waited for', async (t) => {
  for (const headers of [{}, ofLength(0)]) t.is(await read(openRequest(headers).request, 0), '')
})

test('an encoded body can be empty', async (t) => {
  t.is(await read(arrivedRequest('', chunked), 0), '')
})

test('a body of the maximum length is read, and one byte more is too long', async (t) => {
  t.is(await read(arrivedRequest('abcd'), 4), 'abcd')
  await t.throwsAsync(read(arrivedRequest('abcde'), 4), { is: tooLong })
  t.is(await read(arrivedRequest('abcd', chunked), 4), 'abcd')
  await t.throwsAsync(read(arrivedRequest('abcde', chunked), 4), { is: tooLong })
})

test('an announced length is refused before a byte of the body has arrived', async (t) => {
  const { request } = openRequest(ofLength(5))
  await t.throwsAsync(read(request, 4), { is: tooLong })
})

test('a refused body is read no further, and its listeners are removed', async (t) => {
  const { body, request } = openRequest(chunked)
  const before = listenersOf(body)
  const reading = read(request, 2)
  body.write('abc')
  await t.throwsAsync(reading, { is: tooLong })
  t.true(body.isPaused())
  t.deepEqual(listenersOf(body), before)
})

test('the listeners are removed when the body has been read', async (t) => {
  const { body, request } = openRequest(chunked)
  const before = listenersOf(body)
  const reading = read(request, 9)
  body.end('abc')
  await reading
  t.deepEqual(listenersOf(body), before)
})

for (const event of ['close', 'error'] as const) {
  test(`a client that disconnects (${event}) before the end rejects the body`, async (t) => {
    const { body, request } = openRequest(ofLength(9))
    const before = listenersOf(body)
    const reading = read(request, 9)
    body.write('abc')
    body.on('error', () => {})
    body.emit(event, new Error('reset'))
    body.removeAllListeners('error')
    await t.throwsAsync(reading, { instanceOf: ClientDisconnectedError })
    t.deepEqual(listenersOf(body), before)
  })
}

test('the limit is raised as often as the body grows beyond it, and the body waits meanwhile', async (t) => {
  const { body, request } = openRequest(chunked)
  const needs: number[] = []
  const raised: ((maxBytes: number) => void)[] = []
  const reading = readBodyWithDynamicLimit(request, 2, (neededBytes) => {
    needs.push(neededBytes)
    return new Promise((resolve) => raised.push(resolve))
  })
  body.write('abc')
  await nextTurn()
  body.write('defg')
  await nextTurn()
  t.deepEqual(needs, [3])
  t.true(body.isPaused())

  raised.shift()?.(4)
  await nextTurn()
  t.deepEqual(needs, [3, 7])
  raised.shift()?.(7)
  body.end()
  t.is((await reading).toString(), 'abcdefg')
  t.deepEqual(needs, [3, 7])
})

test('a raised limit that is not enough for the announced length is raised again', async (t) => {
  const { body, request } = openRequest(ofLength(6))
  const needs: number[] = []
  const reading = readBodyWithDynamicLimit(request, 1, async (neededBytes) => {
    needs.push(neededBytes)
    return needs.length === 1 ? 5 : 6
  })
  body.end('abcdef')
  t.is((await reading).toString(), 'abcdef')
  t.deepEqual(needs, [6, 6])
})

test('a body that ends while its limit is raised is complete', async (t) => {
  const { body, request } = openRequest(chunked)
  let raise: (maxBytes: number) => void = () => {}
  const reading = readBodyWithDynamicLimit(request, 2, () => new Promise((resolve) => (raise = resolve)))
  body.end('abc')
  await nextTurn()
  await nextTurn()
  t.true(body.readableEnded)
  body.emit('close')
  raise(3)
  t.is((await reading).toString(), 'abc')
})

test('an announced length beyond the raised limit is refused before a byte has arrived', async (t) => {
  const { request } = openRequest(ofLength(6))
  const raise = async (neededBytes: number) => {
    if (neededBytes !== 6 || raised > 0) throw tooLong
    raised += 1
    return 5
  }
  let raised = 0
  await t.throwsAsync(readBodyWithDynamicLimit(request, 1, raise), { is: tooLong })
  t.is(raised, 1)
})

test('a limit that cannot be raised rejects the body', async (t) => {
  const { body, request } = openRequest(chunked)
  const reading = readBodyWithDynamicLimit(request, 2, () => Promise.reject(tooLong))
  body.write('abc')
  await t.throwsAsync(reading, { is: tooLong })
})

function listenersOf(body: PassThrough): number[] {
  return ['data', 'end', 'error', 'close'].map((event) => body.listenerCount(event))
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
