import test from 'ava'
import { readEntryTokenCeiling } from '../../../../src/shared/registries/ldap/token-ceiling-attributes.ts'

const attributes = { scopes: 'departmentNumber', access_token_ttl: 'roomNumber', refresh_token_ttl: 'carLicense' }
const read = (entry: Record<string, string | string[]>) =>
  readEntryTokenCeiling({ dn: 'uid=eve', ...entry }, { token_ceiling_attributes: attributes } as Parameters<
    typeof readEntryTokenCeiling
  >[1])

for (const life of ['0', '00', '-1', '1.5', '1e3', '060', ' 60', '60s', '']) {
  test(`the life "${life}" of an entry is refused, and is not no limit`, (t) => {
    t.throws(() => read({ roomNumber: life }), { message: /roomNumber of the entry uid=eve must be one whole number/ })
    t.throws(() => read({ carLicense: [life] }), {
      message: /carLicense of the entry uid=eve must be one whole number/,
    })
  })
}

test('a life has one value', (t) => {
  t.throws(() => read({ roomNumber: ['60', '90'] }), { message: /found "60, 90"/ })
  t.deepEqual(read({ roomNumber: '60', carLicense: ['90'] }), {
    accessTokenTtl: 60,
    refreshTokenTtl: 90,
    scopes: undefined,
    place: 'the entry uid=eve',
  })
})
