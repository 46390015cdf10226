import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { changed, problemsOf } from '../../_support/folder.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicJwk = JSON.stringify(pair.publicKey.export({ format: 'jwk' }))
const privateJwk = JSON.stringify(pair.privateKey.export({ format: 'jwk' }))

/** The folder of the tests, whose application has further members in its credential. */
function withMembers(members: string, type = 'confidential') {
  const lines = `client_type: ${type}\ncredentials:\n  - { client_id: app-id, ${members} }\n`
  return changed(
    'catalogs/sandbox/applications/app.yaml',
    'client_type: public\ncredentials:\n  - client_id: app-id\n',
    lines,
  )
}

test('a public application has no key to authenticate with', async (t) => {
  const members = `authentication: private_key_jwt, jwks: { keys: [${publicJwk}] }`
  t.regex(
    (await problemsOf(t, withMembers(members, 'public'))).join('\n'),
    /authentication needs client_type confidential/,
  )
})

for (const [title, members, problem] of [
  ['a key', `authentication: private_key_jwt, jwks: { keys: [${publicJwk}] }`, undefined],
  ['a subject', 'authentication: tls_client_auth, certificate: { subject_dn: CN=app }', undefined],
  [
    'a private key',
    `authentication: private_key_jwt, jwks: { keys: [${privateJwk}] }`,
    /jwks has a private or symmetric/,
  ],
  ['a key that is none', 'authentication: private_key_jwt, jwks: { keys: [{ kty: EC }] }', /a key that cannot be read/],
  ['no key', 'authentication: private_key_jwt', /jwks is missing: private_key_jwt needs it/],
  ['no subject', 'authentication: tls_client_auth', /certificate with one of subject_dn, .* is missing/],
  ['two', 'authentication: tls_client_auth, certificate: { san_ip: a, san_dns: b }', /one of subject_dn/],
  ['no x5c', `authentication: self_signed_tls_client_auth, jwks: { keys: [${publicJwk}] }`, /no key with x5c/],
] as const) {
  test(`checks the key of a credential: ${title}`, async (t) => {
    const problems = await problemsOf(t, withMembers(members))
    if (!problem) return t.deepEqual(problems, [])
    t.regex(problems.join('\n'), problem)
  })
}
