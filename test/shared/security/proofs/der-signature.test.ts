import { generateKeyPairSync, sign } from 'node:crypto'
import test from 'ava'
import { verifyTextSignature } from '../../../../src/gateway/oauth/keys/signature.ts'
import { parseDerSignature, renderDerSignature } from '../../../../src/shared/security/proofs/der-signature.ts'

const zeros = (count: number) => '00'.repeat(count)
const full = (first: string) => first + 'ab'.repeat(31)

const short = (first: string) => first + 'ab'.repeat(29)

/** R, S, and DER: each integer as short as it can be, and never negative. */
for (const [title, r, s, der] of [
  ['two full halves', full('7f'), full('01'), `30440220${full('7f')}0220${full('01')}`],
  ['halves with a high bit', full('80'), full('ff'), `3046022100${full('80')}022100${full('ff')}`],
  ['zeros in front', `0000${short('7f')}`, full('7f'), `3042021e${short('7f')}0220${full('7f')}`],
  ['a zero that stays', `0000${short('80')}`, full('7f'), `3043021f00${short('80')}0220${full('7f')}`],
  ['the smallest numbers', `${zeros(31)}01`, `${zeros(31)}80`, '300702010102020080'],
  ['zero', zeros(32), zeros(32), '3006020100020100'],
] as const) {
  test(`${title}: to DER and back`, (t) => {
    const pair = Buffer.from(r + s, 'hex')
    t.is(renderDerSignature(pair).toString('hex'), der)
    t.deepEqual(parseDerSignature(Buffer.from(der, 'hex')), pair)
  })
}

test('converts signatures like OpenSSL', (t) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (let turn = 0; turn < 600; turn += 1) {
    const der = sign('sha256', Buffer.from(`${turn}`), privateKey)
    if (!renderDerSignature(parseDerSignature(der)).equals(der)) t.fail(der.toString('hex'))
  }
  t.pass()
})

test('rejects zeros and random bytes without throwing', (t) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const byte of [0, 1, 0x7f])
    t.false(verifyTextSignature('text', Buffer.alloc(64, byte).toString('base64url'), publicKey))
})
