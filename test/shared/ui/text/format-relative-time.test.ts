import test from 'ava'
import { formatDuration, formatRelativeTime } from '../../../../src/shared/ui/text/format-relative-time.ts'

const now = Date.parse('2026-01-01T12:00:00Z')

for (const [moment, words] of [
  ['2026-01-01T12:58:00Z', 'in 58 minutes'],
  ['2026-01-01T09:00:00Z', '3 hours ago'],
  ['2026-01-02T12:00:00Z', 'tomorrow'],
  ['2026-01-01T12:00:00Z', 'now'],
] as const) {
  test(`${moment} is ${words}`, (t) => {
    t.is(formatRelativeTime(moment, now), words)
  })
}

test('a duration is in its largest whole unit', (t) => {
  t.deepEqual([60, 90, 3_600, 7_200, 172_800].map(formatDuration), [
    '60 seconds',
    '90 seconds',
    '60 minutes',
    '2 hours',
    '2 days',
  ])
})
