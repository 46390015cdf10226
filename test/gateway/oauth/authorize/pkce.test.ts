import test from 'ava'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { authorize, callback, proof, webApp } from '../_support/browser.ts'
import { run } from '../_support/provider.ts'

/** The status of a redemption by a verifier, after an authorization with these parameters. */
async function redeem(
  t: Parameters<typeof run>[0],
  pkce: ProviderSettings['pkce'],
  parameters: Record<string, string>,
  verifier: string,
) {
  const running = await run(t, { settings: { pkce } })
  const { url } = await authorize(running, '', parameters)
  const code = url.searchParams.get('code') as string
  const form = { ...webApp, grant_type: 'authorization_code', code, redirect_uri: callback }
  return (await running.post({ ...form, ...(verifier && { code_verifier: verifier }) })).status
}

const { verifier, challenge } = proof()

for (const [title, pkce, parameters, sent, expected] of [
  [
    'plain, where it is allowed',
    { enabled: true, required: true, allowPlain: true },
    { code_challenge: verifier, code_challenge_method: 'plain' },
    verifier,
    200,
  ],
  [
    'plain by not saying which',
    { enabled: true, required: true, allowPlain: true },
    { code_challenge: verifier, code_challenge_method: '' },
    verifier,
    200,
  ],
  [
    'plain with another verifier',
    { enabled: true, required: true, allowPlain: true },
    { code_challenge: verifier, code_challenge_method: 'plain' },
    proof().verifier,
    400,
  ],
  [
    'S256 beside plain',
    { enabled: true, required: true, allowPlain: true },
    { code_challenge: challenge },
    verifier,
    200,
  ],
  [
    'a challenge where none is understood',
    { enabled: false, required: false, allowPlain: false },
    { code_challenge: challenge },
    '',
    200,
  ],
] as const) {
  test(`${title}: ${expected}`, async (t) => {
    t.is(await redeem(t, pkce, parameters, sent), expected)
  })
}
