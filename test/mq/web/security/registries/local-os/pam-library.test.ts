import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import anyTest, { type TestFn } from 'ava'
import koffi from 'koffi'

const hasPam = ['/lib', '/usr/lib'].some((folder) =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.', '../lib64'].some((place) =>
    existsSync(`${folder}/${place}/libpam.so.0`),
  ),
)
const test = hasPam ? anyTest : (anyTest.skip as unknown as TestFn)
const load = () => import('../../../../../../src/mq/web/security/registries/local-os/check-with-pam.ts')

/** The styles of the messages of a PAM module: `security/_pam_types.h`. */
const styles = { hidden: 1, shown: 2, error: 3, info: 4 }

const message = koffi.struct({ style: 'int', text: 'str' })
const response = koffi.struct({ text: 'str', code: 'int' })
const conversation = koffi.proto('int askAll(int count, void *messages, void *responses, void *data)')

/** Calls a conversation as a PAM module does. Returns the result code and the responses. */
function ask(converse: bigint, asked: readonly number[]) {
  const pointerSize = koffi.sizeof('void *')
  const messages = koffi.alloc('void *', asked.length)
  for (const [index, style] of asked.entries()) {
    const each = koffi.alloc(message, 1)
    koffi.encode(each, message, { style, text: 'Password: ' })
    koffi.encode(messages, index * pointerSize, 'void *', each)
  }
  const responses = koffi.alloc('void *', 1)
  koffi.encode(responses, 'void *', null)
  const code: number = koffi.call(converse, conversation, asked.length, messages, responses, null)
  const given = koffi.decode(responses, 'void *')
  return { code, responses: asked.map((_, index) => koffi.decode(given, index * koffi.sizeof(response), response)) }
}

const none = { text: null, code: 0 }
const password = { text: 'wonderland', code: 0 }

for (const [title, asked, expected] of [
  ['a hidden prompt gets the password', [styles.hidden], [password]],
  [
    'texts for the user get nothing',
    [styles.info, styles.error, styles.hidden, styles.info],
    [none, none, password, none],
  ],
] as const) {
  test(`in a conversation, ${title}`, async (t) => {
    const { registerConversation } = await load()
    t.deepEqual(ask(registerConversation('wonderland'), asked), { code: 0, responses: expected })
  })
}

for (const [title, asked] of [
  ['a prompt that shows its input', [styles.shown]],
  ['a second hidden prompt', [styles.hidden, styles.hidden]],
] as const) {
  test(`a conversation fails at ${title}`, async (t) => {
    const { registerConversation } = await load()
    t.is(ask(registerConversation('wonderland'), asked).code, 19) // PAM_CONV_ERR
  })
}

test('a conversation gives the password once', async (t) => {
  const { registerConversation } = await load()
  const converse = registerConversation('wonderland')
  t.is(ask(converse, [styles.hidden]).code, 0)
  t.is(ask(converse, [styles.info]).code, 0)
  t.is(ask(converse, [styles.hidden]).code, 19)
})

test('finds users of the system', async (t) => {
  const { hasUser } = await load()
  t.true(hasUser('root'))
  t.false(hasUser('no-such-user-of-sluice'))
})

const canReadHashes = process.geteuid?.() === 0
const testAsRoot = hasPam && canReadHashes ? anyTest : (anyTest.skip as unknown as TestFn)
testAsRoot('finds the password hash of a user, and none of an unknown user', async (t) => {
  const { findPasswordHash } = await load()
  const [, hash] = execFileSync('getent', ['shadow', 'root'], { encoding: 'utf8' }).split(':')
  t.is(findPasswordHash('root'), hash)
  t.is(findPasswordHash('no-such-user-of-sluice'), undefined)
})

test('hashes a password with a new salt and the default cost of the method', async (t) => {
  const { hashPassword } = await load()
  const [one, other] = [hashPassword('wonderland'), hashPassword('wonderland')]
  t.not(one, other)
  const libcrypt = koffi.load('libcrypt.so.1')
  const crypt = libcrypt.func('str crypt(str text, str setting)')
  t.is(crypt('wonderland', one), one)
  const preferred = libcrypt.func('str crypt_preferred_method()')()
  const byDefault = libcrypt.func('str crypt_gensalt(str prefix, ulong count, void *bytes, int size)')
  const settingOf = (hash: string) => hash.split('$').slice(0, -2).join('$')
  t.true(one.startsWith(preferred))
  t.is(settingOf(one), settingOf(`${byDefault(preferred, 0, null, 0)}$hash`))
})
