import { request as send } from 'node:http'

import test from 'ava'

import { ReadBuffer, recycle } from '../../../../src/gateway/upstream/client/memory.ts'
import { api, catalog, config } from '../../_support/documents.ts'
import { startBackend, startGateway } from '../../_support/servers.ts'

const much = 60_000

/** What a connection does that reads so many bytes of this value. */
function read(memory: ReadBuffer, value: number, length: number): Buffer {
  const bytes = memory.next()
  bytes.fill(value, 0, length)
  return memory.part(bytes, 0, length)
}

function holds(part: Buffer, value: number): boolean {
  return part.equals(Buffer.alloc(part.length, value))
}

test.serial('a part is never written over as long as it has not been given back', (t) => {
  const memories = [new ReadBuffer(), new ReadBuffer()]
  const parts: [Buffer, number][] = []
  for (let value = 1; value < 100; value += 1) {
    const memory = memories[value % 2] as ReadBuffer
    parts.push([read(memory, value, value % 3 === 0 ? 100 : much), value])
    if (value % 10 === 0) memory.rest()
    if (value % 7 === 0) recycle((parts.shift() as [Buffer, number])[0])
    for (const [part, own] of parts) t.true(holds(part, own))
  }
})

test.serial('much passes through few buffers when they are given back', (t) => {
  const memory = new ReadBuffer()
  const used = new Set<ArrayBufferLike>()
  read(memory, 0, much) // the first is a copy of what all connections share
  for (let value = 1; value < 50; value += 1) {
    const part = read(memory, value, much)
    used.add(part.buffer)
    recycle(part)
  }
  t.is(used.size, 1)
})

test.serial('giving back twice, or what was never lent, changes nothing', (t) => {
  const memory = new ReadBuffer()
  read(memory, 0, much)
  const part = read(memory, 1, much)
  recycle(part)
  recycle(part)
  recycle(Buffer.alloc(64 * 1024))
  recycle(Buffer.from('pooled'))
  const [one, other] = [read(memory, 2, much), read(new ReadBuffer(), 3, much), read(memory, 4, much)]
  t.true(holds(one, 2))
  t.true(holds(other as Buffer, 3))
})

test.serial('a connection that rests holds no buffer of its own', (t) => {
  const [memory, other] = [new ReadBuffer(), new ReadBuffer()]
  const shared = other.next()
  read(memory, 0, much)
  t.not(memory.next(), shared)
  memory.rest()
  t.is(memory.next(), shared)
})

test.serial('answers at once arrive each as it was, whoever is slow to read', async (t) => {
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
