import test from 'ava'
import {
  buildAuthorizationUrl,
  buildTokenRequestForm,
  generatePkcePair,
  generateRandomToken,
} from '../../../../../../../src/gateway/parts/portal/pages/try/token/token-request.ts'

const client = { clientId: 'id', clientSecret: 'secret', scopes: ['a', 'b'] }

for (const [title, wish, form] of [
  [
    'a password',
    { ...client, grant: 'password', username: 'alice', password: 'w&d' },
    'grant_type=password&username=alice&password=w%26d&scope=a+b&client_id=id&client_secret=secret',
  ],
  [
    'client credentials',
    { ...client, grant: 'application' },
    'grant_type=client_credentials&scope=a+b&client_id=id&client_secret=secret',
  ],
  [
    'a code of a public application',
    { ...client, clientSecret: '', grant: 'access_code', code: 'c', redirectUri: 'http://x/', codeVerifier: 'v' },
    'grant_type=authorization_code&code=c&redirect_uri=http%3A%2F%2Fx%2F&code_verifier=v&client_id=id',
  ],
  [
    'a refresh token',
    { ...client, grant: 'refresh_token', refreshToken: 'r' },
    'grant_type=refresh_token&refresh_token=r&client_id=id&client_secret=secret',
  ],
] as const) {
  test(`the form of ${title}`, (t) => {
    t.is(buildTokenRequestForm(wish).toString(), form)
  })
}

test('builds the authorization URL for a code', (t) => {
  const url = new URL(
    buildAuthorizationUrl({
      authorizeUrl: 'http://127.0.0.1:8080/oauth2/authorize?kept=1',
      clientId: 'id',
      redirectUri: 'http://x/callback',
      scopes: ['a', 'b'],
      state: 's',
      challenge: 'c',
    }),
  )
  t.deepEqual(Object.fromEntries(url.searchParams), {
    kept: '1',
    response_type: 'code',
    client_id: 'id',
    redirect_uri: 'http://x/callback',
    scope: 'a b',
    state: 's',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  })
})

test('a challenge is the hash of its verifier, and no two are the same', async (t) => {
  const { verifier, challenge } = await generatePkcePair()
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(verifier))
  t.is(challenge, Buffer.from(digest).toString('base64url'))
  t.regex(verifier, /^[\w-]{43}$/)
  t.not(generateRandomToken(), generateRandomToken())
})
