import test from 'ava'
import { parseRetryAfter } from '../../../../src/shared/registries/auth-url/auth-url-client.ts'

const now = Date.UTC(2026, 0, 31, 12, 0, 0)

for (const [field, seconds] of [
  ['120', 120],
  [' 0 ', 0],
  ['Sat, 31 Jan 2026 12:01:30 GMT', 90],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2026],
  ['Sat, 99 Nov 2026', undefined],
  [undefined, undefined],
] as const) {
  test(`reads ${JSON.stringify(field)} as ${seconds} s`, (t) => {
    t.is(parseRetryAfter(field, now), seconds)
  })
}
