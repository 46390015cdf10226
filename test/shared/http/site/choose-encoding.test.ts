import test from 'ava'
import { acceptsEncoding, chooseEncoding } from '../../../../src/shared/http/site/choose-encoding.ts'

const both = { br: Buffer.from('br'), gzip: Buffer.from('gzip') }

for (const [field, available, expected] of [
  ['br, gzip', both, 'br'],
  ['gzip, br', both, 'br'],
  ['GZIP', both, 'gzip'],
  ['gzip;q=0.5, br;q=0', both, 'gzip'],
  ['br', { gzip: both.gzip }, undefined],
  ['br, gzip', {}, undefined],
  ['identity', both, undefined],
  [undefined, both, undefined],
] as const) {
  test(`Accept-Encoding ${field} with ${Object.keys(available).join(' and ') || 'no variant'}: ${expected ?? 'plain'}`, (t) => {
    t.is(chooseEncoding(field, available), expected)
  })
}

for (const [field, isAccepted] of [
  ['br', true],
  [' br ; q=1 ', true],
  ['gzip, br', true],
  [['gzip', 'br'], true],
  ['br;q=0.001', true],
  ['br;q=0', false],
  ['br;q=0.000', false],
  ['br;q=0.', false],
  ['brotli', false],
  ['gzip;q=0', false],
  ['', false],
  [undefined, false],
] as const) {
  test(`Accept-Encoding ${JSON.stringify(field)} ${isAccepted ? 'accepts' : 'does not accept'} br`, (t) => {
    t.is(acceptsEncoding(field as string | string[] | undefined, 'br'), isAccepted)
  })
}
