import test from 'ava'
import { fromWallClock, isTimeZone, toWallClock } from '../../../../src/mq/parts/file-transfer/zoned-time.ts'

const at = (text: string) => Date.parse(text)

test('a wall clock follows the summer time of its zone', (t) => {
  t.is(toWallClock(at('2026-01-15T09:00Z'), 'Europe/Berlin'), at('2026-01-15T10:00Z'))
  t.is(toWallClock(at('2026-07-15T08:00Z'), 'Europe/Berlin'), at('2026-07-15T10:00Z'))
  t.is(toWallClock(at('2026-07-15T08:00Z'), 'UTC'), at('2026-07-15T08:00Z'))
})

for (const [title, wall, instant] of [
  ['a time of winter', '2026-01-15T10:00', '2026-01-15T09:00'],
  ['a time of summer', '2026-07-15T10:00', '2026-07-15T08:00'],
  ['a time that the clock skips', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['a time that the clock shows twice', '2026-10-25T02:30', '2026-10-25T00:30'],
] as const)
  test(`${title} has an instant`, (t) => {
    t.is(new Date(fromWallClock(at(`${wall}Z`), 'Europe/Berlin')).toISOString().slice(0, 16), instant)
  })

test('unknown time zones are recognised', (t) => {
  t.true(isTimeZone('America/New_York'))
  t.false(isTimeZone('Europe/Atlantis'))
})
