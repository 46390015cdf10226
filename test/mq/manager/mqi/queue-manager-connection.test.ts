import test from 'ava'
import { benchFor } from '../_support/manager.ts'

test('a user without authority is rejected with 2035', (t) => {
  const { connect } = benchFor(t)
  t.throws(() => connect({ name: 'nobody', groups: [], privileged: false }), { message: /2035/ })
})
