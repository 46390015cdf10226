import test from 'ava'
import { hideCredentials } from '../../../../src/shared/lib/output/hide-credentials.ts'

for (const [url, shown] of [
  ['postgres://user:hidden@db:5432/x', 'postgres://***@db:5432/x'],
  ['postgres://user:hid:den@db/x', 'postgres://***@db/x'],
  ['postgres://user:hid@den@db/x', 'postgres://***@db/x'],
  ['postgres://user:hid/den@db/x', 'postgres://***@db/x'],
  ['postgres:user:hidden@db/x', 'postgres:***@db/x'],
  ['rediss://:hidden@db', 'rediss://***@db'],
  ['redis+sentinel://:hidden@db,db2/main', 'redis+sentinel://***@db,db2/main'],
  ['redis://db:6379', 'redis://db:6379'],
  ['sqlite', 'sqlite'],
] as const) {
  test(`${url} is shown as ${shown}`, (t) => {
    t.is(hideCredentials(url), shown)
  })
}
