import { setImmediate as nextTurn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { jsonListResponse } from '../../../../src/mq/web/context/rest-context.ts'
import { streamJson } from '../../../../src/mq/web/http/stream-json.ts'
import { RecordedResponse } from './_exchange.ts'

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

/** Yields pieces of the given lengths. `rendered` counts them. */
function renderPieces(lengths: readonly number[]) {
  const rendered = { count: 0 }
  function* pieces() {
    for (const length of lengths) {
      rendered.count += 1
      yield 'x'.repeat(length)
    }
  }
  return { rendered, pieces: pieces() }
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
}

for (const [lengths, chunks] of [
  [[], [0]],
  [[65_535], [65_535]],
  [[65_536], [65_536, 0]],
  [
    [65_535, 1, 5],
    [65_536, 5],
  ],
  [
    [40_000, 40_000, 40_000, 40_000, 1],
    [80_000, 80_000, 1],
  ],
] as const) {
  test(`pieces of ${lengths.join(', ') || 'nothing'} are written as ${chunks}`, async (t) => {
    const response = new RecordedResponse()
    await streamJson(response, renderPieces(lengths).pieces)
    t.deepEqual(
      response.chunks.map(({ length }) => length),
      chunks,
    )
    t.true(response.writableEnded)
  })
}

test('a slow client is waited for', async (t) => {
  const response = new RecordedResponse()
  response.isFlowing = false
  const { rendered, pieces } = renderPieces([70_000, 70_000, 5])
  const ended = streamJson(response, pieces)
  await someTurns()
  t.is(rendered.count, 1)
  response.emit('drain')
  await someTurns()
  t.is(rendered.count, 2)
  response.emit('drain')
  await ended
  t.is(response.body.length, 140_005)
  t.is(response.listenerCount('drain') + response.listenerCount('close'), 0)
})

test('a client that disconnects while it is waited for ends the rendering', async (t) => {
  const response = new RecordedResponse()
  response.isFlowing = false
  const { rendered, pieces } = renderPieces([70_000, 70_000])
  const ended = streamJson(response, pieces)
  await someTurns()
  response.destroy()
  await ended
  t.is(rendered.count, 1)
  t.false(response.writableEnded)
  t.is(response.listenerCount('close'), 0)
})

for (const isFlowing of [true, false]) {
  test(`a client that disconnects in a write ${isFlowing ? 'with' : 'without'} room ends the rendering`, async (t) => {
    const response = new RecordedResponse()
    response.isFlowing = isFlowing
    response.onWrite = () => response.destroy()
    const { rendered, pieces } = renderPieces([70_000, 70_000])
    let isEnded = false
    void streamJson(response, pieces).then(() => {
      isEnded = true
    })
    await someTurns()
    t.true(isEnded)
    t.is(rendered.count, 1)
    t.false(response.writableEnded)
  })
}

test('rejects with the error of the rendering', async (t) => {
  const error = new Error('a defect')
  function* pieces() {
    yield 'x'
    throw error
  }
  t.is(await t.throwsAsync(streamJson(new RecordedResponse(), pieces())), error)
})

/** Replaces the clock of `streamJson` until the test ends. */
function replaceTime(t: ExecutionContext): { now: number } {
  const time = { now: 0 }
  const { now } = performance
  performance.now = () => time.now
  t.teardown(() => {
    performance.now = now
  })
  return time
}

test.serial('after 5 ms of rendering, others have their turn', async (t) => {
  const time = replaceTime(t)
  let turn = 0
  let isRendering = true
  const countTurn = () => {
    turn += 1
    if (isRendering) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const turns: number[] = []
  function* pieces() {
    for (let piece = 0; piece < 20; piece += 1) {
      turns.push(turn)
      time.now += 1
      yield 'x'
    }
  }
  await streamJson(new RecordedResponse(), pieces())
  isRendering = false
  const counts = [...new Set(turns)].map((each) => turns.filter((other) => other === each).length)
  t.deepEqual(counts, [5, 5, 5, 5])
})
