import test from 'ava'

import {
  addReading,
  buildLiveSamples,
  type LiveReading,
} from '../../../../../src/portal/app/configuration/live/live-samples.ts'

function reading(
  atMs: number,
  calls: number,
  { errors = 0, refusals = 0, slow = 0, totalMs = 10 * calls } = {},
) {
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

test('old readings are dropped', (t) => {
  let readings: LiveReading[] = []
  for (let index = 0; index < 400; index += 1) readings = addReading(readings, reading(index, index))
  t.is(readings.length, 121)
  t.is(readings.at(-1)?.atMs, 399)
})
