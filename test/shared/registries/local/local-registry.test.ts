import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import {
  AccountError,
  addUser,
  listUsers,
  openUsersInFile,
  RegistryUnavailableError,
  removeUser,
  setPassword,
  setTokenCeiling,
  type UserFileRef,
} from '../../../../src/shared/registries/index.ts'
import { localRegistryType } from '../../../../src/shared/registries/local/local-registry.ts'
import { hashSecret } from '../../../../src/shared/security/secret-hash.ts'
import { behavesAsRegistry, users } from '../conformance.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-users-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

let files = 0
const fresh = () => usersIn(join(folder, `${files++}`, 'users.json'), false)

/** The users of a file, and where they are. */
function usersIn(file: string, caseSensitive: boolean) {
  return { file, caseSensitive, ...openUsersInFile({ file, caseSensitive }) }
}

function open(t: ExecutionContext, { file, caseSensitive }: UserFileRef = fresh()) {
  const tls = () => ({ rejectUnauthorized: true })
  const registry = localRegistryType.open(
    { users: 'file', users_file: file },
    { name: 'staff', caseSensitive, log: silentLog, tls },
  )
  t.teardown(() => registry.close())
  return registry
}

const everybody = usersIn(join(folder, 'everybody.json'), false)
const filled = (async () => {
  for (const { name, password } of users) await addUser(everybody, name, password)
})()

behavesAsRegistry(test, async (t) => {
  await filled
  return { registry: open(t, everybody), credential: (name) => name }
})

test('a user can be added, given another password and removed while the registry is open', async (t) => {
  const where = fresh()
  await addUser(where, 'first', 'first password')
  const registry = open(t, where)
  t.is(await registry.authenticate('anna', 'old password'), undefined)

  await addUser(where, 'Anna', 'old password')
  t.deepEqual(await registry.authenticate('ANNA', 'old password'), {
    name: 'ANNA',
    credential: 'anna',
    attributes: undefined,
    tokenCeiling: undefined,
  })

  await setPassword(where, 'anna', 'new password')
  t.is(await registry.authenticate('anna', 'old password'), undefined)
  t.truthy(await registry.authenticate('anna', 'new password'))

  await removeUser(where, 'anna')
  t.is(await registry.authenticate('anna', 'new password'), undefined)
  t.deepEqual(
    (await listUsers(where)).map(({ name }) => name),
    ['first'],
  )
})

test('names that differ in case are two users only with case_sensitive', async (t) => {
  const where = usersIn(fresh().file, true)
  await addUser(where, 'Anna', 'password of Anna')
  await addUser(where, 'anna', 'password of anna')
  const registry = open(t, where)
  t.like(await registry.authenticate('Anna', 'password of Anna'), { credential: 'Anna' })
  t.is(await registry.authenticate('Anna', 'password of anna'), undefined)
  t.is(await registry.authenticate('ANNA', 'password of anna'), undefined)
})

test('composed and decomposed forms of a name are one user', async (t) => {
  const where = fresh()
  await addUser(where, 'zoe\u0308', 'a password')
  t.like(await open(t, where).authenticate('zoë', 'a password'), { credential: 'zoë' })
  await t.throwsAsync(addUser(where, 'ZOË', 'a password'), { instanceOf: AccountError, message: /already/ })
})

for (const name of ['', ' anna', 'anna ', 'an:na', 'an\nna', 'an\u200bna', 'x'.repeat(257)]) {
  test(`no user can have the name ${JSON.stringify(name).slice(0, 20)}`, async (t) => {
    const where = fresh()
    await t.throwsAsync(addUser(where, name, 'a password'), { instanceOf: AccountError })
    t.false(existsSync(where.file))
  })
}

for (const password of ['', 'short', 'x'.repeat(1025)]) {
  test(`rejects a password of ${password.length} characters`, async (t) => {
    const where = fresh()
    await t.throwsAsync(addUser(where, 'anna', password), { instanceOf: AccountError, message: /8 to 1024 characters/ })
  })
}

test('an unknown user can be neither changed nor removed', async (t) => {
  const where = fresh()
  const refused = { instanceOf: AccountError, message: 'there is no user anna' }
  await t.throwsAsync(setPassword(where, 'anna', 'a password'), refused)
  await t.throwsAsync(removeUser(where, 'anna'), refused)
})

test('keeps all users that are added concurrently', async (t) => {
  const where = fresh()
  const names = Array.from({ length: 8 }, (_, n) => `user${n}`)
  await Promise.all(names.map((name) => addUser(where, name, 'a password')))
  t.deepEqual(
    (await listUsers(where)).map(({ name }) => name),
    names,
  )
})

