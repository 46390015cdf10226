import test from 'ava'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { readStoredKeys } from '../../../../src/gateway/oauth/keys/stored-keys.ts'
import { run } from '../_support/provider.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

test('rejects a changed character at any place: in the header as client_id_missing, elsewhere as invalid_token', async (t) => {
  const { signIn, provider } = await run(t)
  const { access_token: token } = await signIn()
  const header = token.indexOf('.')

  for (let place = 0; place < token.length; place += 1) {
    const other = alphabet[(alphabet.indexOf(token[place] as string) + 1 + (place % 60)) % 64]
    const verdict = provider.verify(token.slice(0, place) + other + token.slice(place + 1))
    const expected = place <= header ? 'client_id_missing' : 'invalid_token'
    t.like(verdict, { refused: expected }, `place ${place} of ${token.length}`)
  }
  t.false('refused' in (await provider.verify(token)))
})

test('rejects each of the 63 other last characters of a signature', async (t) => {
  const { signIn, provider } = await run(t)
  const { access_token: token } = await signIn()
  for (const last of alphabet) {
    const verdict = provider.verify(token.slice(0, -1) + last)
    t.is('refused' in (await verdict), last !== token.at(-1))
  }
})

for (const [title, respell] of [
  ['padding of the signature', (token: string) => `${token}==`],
  ['padding of the payload', (token: string) => token.replace(/\.([^.]*)\./, '.$1=.')],
  ['a blank after it', (token: string) => `${token} `],
  ['a line end after it', (token: string) => `${token}\r\n`],
  ['a blank before the signature', (token: string) => token.replace(/\.(?=[^.]*$)/, '. ')],
  ['a fourth segment', (token: string) => `${token}.x`],
  ['no signature', (token: string) => token.replace(/[^.]*$/, '')],
  ['two segments', (token: string) => token.replace(/\.[^.]*$/, '')],
  ['a NUL after it', (token: string) => `${token}\0`],
  ['a megabyte', (token: string) => token + 'A'.repeat(1_000_000)],
] as const) {
  test(`rejects ${title}`, async (t) => {
    const { signIn, provider } = await run(t)
    t.like(provider.verify(respell((await signIn()).access_token)), { refused: 'invalid_token' })
  })
}

for (const [title, respell] of [
  ['padding of the header', (token: string) => token.replace('.', '=.')],
  ['a blank before it', (token: string) => ` ${token}`],
  ['an empty text', () => ''],
  ['a word', () => 'opaque'],
  ['no header', (token: string) => token.slice(token.indexOf('.'))],
  ['a header of other order', (token: string) => reheader(token, ({ alg, ...rest }) => ({ ...rest, alg }))],
  ['a header with more members', (token: string) => reheader(token, (header) => ({ ...header, jku: 'https://x' }))],
  ['no algorithm', (token: string) => reheader(token, (header) => ({ ...header, alg: 'none' }))],
  ['another algorithm', (token: string) => reheader(token, (header) => ({ ...header, alg: 'HS256' }))],
  ['another key', (token: string) => reheader(token, (header) => ({ ...header, kid: 'x' }))],
  ['an unknown client', (token: string) => reheader(token, (header) => ({ ...header, client_id: 'nobody' }))],
] as const) {
  test(`rejects ${title} as client_id_missing`, async (t) => {
    const { signIn, provider } = await run(t)
    t.like(provider.verify(respell((await signIn()).access_token)), { refused: 'client_id_missing' })
  })
}

test('rejects the token of one client with the header of another', async (t) => {
  const { signIn, provider } = await run(t)
  const forged = reheader((await signIn()).access_token, (header) => ({ ...header, client_id: 'other-app' }))
  t.like(provider.verify(forged), { refused: 'invalid_token' })
})

