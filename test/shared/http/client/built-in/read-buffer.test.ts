import { request as send } from 'node:http'
import test from 'ava'
import { AdaptiveReadBuffer, releaseBuffer } from '../../../../../src/shared/http/client/built-in/read-buffer.ts'
import { api, catalog, config } from '../../../../gateway/data-plane/_support/documents.ts'
import { startBackend, startGateway } from '../../../../gateway/data-plane/_support/servers.ts'

const much = 64 * 1024

/** Simulates a connection that reads `length` bytes of one value. */
function read(memory: AdaptiveReadBuffer, value: number, length: number): Buffer {
  const bytes = memory.next()
  bytes.fill(value, 0, length)
  return memory.take(bytes, 0, length)
}

function holds(part: Buffer, value: number): boolean {
  return part.equals(Buffer.alloc(part.length, value))
}

test('a part is not overwritten by the next read of any connection', (t) => {
  const memories = [new AdaptiveReadBuffer(), new AdaptiveReadBuffer()]
  const parts: [Buffer, number][] = []
  for (let value = 1; value < 100; value += 1) {
    const memory = memories[value % 2] as AdaptiveReadBuffer
    parts.push([read(memory, value, value % 3 === 0 ? 100 : much), value])
    if (value % 10 === 0) memory.onIdle()
    if (value % 7 === 0) releaseBuffer((parts.shift() as [Buffer, number])[0])
    for (const [part, own] of parts) t.true(holds(part, own))
  }
})

test('a large read is passed on without a copy, a small one keeps no buffer', (t) => {
  const [memory, other] = [new AdaptiveReadBuffer(), new AdaptiveReadBuffer()]
  const shared = other.next()
  read(memory, 1, 100)
  t.is(memory.next(), shared)
  read(memory, 2, much)
  const own = memory.next()
  t.not(own, shared)
  t.is(read(memory, 3, much), own)
  t.not(memory.next(), own)
  memory.onIdle()
  t.is(memory.next(), shared)
})

test('releaseBuffer empties a part, and leaves others in the same memory unchanged', (t) => {
  const whole = Buffer.allocUnsafeSlow(much)
  releaseBuffer(whole)
  t.is(whole.length, 0)

  const around = Buffer.allocUnsafeSlow(much + 1).fill(1)
  for (const part of [around.subarray(1), Buffer.from('in the pool'), Buffer.allocUnsafe(20_000)]) {
    const { length } = part
    releaseBuffer(part)
    t.is(part.length, length)
  }
})

test('releaseBuffer leaves parts below 8 KiB to the garbage collector', (t) => {
  for (const [bytes, length] of [
    [8 * 1024, 0],
    [8 * 1024 - 1, 8 * 1024 - 1],
  ] as const) {
    const part = Buffer.allocUnsafeSlow(bytes)
    releaseBuffer(part)
    t.is(part.length, length)
  }
})

test('concurrent responses arrive unchanged at slow and fast readers', async (t) => {
  const size = 3 * 1024 * 1024
  const backend = await startBackend((request, response) => {
    const value = Number(request.url?.split('?')[1])
    if (value % 2) response.setHeader('content-length', size)
    response.end(Buffer.alloc(size, value))
  })
  const gateway = await startGateway(config(catalog([api(backend.url)])))
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })

  async function isWhole(value: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    send(`${gateway.url}/acme/sandbox/customerdb/v1/customers?${value}`, async (answer) => {
      let length = 0
      let isOwn = true
      for await (const chunk of answer) {
        length += (chunk as Buffer).length
        isOwn &&= holds(chunk as Buffer, value)
        if (value % 3 === 0) await new Promise((next) => setTimeout(next, 1))
      }
      resolve(isOwn && length === size)
    }).end()
    return promise
  }
  for (let round = 0; round < 2; round += 1)
    t.deepEqual(await Promise.all([1, 2, 3, 4, 5, 6].map(isWhole)), Array(6).fill(true))
})
