import test from 'ava'
import { registerWithout } from './_support/instance.ts'

test('without the part that writes applications, a client that registers shall try later', async (t) => {
  t.like(await registerWithout(t, 'applications'), { status: 503, retryAfter: '5', asked: [] })
})
