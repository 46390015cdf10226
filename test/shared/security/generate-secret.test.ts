import test from 'ava'
import { generateSecret } from '../../../src/shared/security/index.ts'

test('no secret looks like an option of a command', (t) => {
  const secrets = Array.from({ length: 2_000 }, generateSecret)
  t.true(secrets.every((each) => /^[A-Za-z0-9_][\w-]{42}$/.test(each)))
  t.is(new Set(secrets).size, secrets.length)
})
