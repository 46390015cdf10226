import test from 'ava'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { managed } from '../_support/features.ts'
import { run } from '../_support/provider.ts'

const now = 1_700_000_000_000

test('a maximum consent that is lowered ends the consents that are older, to the second', async (t) => {
  const running = await run(t, { now, settings: { maximumConsent: 5000 } })
  const [first, second] = [await running.signIn(), await running.signIn()]
  await running.restart({ settings: { maximumConsent: 1000 } })

  running.time.now = now + 999_000
  t.like((await running.refresh(first.refresh_token)).body, { expires_in: 1, refresh_token_expires_in: 1 })
  running.time.now = now + 1_000_000
  const { status, body } = await running.refresh(second.refresh_token)
  t.is(status, 400)
  t.deepEqual(body as object, {
    error: 'invalid_grant',
    error_description: 'The consent has ended; the owner must sign in again',
  })
})

test('a maximum consent of one second limits the tokens, and 0 does not', async (t) => {
  const short = await run(t, { now, settings: { maximumConsent: 1 } })
  t.like(await short.signIn(), { expires_in: 1, refresh_token_expires_in: 1 })
  const unlimited = await run(t, { now, settings: { maximumConsent: 0 } })
  t.like(await unlimited.signIn(), { expires_in: 3600, refresh_token_expires_in: 2_682_000 })
})

for (const [title, accessTtl, refreshTtl] of [
  ['access token', 120, 60],
  ['refresh token', 60, 120],
] as const) {
  test(`the owner sees a consent until its last token expires, the ${title}`, async (t) => {
    const { issuer, signIn, time } = await run(t, {
      now,
      settings: {
        ...managed,
        accessToken: { ttl: accessTtl },
        refreshToken: { enabled: true, count: 5, ttl: refreshTtl, oneTimeUse: true },
      },
    })
    await signIn()
    const headers = {
      'x-ibm-client-id': 'app',
      'x-ibm-client-secret': 'app-secret',
      authorization: renderBasicCredentials('alice', 'alice-password'),
    }
    const list = async () => (await (await fetch(`${issuer}/oauth2/issued`, { headers })).json()) as object[]
    time.now = now + 119_999
    t.is((await list()).length, 1)
    time.now = now + 120_000
    t.deepEqual(await list(), [])
  })
}
