import { once } from 'node:events'
import { createServer, get, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import test, { type ExecutionContext } from 'ava'

import { jsonListResponse } from '../../../src/mqweb/context/rest-context.ts'
import { streamJson } from '../../../src/mqweb/http/stream-json.ts'

for (const count of [0, 1, 50, 51, 3000]) {
  test(`a list of ${count} items is the same JSON whether it is sent whole or in pieces`, (t) => {
    const items = Array.from({ length: count }, (_, place) => ({ place, text: '"\n' }))
    const { body } = jsonListResponse('item', items, { last: 1 })
    t.is(typeof body === 'string', count <= 50)
    t.deepEqual(JSON.parse([...(body as Iterable<string>)].join('')), { item: items, last: 1 })
  })
}

test('a list without anything behind it is closed as well', (t) => {
  const body = jsonListResponse('item', Array(60).fill(1)).body as Iterable<string>
  t.is(JSON.parse([...body].join('')).item.length, 60)
})

test('others have their turn while a long answer is rendered', async (t) => {
  let turns = 0
  let rendering = true
  const tick = () => {
    turns++
    if (rendering) setImmediate(tick)
  }
  setImmediate(tick)
  const url = await serving(t, (_request, response) => {
    void streamJson(response, slowPieces(40)).then(() => {
      rendering = false
    })
  })
  const text = await (await fetch(url)).text()
  t.is(text.length, 40 * 10)
  t.true(turns > 10, `${turns} turns`)
})

test('a pause for others does not make a pause before every later piece', async (t) => {
  let turns = 0
  let rendering = true
  const tick = () => {
    turns++
    if (rendering) setImmediate(tick)
  }
  setImmediate(tick)
  const turnOfPiece: number[] = []
  function* oneSlowPiece() {
    yield* slowPieces(3)
    for (let piece = 0; piece < 2000; piece++) {
      turnOfPiece.push(turns)
      yield 'x'
    }
  }
  const url = await serving(t, (_request, response) => {
    void streamJson(response, oneSlowPiece()).then(() => {
      rendering = false
    })
  })
  t.is((await (await fetch(url)).text()).length, 3 * 10 + 2000)
  t.true(new Set(turnOfPiece).size < 1000, `${new Set(turnOfPiece).size} turns`)
})

test('rendering stops when the client has disconnected', async (t) => {
  let rendered = 0
  const ended = Promise.withResolvers<void>()
  const url = await serving(t, (_request, response) => {
    function* endless() {
      for (;;) {
        rendered++
        yield 'x'.repeat(10_000)
      }
    }
    streamJson(response, endless()).then(ended.resolve, ended.reject)
  })
  const request = get(url)
  const [response] = await once(request, 'response')
  response.pause()
  response.destroy()
  await ended.promise
  t.true(rendered > 0)
})

function* slowPieces(count: number) {
  for (let piece = 0; piece < count; piece++) {
    const until = performance.now() + 2
    while (performance.now() < until);
    yield 'x'.repeat(10)
  }
}

async function serving(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
