import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { parseKeys, parsePrivateJwk } from '../../../../src/gateway/oauth/keys/parse-keys.ts'
import { verifyTextSignature } from '../../../../src/gateway/oauth/keys/signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const sec1 = privateKey.export({ type: 'sec1', format: 'pem' }) as string
const spki = publicKey.export({ type: 'spki', format: 'pem' }) as string
const jwk = privateKey.export({ format: 'jwk' })
const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'
const kid = parseKeys(pkcs8, 'test')[0]?.kid

for (const [title, text] of [
  ['PKCS#8', pkcs8],
  ['SEC 1', sec1],
  ['SEC 1 with the parameters of OpenSSL', `${parameters}${sec1}`],
  ['a JWK', JSON.stringify(jwk)],
  ['a JWK set', JSON.stringify({ keys: [jwk] })],
] as const) {
  test(`reads a private key from ${title}`, (t) => {
    const [key, ...others] = parseKeys(text, 'test')
    t.is(others.length, 0)
    t.is(key?.kid, kid)
    t.false('d' in (key?.publicJwk ?? {}))
    t.true(verifyTextSignature('text', key?.sign?.('text') as string, publicKey))
    t.is(parsePrivateJwk(text, 'test').d, jwk.d)
  })
}

test('a JWK may name its key id; a public key only verifies', (t) => {
  t.is(parseKeys(JSON.stringify({ ...jwk, kid: '2026-11' }), 'test')[0]?.kid, '2026-11')
  const keys = parseKeys(`${spki}\n${pkcs8}`, 'test')
  t.deepEqual(
    keys.map(({ sign }) => sign !== undefined),
    [false, true],
  )
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string

for (const [title, text, message] of [
  ['nothing', ' \n', /^place: it is empty; accepted are P-256 keys/],
  ['other text', 'secret words', /^place: it has no key; accepted are/],
  ['an RSA key', rsa.export({ type: 'pkcs8', format: 'pem' }) as string, /^place: key 1 is a key of type rsa; /],
  ['an encrypted key', encrypted, /^place: key 1 cannot be read as a private key, or it is encrypted/],
  ['half a JWK', JSON.stringify(jwk).slice(0, -3), /^place: it begins like a JWK and is not JSON; /],
  [
    'a JWK of two keys',
    JSON.stringify({
      ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
      d: jwk.d,
    }),
    /^place: key 1 has a private part that does not belong to its public part/,
  ],
  ['a private part of zeros', JSON.stringify({ ...jwk, d: 'AAAA' }), /^place: key 1 has a private part/],
  ['a list of texts', '{"keys":["a"]}', /^place: key 1 is no key that can be read/],
  ['a key id with a blank', JSON.stringify({ ...jwk, kid: 'a b' }), /^place: key 1 has a key id that cannot be used/],
  ['a key id like an option', JSON.stringify({ ...jwk, kid: '-a' }), /without - at the beginning$/],
] as const) {
  test(`rejects ${title}, without a part of the text in the message`, (t) => {
    const error = t.throws(() => parseKeys(text, 'place'), { name: 'KeySourceError', message })
    t.false(error?.message.includes(String(jwk.d)))
    t.false(error?.message.includes('secret words'))
  })
}

test('an import needs exactly one private key', (t) => {
  t.throws(() => parsePrivateJwk(spki, 'place'), { message: /^place: it has a public key only/ })
  t.throws(() => parsePrivateJwk(`${pkcs8}${pkcs8}`, 'place'), { message: /^place: it has 2 keys/ })
})
