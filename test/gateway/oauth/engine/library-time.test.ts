/** Sign-ins, codes, refresh tokens and sessions on a machine whose clock is behind or ahead of that of the store. */
import test from 'ava'
import { authorize, proof, redemption } from '../_support/browser.ts'
import { managed } from '../_support/features.ts'
import { run } from '../_support/provider.ts'

for (const [title, shiftMs] of [
  ['90 seconds behind', 90_000],
  ['an hour behind', 3_600_000],
  ['90 seconds ahead', -90_000],
  ['an hour ahead', -3_600_000],
] as const) {
  test(`a machine that is ${title} of the store refreshes tokens`, async (t) => {
    const running = await run(t, { now: Date.now() + shiftMs })
    const { refresh_token } = await running.signIn()
    const { status, body, text } = await running.refresh(refresh_token)
    t.is(status, 200, text)
    t.is((await running.refresh(body.refresh_token)).status, 200)
  })

  test(`a code that a right machine gave is redeemed at one that is ${title}, and its tokens are refreshed`, async (t) => {
    const running = await run(t, { settings: managed })
    const { verifier, challenge } = proof()
    const { url } = await authorize(running, challenge)
    running.time.now += shiftMs > 0 ? 50_000 : -50_000
    const { status, body, text } = await running.post(redemption(url, verifier))
    t.is(status, 200, text)
    const client = { client_id: 'web-app', client_secret: 'web-app-secret' }
    const refresh = { ...client, grant_type: 'refresh_token', refresh_token: body.refresh_token }
    t.is((await running.post(refresh)).status, 200)
  })
}

test('a code ends by the clock of the store', async (t) => {
  const running = await run(t, { now: Date.now() - 3_600_000 })
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge)
  running.time.now += 61_000
  t.is((await running.post(redemption(url, verifier))).body.error, 'invalid_grant')
})
