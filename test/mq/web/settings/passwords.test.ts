import test from 'ava'
import { readPassword, readUserPassword, verifyPassword } from '../../../../src/mq/web/settings/passwords.ts'

// PBKDF2-HMAC-SHA1, 6384 iterations, salt 0001020304050607, of "passw0rd".
const hashed = '{hash}ATAAAAAIAAECAwQFBgdAAAAAIEBQjYkEuNNcBiplrVkRiX4Hh5q8NJndl/MemOPIqATI'
const cut = '{hash}ATAAAAAIAAECAwQFBgdAAAAAIA=='

test('reads a plain password as it stands', (t) => {
  t.is(readPassword('mqadmin'), 'mqadmin')
})

test('reads a password that is encoded by xor', (t) => {
  t.is(readPassword('{xor}Lz4sLChvLTs='), 'passw0rd')
})

test('does not turn a hash back', (t) => {
  t.throws(() => readPassword(hashed), { message: /is not reversible/ })
})

test('names an encoding that it does not know', (t) => {
  t.throws(() => readPassword('{aes}AAAA'), { message: /found \{aes\}/ })
})

for (const [title, text] of [
  ['plain', 'passw0rd'],
  ['by xor', '{xor}Lz4sLChvLTs='],
  ['as a hash', hashed],
] as const) {
  test(`verifies a password that is written ${title}`, async (t) => {
    const hash = readUserPassword(text)
    t.true(await verifyPassword(hash, 'passw0rd'))
    t.false(await verifyPassword(hash, 'passw0rd '))
    t.false(await verifyPassword(hash, ''))
  })
}

for (const [title, text, message] of [
  ['is cut off within a field', cut, /ends within a field/],
  ['has another version', '{hash}AjAAAAAIAAECAwQFBgc=', /version 1/],
  ['has no digest', '{hash}ATAAAAAIAAECAwQFBgc=', /needs a salt and a digest/],
  ['is not base64', '{hash}***', /must be base64/],
] as const) {
  test(`refuses a hash that ${title}`, (t) => {
    t.throws(() => readUserPassword(text), { message })
  })
}
