import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readRevision } from '../../../../src/shared/lib/package/revision.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

/** Writes files into a temporary folder. Returns the folder. */
async function writePackage(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-revision-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

for (const [title, files, root] of [
  ['an installed package has it in package.json', { 'package.json': `{"gitHead":"${commit}"}` }, ''],
  ['a checkout of a commit has it in HEAD', { '.git/HEAD': `${commit}\n` }, ''],
  [
    'a checkout of a branch has it in the file of the branch',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` },
    '',
  ],
  [
    'a packed branch is a line of packed-refs',
    { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `# pack\n${commit} refs/heads/main\n` },
    '',
  ],
  [
    'a linked working tree names its folder of the repository in .git',
    {
      'tree/.git': 'gitdir: ../.git/worktrees/tree\n',
      'tree/package.json': '{}',
      '.git/worktrees/tree/HEAD': 'ref: refs/heads/topic\n',
      '.git/worktrees/tree/commondir': '../..\n',
      '.git/refs/heads/topic': commit,
    },
    'tree',
  ],
] as const) {
  test(title, async (t) => {
    t.is(readRevision(join(await writePackage(t, files), root)), commit)
  })
}

test('a folder that is no checkout has no revision', async (t) => {
  t.is(readRevision(await writePackage(t, {})), 'unknown')
})

test('a linked working tree that was copied without its repository has no revision', async (t) => {
  t.is(readRevision(await writePackage(t, { '.git': 'gitdir: /missing/.git/worktrees/tree\n' })), 'unknown')
})
