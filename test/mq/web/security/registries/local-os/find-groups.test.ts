import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { canBeUserName, findGroups } from '../../../../../../src/mq/web/security/registries/local-os/find-groups.ts'
import { RegistryUnavailableError } from '../../../../../../src/shared/registries/index.ts'

// `id` of other systems has other options.
const isLinux = process.platform === 'linux'
const test = isLinux ? anyTest : (anyTest.skip as unknown as TestFn)
const serialTest = isLinux ? anyTest.serial : (anyTest.skip as unknown as TestFn)

for (const name of ['a', 'alice', 'alice@example.com', 'EXAMPLE\\alice', 'zoë', 'a b', '4u', 'x'.repeat(256)]) {
  test(`${JSON.stringify(name).slice(0, 30)} can be the name of a user`, (t) => {
    t.true(canBeUserName(name))
  })
}

for (const name of [
  ...['', '0', '1000', '-root', '+root', '~root', 'root:x', '/root', 'a/b', 'a,b', ' root', 'root ', '\troot'],
  ...['ro\0ot', 'root\n', '\ud800', 'x'.repeat(257)],
]) {
  test(`${JSON.stringify(name).slice(0, 30)} cannot be the name of a user`, (t) => {
    t.false(canBeUserName(name))
  })
}

test('finds the groups of a user of this system, and none of an unknown user', async (t) => {
  const groups = await findGroups(userInfo().username)
  t.true((groups?.length ?? 0) > 0)
  t.is(await findGroups('no-such-user-of-sluice'), undefined)
})

/** Replaces `id` by a shell script until the test ends. Tests that call it are serial. */
async function replaceId(t: ExecutionContext, script: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'id-'))
  const file = join(folder, 'id')
  if (script !== undefined) {
    await writeFile(file, `#!/bin/sh\n${script}\n`)
    await chmod(file, 0o755)
  }
  const { PATH } = process.env
  process.env.PATH = folder
  t.teardown(async () => {
    process.env.PATH = PATH
    await rm(folder, { recursive: true })
  })
}

for (const [title, script, groups] of [
  ['groups with spaces in their names', `printf 'domain users\\0staff\\0'`, ['domain users', 'staff']],
  ['no groups', 'exit 0', []],
  [
    'groups of which one has no name',
    `printf 'staff\\0%s\\0' 7; echo 'id: cannot find name for group ID 7' >&2; exit 1`,
    ['staff', '7'],
  ],
  ['an unknown user', `echo "id: ‘alice’: No such user" >&2; exit 1`, undefined],
  ['arguments', `printf '%s\\0' "$@" "$LC_ALL"`, ['-Gnz', '--', 'alice', 'C']],
] as const) {
  serialTest(`reads from id: ${title}`, async (t) => {
    await replaceId(t, script)
    t.deepEqual(await findGroups('alice'), groups)
  })
}

for (const [title, script, reason] of [
  ['fails', 'echo "id: no memory" >&2; exit 1', 'id: no memory'],
  ['fails without a text', 'exit 3', 'Command failed: id -Gnz -- alice'],
  ['does not exist', undefined, 'spawn id ENOENT'],
] as const) {
  serialTest(`the registry is unavailable when id ${title}`, async (t) => {
    await replaceId(t, script)
    const error = await t.throwsAsync(findGroups('alice'), { instanceOf: RegistryUnavailableError })
    t.is(error?.message.trim(), `id could not read the groups of "alice": ${reason}`)
    t.truthy(error?.cause)
  })
}

for (const [bytes, isAccepted] of [
  [1_048_576, true],
  [1_048_577, false],
] as const) {
  serialTest(`${isAccepted ? 'reads' : 'rejects'} ${bytes} bytes of groups`, async (t) => {
    await replaceId(t, `/usr/bin/head -c ${bytes} /dev/zero | /usr/bin/tr '\\0' x`)
    const found = findGroups('alice')
    if (isAccepted) t.is((await found)?.[0]?.length, bytes)
    else await t.throwsAsync(found, { instanceOf: RegistryUnavailableError, message: /maxBuffer/ })
  })
}
