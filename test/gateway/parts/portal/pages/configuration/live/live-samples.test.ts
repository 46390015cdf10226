import test from 'ava'
import {
  addReadings,
  buildLiveSamples,
  type LiveReading,
} from '../../../../../../../src/gateway/parts/portal/pages/configuration/live/live-samples.ts'

function reading(atMs: number, calls: number, { errors = 0, refusals = 0, slow = 0, totalMs = 10 * calls } = {}) {
  return {
    atMs,
    apis: [{ api: 'a', calls, errors, refusals }],
    latency: {
      totalMs,
      buckets: [
        { upToMs: 50, calls: calls - slow },
        { upToMs: 500, calls },
        { upToMs: null, calls },
      ],
    },
  } satisfies LiveReading
}

test('rates and latency are those of the interval, not of the whole time', (t) => {
  const { lines } = buildLiveSamples([
    reading(0, 100),
    reading(2_000, 120, { errors: 2, refusals: 4, slow: 2, totalMs: 1_400 }),
  ])
  t.deepEqual(lines, { answered: [7], refused: [2], errors: [1], average: [20], p95: [500] })
})

test('an interval without calls has no latency', (t) => {
  const { lines } = buildLiveSamples([reading(0, 100), reading(2_000, 100)])
  t.deepEqual(lines, { answered: [0], refused: [0], errors: [0], average: [null], p95: [null] })
})

test('nothing is known about an interval in which a worker was replaced', (t) => {
  const { lines } = buildLiveSamples([reading(0, 100), reading(2_000, 40)])
  t.deepEqual(lines.answered, [null])
})

function responseOf(atMs: number) {
  return { ...reading(atMs, atMs), at: new Date(atMs).toISOString() }
}

test('the first response gives rates by its earlier reading, later ones do not need it', (t) => {
  const earlier = responseOf(1_000)
  const first = addReadings([], { ...responseOf(1_500), earlier })
  t.deepEqual(buildLiveSamples(first).lines.answered, [1000])
  const second = addReadings(first, { ...responseOf(3_500), earlier })
  t.deepEqual(
    second.map(({ atMs }) => atMs),
    [1_000, 1_500, 3_500],
  )
})

test('old readings are dropped', (t) => {
  let readings: LiveReading[] = []
  for (let index = 0; index < 400; index += 1) readings = addReadings(readings, responseOf(index))
  t.is(readings.length, 121)
  t.is(readings.at(-1)?.atMs, 399)
})
