import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  openPathAccess,
  PathAccessError,
} from '../../../../../../src/mq/parts/file-transfer/engine/files/path-access.ts'

/** Folders `data`, `data/private`, `data-secret` and `other`, with a file in each. */
async function openFolders(t: ExecutionContext): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sluice-sandbox-')))
  t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 10 }))
  for (const folder of ['data/private', 'data/deep/deeper', 'data-secret', 'other'])
    await mkdir(join(root, folder), { recursive: true })
  for (const file of ['data/a', 'data/private/a', 'data-secret/a', 'other/a']) await writeFile(join(root, file), '')
  return root
}

/** The access with the roots below a folder, a `!` before those that are excluded. */
function open(root: string, roots: readonly string[], transferRoot = root) {
  const sandboxRoot = roots
    .map((each) => (each.startsWith('!') ? `!${join(root, each.slice(1))}` : join(root, each)))
    .join(':')
  return openPathAccess({ sandboxRoot, transferRoot })
}

for (const [title, roots, allowed, refused] of [
  [
    'one folder',
    ['data'],
    ['data', 'data/a', 'data/private/a', 'data/new', 'data/new/folder/file'],
    [
      'data-secret',
      'data-secret/a',
      'data-secret/new',
      'other/a',
      '',
      'dat',
      'data/../other/a',
      'data/../data-secret/a',
    ],
  ],
  ['a folder with a separator at its end', ['data/'], ['data', 'data/a'], ['data-secret/a']],
  ['two folders', ['data', 'other'], ['data/a', 'other/a'], ['data-secret/a', '']],
  [
    'a folder without a part of it',
    ['data', '!data/private'],
    ['data/a', 'data/private-not', 'data/deep/deeper/x'],
    ['data/private', 'data/private/a', 'data/private/new/x', 'other/a'],
  ],
  ['everything without a folder', ['!data'], ['data-secret/a', 'other/a', ''], ['data', 'data/a', 'data/new']],
  ['a folder that does not exist yet', ['later/on'], ['later/on', 'later/on/x'], ['later', 'later/once/x', 'data/a']],
] as const) {
  test(`with ${title}, paths inside are allowed and all others are not`, async (t) => {
    const root = await openFolders(t)
    const access = await open(root, roots)
    for (const path of allowed) {
      await t.notThrowsAsync(access.check(join(root, path)), path)
      t.notThrows(() => access.checkReal(join(root, path)), path)
    }
    for (const path of refused) {
      await t.throwsAsync(access.check(`${root}/${path}`), { instanceOf: PathAccessError }, path)
      t.throws(() => access.checkReal(join(root, path)), { instanceOf: PathAccessError }, path)
    }
  })
}

test('without a sandbox every path is allowed', async (t) => {
  const root = await openFolders(t)
  for (const sandboxRoot of ['', ':', '::']) {
    const access = await openPathAccess({ sandboxRoot, transferRoot: root })
    await t.notThrowsAsync(access.check('/etc/passwd'))
    t.notThrows(() => access.checkReal('/etc/passwd'))
    await symlink(join(root, 'loop'), join(root, 'loop')).catch(() => {})
    await t.notThrowsAsync(access.check(join(root, 'loop/x')), 'a path that cannot be resolved')
  }
})

test('the root of the file system allows everything, and excludes everything', async (t) => {
  const root = await openFolders(t)
  const all = await openPathAccess({ sandboxRoot: '/', transferRoot: root })
  await t.notThrowsAsync(all.check(join(root, 'data/a')))
  const none = await openPathAccess({ sandboxRoot: '!/', transferRoot: root })
  await t.throwsAsync(none.check(join(root, 'data/a')), {
    message: `the path ${root}/data/a is outside of the folders that sandboxRoot allows`,
  })
})

test('links that lead out of the sandbox are followed before the decision, also for files that do not exist', async (t) => {
  const root = await openFolders(t)
  await symlink(join(root, 'data-secret'), join(root, 'data/link'))
  await symlink(join(root, 'data/private'), join(root, 'data/inner'))
  const access = await open(root, ['data', '!data/private'])
  for (const path of ['data/link', 'data/link/a', 'data/link/new', 'data/link/new/x', 'data/inner/a'])
    await t.throwsAsync(access.check(join(root, path)), { instanceOf: PathAccessError }, path)
  await t.throwsAsync(access.check(join(root, 'data/link/a')), {
    message: `the path ${root}/data-secret/a is outside of the folders that sandboxRoot allows: ${root}/data`,
  })
})

test('a root that is a link stands for its target', async (t) => {
  const root = await openFolders(t)
  await symlink(join(root, 'data'), join(root, 'link'))
  const access = await open(root, ['link', '!link/private'])
  await t.notThrowsAsync(access.check(join(root, 'data/a')))
  await t.notThrowsAsync(access.check(join(root, 'link/a')))
  await t.throwsAsync(access.check(join(root, 'data/private/a')), { instanceOf: PathAccessError })
})

test('a path below a file is decided by the file', async (t) => {
  const root = await openFolders(t)
  const access = await open(root, ['data'])
  await t.notThrowsAsync(access.check(join(root, 'data/a/below')))
  await t.throwsAsync(access.check(join(root, 'other/a/below')), { instanceOf: PathAccessError })
})

test('a path that cannot be resolved is an error and not allowed', async (t) => {
  const root = await openFolders(t)
  await symlink(join(root, 'data/second'), join(root, 'data/first'))
  await symlink(join(root, 'data/first'), join(root, 'data/second'))
  const access = await open(root, ['data'])
  await t.throwsAsync(access.check(join(root, 'data/first/x')), { code: 'ELOOP' })
})

test('relative names are below the transfer root, which opens nothing by itself', async (t) => {
  const root = await openFolders(t)
  const access = await open(root, ['data'], join(root, 'other'))
  t.is(access.resolve('a'), join(root, 'other/a'))
  t.is(access.resolve('../data/./a'), join(root, 'data/a'))
  t.is(access.resolve(`${root}/data/../other/a`), join(root, 'other/a'))
  await t.throwsAsync(access.check(access.resolve('a')), { instanceOf: PathAccessError })
})

test('a name with NUL is refused', async (t) => {
  const access = await openPathAccess({ sandboxRoot: '', transferRoot: '/tmp' })
  for (const name of ['a\0b', '/a\0', '\0'])
    t.throws(() => access.resolve(name), {
      instanceOf: PathAccessError,
      message: 'a path must not contain the character NUL',
    })
})

for (const sandboxRoot of ['data', '!data', '/tmp:./data', '/tmp:!../data'])
  test(`rejects the relative root in "${sandboxRoot}"`, async (t) => {
    await t.throwsAsync(openPathAccess({ sandboxRoot, transferRoot: '/tmp' }), {
      instanceOf: PathAccessError,
      message: /^sandboxRoot must list absolute paths, found "(data|\.\/data|\.\.\/data)"$/,
    })
  })
