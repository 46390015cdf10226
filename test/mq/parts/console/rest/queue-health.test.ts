import test from 'ava'
import type { QueueMetrics } from '../../../../../src/mq/manager/index.ts'
import { estimateMinutesToFull, findQueueHealth } from '../../../../../src/mq/parts/console/rest/queue-health.ts'

for (const [title, depth, maxDepth, before, recently, expected] of [
  ['full', 10, 10, 10, 10, 0],
  ['growing by 10 a minute', 900, 1000, 800, 880, 10],
  ['growing slower than before', 900, 1000, 400, 896, 50],
  ['as deep as after a burst eight minutes ago', 3_000, 5_000, 0, 3_000, undefined],
  ['growing slowly', 100, 100_000, 90, 98, undefined],
  ['growing slowly, but almost full', 9_000, 10_000, 8_999, 8_999, 9_999],
  ['almost full after a burst', 4_500, 5_000, 0, 4_500, 9_999],
  ['almost full without a trend', 81, 100, undefined, undefined, 9_999],
  ['shrinking', 500, 1000, 900, 600, undefined],
  ['still', 500, 1000, 500, 500, undefined],
] as const) {
  test(`a queue that is ${title} is full in ${expected} minutes`, (t) => {
    t.is(estimateMinutesToFull(depth, maxDepth, { before, recently }), expected)
  })
}

const now = 10_000_000
const waiting: QueueMetrics = {
  name: 'A',
  depth: 3,
  maxDepth: 10,
  puts: 3,
  gets: 0,
  openInputCount: 0,
  isTransmissionQueue: false,
  oldestPutAt: () => now - 60_000,
}
for (const [title, some, gets, expected] of [
  ['waits for a minute without a reader is unread', {}, [null, 0, 0], ['A']],
  ['was never sampled is unread', {}, undefined, ['A']],
  ['is empty is not', { depth: 0 }, [0], []],
  ['an application has open for input is not', { openInputCount: 1 }, [0], []],
  ['was read in the last ten minutes is not', {}, [0, 0.1, 0], []],
  ['got its oldest message just now is not', { oldestPutAt: () => now - 59_000 }, [0], []],
  ['waits for its channel is not', { isTransmissionQueue: true }, [0], []],
] as const) {
  test(`a queue that ${title}`, (t) => {
    const series = gets && ({ queue: () => ({ gets }), depthAt: () => undefined } as never)
    const { unread } = findQueueHealth([{ ...waiting, ...some }], series, 1_000, now)
    t.deepEqual(
      unread.map(({ name }) => name),
      [...expected],
    )
  })
}
