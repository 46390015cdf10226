import test from 'ava'
import {
  buildBarFrame,
  buildLineFrame,
  findIsolatedSamples,
  renderLinePath,
} from '../../../../src/shared/ui/charts/plot-frame.ts'
import { findMaxValue } from '../../../../src/shared/ui/charts/samples.ts'

test('the newest sample is at the right, and a gap interrupts the line', (t) => {
  const frame = buildLineFrame(4, 10)
  t.is(
    renderLinePath([5, null, 10], frame),
    `M${frame.x(1).toFixed(1)} ${frame.y(5).toFixed(1)}h0M${frame.x(3).toFixed(1)} ${frame.y(10).toFixed(1)}h0`,
  )
  t.is(frame.x(3), frame.area.right)
})

test('a wider chart has its last sample at its own right edge', (t) => {
  t.is(buildLineFrame(4, 10, { width: 1000, height: 176 }).x(3) - buildLineFrame(4, 10).x(3), 600)
  t.is(buildLineFrame(4, 10, { width: 1000, height: 300 }).indexAt(1), 3)
})

test('samples without neighbours are found, wherever they stand', (t) => {
  t.deepEqual(findIsolatedSamples([1, null, 2, 3, null, 4], buildLineFrame(8, 10)), [2, 7])
  t.deepEqual(findIsolatedSamples([], buildLineFrame(8, 10)), [])
})

test('every band is pointed at by its own middle, and stays within the picture', (t) => {
  const frame = buildBarFrame(24, 10)
  for (let index = 0; index < 24; index++) t.is(frame.indexAt(frame.x(index) / 400), index)
  t.is(frame.indexAt(0), 0)
  t.is(frame.indexAt(1), 23)
})

test('a stack is as high as its parts together, at the same moment', (t) => {
  t.is(
    findMaxValue([
      [1, 5, null],
      [2, 1, 3],
    ]),
    5,
  )
  t.is(
    findMaxValue(
      [
        [1, 5, null],
        [2, 1, 3],
      ],
      { stacked: true },
    ),
    6,
  )
  t.is(findMaxValue([[9], [1, 1, 1]], { stacked: true }), 10, 'lines end together, whatever their length')
  t.is(findMaxValue([]), 0)
})