test('rejects the other base64 alphabet, and a signature with high S', async (t) => {
  const { signIn, provider } = await run(t)
  let withDash = ''
  for (let tries = 0; tries < 50 && !withDash; tries += 1) {
    const { access_token: token } = await signIn()
    if (/[-_][^.]*$/.test(token)) withDash = token
    t.like(provider.verify(withHighS(token)), { refused: 'invalid_token' })
  }
  t.like(provider.verify(withDash.replaceAll('-', '+').replaceAll('_', '/')), { refused: 'invalid_token' })
})

test('rejects tokens that its own key signed for another issuer or audience', async (t) => {
  const { signIn, provider, store } = await run(t)
  const [key] = await readStoredKeys(store, 'oauth/acme/sandbox/oauth:key')
  const [header, payload] = (await signIn()).access_token.split('.') as [string, string]

  for (const change of [{ iss: 'https://x' }, { aud: 'https://x' }, { client_id: 'other-app' }]) {
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change }
    const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    const token = `${text}.${key?.sign?.(text)}`
    t.like(provider.verify(token), { refused: 'invalid_token' })
    t.not((provider.verify(token) as { reason: string }).reason, 'bad signature')
  }
})

test('returns the same result from the cache', async (t) => {
  const { signIn, provider } = await run(t)
  const { access_token: token } = await signIn()
  const first = provider.verify(token)
  t.false(first instanceof Promise)
  t.is(provider.verify(token), first)
})

test('rejects an expired token, cached or not', async (t) => {
  const { signIn, provider, time } = await run(t)
  const [known, fresh] = [await signIn(), await signIn()]
  await provider.verify(known.access_token)
  time.now += 3_600_000
  t.like(provider.verify(known.access_token), { refused: 'invalid_token', reason: 'expired' })
  t.like(provider.verify(fresh.access_token), { refused: 'invalid_token', reason: 'expired' })
})

test('rejects tokens at once when the client is removed or disabled', async (t) => {
  const { signIn, provider, people } = await run(t)
  const { access_token: token } = await signIn()
  const client = people.known.get('app') as NonNullable<ReturnType<typeof people.known.get>>
  t.false('refused' in (await provider.verify(token)))

  people.known.set('app', { ...client, application: { ...client.application, state: 'disabled' } })
  t.like(provider.verify(token), { refused: 'invalid_token' })
  people.known.delete('app')
  t.like(provider.verify(token), { refused: 'client_id_missing' })
})

test('other programs can verify the token with the published keys', async (t) => {
  const { signIn, issuer, baseUrl } = await run(t)
  const keys = createRemoteJWKSet(new URL(`${issuer}/oauth2/jwks`))
  const { payload, protectedHeader } = await jwtVerify((await signIn()).access_token, keys, {
    issuer,
    audience: `${baseUrl}/acme/sandbox`,
    typ: 'at+jwt',
    requiredClaims: ['exp', 'sub', 'iat', 'jti', 'client_id'],
  })
  t.is(protectedHeader.client_id, 'app')
  t.like(payload, { sub: 'alice', client_id: 'app', scope: 'customer', grant_type: 'password' })
})

function reheader(token: string, change: (header: Record<string, string>) => object): string {
  const [header, ...rest] = token.split('.') as [string]
  const changed = change(JSON.parse(Buffer.from(header, 'base64url').toString()))
  return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.')
}

/** The other signature that verifies mathematically: (r, n - s). */
function withHighS(token: string): string {
  const signature = Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')
  const s = BigInt(`0x${signature.toString('hex', 32)}`)
  signature.write((order - s).toString(16).padStart(64, '0'), 32, 'hex')
  return token.slice(0, token.lastIndexOf('.') + 1) + signature.toString('base64url')
}

test('a token that expired by a wrong clock is valid once the clock is right', async (t) => {
  const { signIn, provider, time } = await run(t)
  const { access_token: token } = await signIn()
  const right = time.now
  for (let round = 0; round < 2; round += 1) {
    time.now = right + 400 * 86_400_000
    t.like(provider.verify(token), { reason: 'expired' })
    t.like(provider.verify(token), { reason: 'expired' })
    time.now = right
    t.like(provider.verify(token), { subject: 'alice' })
  }
})