test('only the owner can read the file, and it contains no password', async (t) => {
  const where = fresh()
  await addUser(where, 'anna', 'a password')
  t.is(statSync(where.file).mode & 0o777, 0o600)
  const text = await readFile(where.file, 'utf8')
  t.false(text.includes('a password'))
  t.regex(text, /\$argon2id\$/)
})

test('is unavailable without its file, and reports how to create it', async (t) => {
  const where = fresh()
  const registry = open(t, where)
  await t.throwsAsync(registry.authenticate('anna', 'a password'), {
    instanceOf: RegistryUnavailableError,
    message: `registry staff: there is no user file ${where.file}; "sluice users add NAME" creates it`,
  })
  await addUser(where, 'anna', 'a password')
  t.truthy(await registry.authenticate('anna', 'a password'))
})

test('an empty registry rejects every user', async (t) => {
  const where = fresh()
  await addUser(where, 'anna', 'a password')
  await removeUser(where, 'anna')
  t.is(await open(t, where).authenticate('anna', 'a password'), undefined)
})

for (const [title, text, message] of [
  ['no JSON', '{', /it is not JSON/],
  ['no list', '{"users": {}}', /must be an object with a list "users"/],
  ['null', 'null', /must be an object with a list "users"/],
  ['no name', '{"users": [{}]}', /users\[0\] has no name/],
  ['no hash', '{"users": [{"name": "a", "passwordHash": "secret"}]}', /users\[0\], a, has no passwordHash/],
] as const) {
  test(`is unavailable with a file with ${title}`, async (t) => {
    const file = join(folder, `${title}.json`)
    writeFileSync(file, text)
    const where = usersIn(file, false)
    await t.throwsAsync(open(t, where).authenticate('a', 'secret'), { instanceOf: RegistryUnavailableError, message })
    await t.throwsAsync(addUser(where, 'anna', 'a password'), { message })
    t.is(await readFile(file, 'utf8'), text, 'it is left as it was')
  })
}

test('accepts a user file written by hand', async (t) => {
  const where = { file: join(folder, 'by-hand.json'), caseSensitive: false }
  writeFileSync(where.file, JSON.stringify({ users: [{ name: 'anna', passwordHash: await hashSecret('secret') }] }))
  t.truthy(await open(t, where).authenticate('anna', 'secret'))
})

test('returns a token ceiling with and without a sign-in, and keeps it when the password changes', async (t) => {
  const where = fresh()
  await addUser(where, 'Anna', 'a password')
  const registry = open(t, where)
  t.is(await registry.findTokenCeiling?.('anna'), undefined)

  await setTokenCeiling(where, 'anna', { scopes: ['customer'], accessTokenTtl: 60 })
  await setPassword(where, 'anna', 'another password')
  const ceiling = { scopes: ['customer'], accessTokenTtl: 60, place: `user Anna in ${where.file}` }
  t.deepEqual(await registry.authenticate('anna', 'another password'), {
    name: 'anna',
    credential: 'anna',
    attributes: undefined,
    tokenCeiling: ceiling,
  })
  t.deepEqual(await registry.findTokenCeiling?.('anna'), ceiling)
  t.is(await registry.findTokenCeiling?.('bert'), undefined)

  await setTokenCeiling(where, 'anna', undefined)
  t.is(await registry.findTokenCeiling?.('anna'), undefined)
})

for (const tokenCeiling of [
  [],
  'customer',
  { scope: ['customer'] },
  { scopes: 'customer' },
  { scopes: [] },
  { scopes: ['a b'] },
  { accessTokenTtl: '60' },
  { refreshTokenTtl: 0 },
]) {
  test(`is unavailable with a file with the ceiling ${JSON.stringify(tokenCeiling)}, which would limit nothing`, async (t) => {
    const where = fresh()
    await addUser(where, 'anna', 'a password')
    const [user] = (await listUsers(where)) as [object]
    writeFileSync(where.file, JSON.stringify({ users: [{ ...user, tokenCeiling }] }))
    const registry = open(t, where)
    const expected = { instanceOf: RegistryUnavailableError, message: /anna, has a tokenCeiling/ }
    await t.throwsAsync(registry.authenticate('anna', 'a password'), expected)
    await t.throwsAsync(Promise.resolve(registry.findTokenCeiling?.('anna')), expected)
  })
}
