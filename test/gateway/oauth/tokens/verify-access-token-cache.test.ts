import { randomUUID } from 'node:crypto'
import test from 'ava'
import { openSigningKeys } from '../../../../src/gateway/oauth/keys/signing-keys.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { renderClaims } from '../../../../src/gateway/oauth/tokens/access-tokens.ts'
import {
  buildVerifyAccessToken,
  type VerifiedAccessToken,
} from '../../../../src/gateway/oauth/tokens/verify-access-token.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'
import { applications } from '../_support/documents.ts'
import { consumersOf } from '../_support/people.ts'

/** A verification with a frozen clock, which counts the signatures that it checks. */
async function openVerification() {
  const time = { now: 1_700_000_000_000 }
  const clock = () => time.now
  const keys = await openSigningKeys({
    store: openMemoryStore({ clock }),
    storageKeys: buildStorageKeys('/acme/sandbox/oauth'),
    clock,
    log: silentLog,
    tokenLifetimeMs: 3_600_000,
  })
  const counts = { signatures: 0 }
  const find: typeof keys.find = (kid) => {
    const key = keys.find(kid)
    if (!key) return undefined
    const { publicKey } = key
    return Object.defineProperty({ ...key }, 'publicKey', {
      get() {
        counts.signatures += 1
        return publicKey
      },
    })
  }
  const audience = { issuer: 'https://gateway/acme', audience: 'https://gateway' }
  const revocations = { isRevoked: () => false } as never
  const { consumers } = consumersOf(applications)
  const verify = buildVerifyAccessToken({
    issuers: [audience.issuer, 'https://api.example'],
    catalogUrls: [audience.audience, 'https://api.example'],
    keys: { ...keys, find },
    revocations,
    consumers,
    clock,
    foldName: (name: string) => name,
  })
  const iat = time.now / 1000
  const consent = { chain: 'chain', clientId: 'app', subject: 'alice', grant: 'password', startedAt: iat, refreshes: 0 }
  const issue = (scopes: readonly string[], names = audience) => {
    const times = { iat, exp: iat + 60, jti: randomUUID(), cnf: undefined }
    const claims = renderClaims(names, { ...consent, scopes }, scopes, times)
    const { kid, sign } = keys.current()
    const header = { alg: 'ES256', typ: 'at+jwt', kid, client_id: 'app' }
    const text = [header, claims].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')).join('.')
    return `${text}.${sign(text)}`
  }
  return { time, counts, verify, issue }
}

test('a token is valid until the second of its expiry', async (t) => {
  const { time, verify, issue } = await openVerification()
  const token = issue(['customer'])
  time.now += 59_999
  t.like(verify(token), { subject: 'alice' })
  time.now += 1
  t.like(verify(token), { refused: 'invalid_token', reason: 'expired' })
})

test('accepts the issuers and audiences of every URL of the catalog, and no other', async (t) => {
  const { verify, issue } = await openVerification()
  const at = (url: string, path = '') => verify(issue(['customer'], { issuer: url, audience: `${url}${path}` }))
  t.is((at('https://api.example') as VerifiedAccessToken).resource, undefined)
  t.like(at('https://api.example', '/v1'), { resource: 'https://api.example/v1' })
  t.like(at('https://other.example'), { reason: 'issued by https://other.example' })
  const foreign = issue(['customer'], { issuer: 'https://api.example', audience: 'https://api.example.org/v1' })
  t.like(verify(foreign), { reason: 'issued for https://api.example.org/v1' })
})

test('checks the signature of a repeated token once, whatever the result', async (t) => {
  const { time, counts, verify, issue } = await openVerification()
  const token = issue(['customer'])
  const checksOf = (text: string) => {
    const before = counts.signatures
    for (let turn = 0; turn < 5; turn += 1) verify(text)
    return counts.signatures - before
  }
  t.is(checksOf(token), 1)
  t.is(checksOf(`${token}=`), 1, 'another signature')
  const fresh = issue(['customer'])
  time.now += 60_000
  t.is(checksOf(token), 0, 'it has expired since')
  t.is(checksOf(fresh), 1, 'it had expired before')
})

test('tokens with the same scopes share one set', async (t) => {
  const { verify, issue } = await openVerification()
  const scopesOf = (...scopes: string[]) => (verify(issue(scopes)) as VerifiedAccessToken).scopes
  const first = scopesOf('customer', 'orders')
  t.is(scopesOf('customer', 'orders'), first)
  t.deepEqual([...scopesOf('customer')], ['customer'])
})

test('rejects a text of more than 8 KiB for its length', async (t) => {
  const { verify } = await openVerification()
  t.like(verify('x'.repeat(8192)), { refused: 'client_id_missing' })
  t.deepEqual(verify('x'.repeat(8193)), { refused: 'invalid_token', reason: 'longer than 8192 characters' })
})
