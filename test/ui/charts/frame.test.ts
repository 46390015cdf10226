import test from 'ava'

import { area, bandsFor, frameFor, lonePlaces, pathOf } from '../../../src/ui/charts/frame.ts'
import { highest } from '../../../src/ui/charts/samples.ts'

test('the newest sample stands at the right, and a gap parts the line', (t) => {
  const frame = frameFor(4, 10)
  t.is(
    pathOf([5, null, 10], frame),
    `M${frame.x(1).toFixed(1)} ${frame.y(5).toFixed(1)}h0M${frame.x(3).toFixed(1)} ${frame.y(10).toFixed(1)}h0`,
  )
  t.is(frame.x(3), area.right)
})

test('samples without neighbours are found, wherever they stand', (t) => {
  t.deepEqual(lonePlaces([1, null, 2, 3, null, 4], frameFor(8, 10)), [2, 7])
  t.deepEqual(lonePlaces([], frameFor(8, 10)), [])
})

test('every band is pointed at by its own middle, and stays within the picture', (t) => {
  const frame = bandsFor(24, 10)
  for (let place = 0; place < 24; place++) t.is(frame.placeAt(frame.x(place) / 400), place)
  t.is(frame.placeAt(0), 0)
  t.is(frame.placeAt(1), 23)
})

test('a stack is as high as its parts together, at the same moment', (t) => {
  t.is(
    highest([
      [1, 5, null],
      [2, 1, 3],
    ]),
    5,
  )
  t.is(
    highest(
      [
        [1, 5, null],
        [2, 1, 3],
      ],
      { stacked: true },
    ),
    6,
  )
  t.is(highest([[9], [1, 1, 1]], { stacked: true }), 10, 'lines end together, whatever their length')
  t.is(highest([]), 0)
})
