import { randomBytes } from 'node:crypto'
import test from 'ava'
import { calculateJwkThumbprint } from 'jose'

import { type ProvenRequest, verifyDpopProof } from '../../../src/security/proofs/dpop-proof.ts'
import { buildProofNonces } from '../../../src/security/proofs/proof-nonces.ts'
import { newProofKeys, type ProofParts, signProof } from '../../_support/dpop.ts'

const keys = newProofKeys()
const now = Date.now()
const url = 'https://api.example/acme/sandbox/customers'
const secret = randomBytes(32)
const nonces = buildProofNonces(secret, false, () => now)
const demanding = buildProofNonces(secret, true, () => now)
const request: ProvenRequest = { method: 'GET', url, accessToken: 'token', nonces, now }
const fitting: ProofParts = { method: 'GET', url, token: 'token', now }

for (const kind of ['ES256', 'Ed25519'] as const) {
  test(`accepts a proof signed with ${kind}, and returns the thumbprint of its key`, async (t) => {
    const own = newProofKeys(kind)
    const proof = verifyDpopProof(signProof(own, fitting), request)
    t.like(proof, { jkt: await calculateJwkThumbprint(own.jwk as never) })
  })
}

for (const [title, parts, words] of [
  ['another method', { method: 'POST' }, /for the method POST, the request has GET/],
  ['another URL', { url: 'https://api.example/other' }, /for the URL https:..api.example.other, the request is for/],
  ['another server', { url: url.replace('api', 'www') }, /for the URL https:..www/],
  ['no URL', { url: 'nowhere' }, /for the URL nowhere/],
  ['another token', { token: 'other' }, /another access token/],
  ['no token', { claims: { ath: undefined } }, /another access token/],
  ['a time too long ago', { now: now - 301_000 }, /stale/],
  ['a time too far ahead', { now: now + 302_000 }, /stale/],
  ['no time', { claims: { iat: undefined } }, /no time/],
  ['no id', { claims: { jti: '' } }, /jti/],
  ['a nonce of another server', { claims: { nonce: 'x'.repeat(43) } }, /nonce/],
  ['jku', { header: { jku: 'https://evil.example/keys' } }, /has jku/],
  ['x5u', { header: { x5u: 'https://evil.example/cert' } }, /has x5u/],
  ['crit', { header: { crit: ['b64'] } }, /has crit/],
  ['a private key', { header: { jwk: { ...keys.jwk, d: 'AAAA' } } }, /private or symmetric key/],
  ['a symmetric key', { header: { jwk: { kty: 'oct', k: 'AAAA' } } }, /private or symmetric key/],
  ['a symmetric algorithm', { header: { alg: 'HS256' } }, /algorithm HS256; accepted are ES256/],
  ['no algorithm', { header: { alg: 'none' } }, /algorithm none/],
  ['an algorithm of another key', { header: { alg: 'EdDSA' } }, /does not fit/],
  ['another type', { header: { typ: 'JWT' } }, /type dpop\+jwt/],
  ['no key', { header: { jwk: undefined } }, /no key/],
  ['a key of another curve', { header: { jwk: { ...keys.jwk, crv: 'P-384' } } }, /another curve/],
  ['the key of another', { header: { jwk: newProofKeys().jwk } }, /signature of the DPoP proof is wrong/],
] as const satisfies readonly (readonly [string, Partial<ProofParts>, RegExp])[]) {
  test(`rejects a proof with ${title}`, (t) => {
    const found = verifyDpopProof(signProof(keys, { ...fitting, ...parts }), request)
    t.true('words' in found)
    t.regex('words' in found ? found.words : '', words)
  })
}

for (const [title, text] of [
  ['none', undefined],
  ['two', `${signProof(keys, fitting)},${signProof(keys, fitting)}`],
  ['a text of two segments', 'a.b'],
  ['a text that is no JSON', 'a.b.c'],
  ['JSON that is no object', `${Buffer.from('null').toString('base64url')}.b.c`],
  ['a long text', `${'a'.repeat(9_000)}.b.c`],
] as const) {
  test(`rejects ${title} in place of a proof`, (t) => {
    t.like(verifyDpopProof(text, request), { code: 'invalid_dpop_proof' })
  })
}

test('a URL is compared without query, and as a URL', (t) => {
  const upper = url.replace('https://api.example', 'HTTPS://API.example:443')
  t.true('jkt' in verifyDpopProof(signProof(keys, { ...fitting, url: `${upper}?a=1#b` }), request))
})

test('with a nonce the time of the client does not matter; where a nonce is demanded, a proof needs one', (t) => {
  const late = { ...fitting, now: now - 3_600_000 }
  const withNonce = signProof(keys, { ...late, claims: { nonce: nonces.next() } })
  t.like(verifyDpopProof(withNonce, { ...request, nonces: demanding }), { nonce: nonces.next() })
  t.like(verifyDpopProof(signProof(keys, fitting), { ...request, nonces: demanding }), { code: 'use_dpop_nonce' })
})

test('a nonce is accepted for some minutes, at each server with the secret', (t) => {
  const at = (minutes: number) => buildProofNonces(secret, true, () => now + minutes * 60_000)
  t.true(at(3).accepts(nonces.next()))
  t.false(at(4).accepts(nonces.next()))
  t.false(buildProofNonces(randomBytes(32), true, () => now).accepts(nonces.next()))
  t.false(nonces.accepts('short'))
})
