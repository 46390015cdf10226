import { randomBytes } from 'node:crypto'
import test from 'ava'
import { calculateJwkThumbprint } from 'jose'
import {
  type DpopProof,
  type ProvenRequest,
  verifyDpopProof,
} from '../../../../src/shared/security/proofs/dpop-proof.ts'
import { buildProofNonces } from '../../../../src/shared/security/proofs/proof-nonces.ts'
import { newProofKeys, type ProofParts, signProof } from '../../../_support/dpop.ts'

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

for (const [title, text, words] of [
  ['none', undefined, /has no DPoP header/],
  ['two', `${signProof(keys, fitting)},${signProof(keys, fitting)}`, /more than one/],
  ['a text of two segments', 'a.b', /three segments/],
  ['a text of four segments', `${signProof(keys, fitting)}.a`, /three segments/],
  ['a text that is no JSON', 'a.b.c', /not a JSON Web Token/],
  ['JSON that is no object', `${Buffer.from('null').toString('base64url')}.b.c`, /no JSON object/],
  ['JSON that is a text', `${Buffer.from('"a"').toString('base64url')}.b.c`, /no JSON object/],
  ['a text above 8 KiB', `a.b.${'c'.repeat(8 * 1024 - 3)}`, /longer than 8192 characters/],
  ['a text of 8 KiB', `a.b.${'c'.repeat(8 * 1024 - 4)}`, /not a JSON Web Token/],
] as const) {
  test(`rejects ${title} in place of a proof`, (t) => {
    const found = verifyDpopProof(text, request)
    t.like(found, { code: 'invalid_dpop_proof' })
    t.regex('words' in found ? found.words : '', words)
  })
}

test('an id may have 256 characters', (t) => {
  const verify = (length: number) =>
    verifyDpopProof(signProof(keys, { ...fitting, claims: { jti: 'i'.repeat(length) } }), request)
  t.true('jkt' in verify(256))
  t.false('jkt' in verify(257))
})

test('a proof is remembered until it would be stale: 300 seconds after its time, with a nonce as long as that is accepted', (t) => {
  const second = Math.floor(now / 1_000)
  const at = (iat: number, claims: object = {}) =>
    verifyDpopProof(signProof(keys, { ...fitting, claims: { iat, ...claims } }), { ...request, now: second * 1_000 })
  t.like(at(second - 300), { expiresAt: second * 1_000, nonce: undefined })
  t.like(at(second + 300), { expiresAt: (second + 600) * 1_000 })
  t.like(at(second - 301), { code: 'invalid_dpop_proof' })
  const nonce = nonces.next()
  const expiresAt = (Math.floor(now / 60_000) + 4) * 60_000 // it is the nonce of the next minute, and is accepted two minutes longer
  t.like(at(second - 9_000, { nonce }), { expiresAt, nonce })
})

test('proofs of one key have one thumbprint, and ids of their own', (t) => {
  const sign = (jti: string) => verifyDpopProof(signProof(keys, { ...fitting, claims: { jti } }), request) as DpopProof
  t.is(sign('a').id, sign('a').id)
  t.not(sign('a').id, sign('b').id)
  t.is(sign('a').jkt, sign('b').jkt)
  const other = verifyDpopProof(signProof(newProofKeys(), { ...fitting, claims: { jti: 'a' } }), request)
  t.not((other as DpopProof).id, sign('a').id)
})

test('a nonce is an error of the proof where the server gives none, and asks for the next one where it does', (t) => {
  const proof = signProof(keys, { ...fitting, claims: { nonce: 'x'.repeat(43) } })
  t.like(verifyDpopProof(proof, { ...request, nonces: undefined }), { code: 'invalid_dpop_proof' })
  t.like(verifyDpopProof(proof, request), { code: 'use_dpop_nonce' })
  const number = signProof(keys, { ...fitting, claims: { nonce: 5 } })
  t.like(verifyDpopProof(number, request), { code: 'use_dpop_nonce' })
})

test('values of a proof are shown short, and without characters that a header cannot hold', (t) => {
  const words = (htm: unknown) => {
    const found = verifyDpopProof(signProof(keys, { ...fitting, claims: { htm } }), request)
    return 'words' in found ? found.words : ''
  }
  t.true(words(`"\\\r\n${'x'.repeat(300)}`).includes(`method ????${'x'.repeat(196)}, the request`))
  t.regex(words(5), /method none, the request/)
})

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
  t.truthy(at(3).findExpiry(nonces.next()))
  t.is(at(3).findExpiry(nonces.next()), nonces.findExpiry(nonces.next()), 'the nonce alone decides until when')
  t.is(at(4).findExpiry(nonces.next()), undefined)
  t.is(buildProofNonces(randomBytes(32), true, () => now).findExpiry(nonces.next()), undefined)
  t.is(nonces.findExpiry('short'), undefined)
})
