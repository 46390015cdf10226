/** Root works in a data folder of another user. These tests need root. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { copyFileDurably } from '../../../../src/sandbox/backup/copy-file.ts'
import { makeFolder } from '../../../../src/shared/lib/files/make-folder.ts'
import { ensurePrivateFile } from '../../../../src/shared/lib/files/private-file.ts'
import { replaceFile } from '../../../../src/shared/lib/files/replace-file.ts'
import { DataOwnerError, requireDataOwner } from '../../../../src/shared/process/data/index.ts'
import { withFileLock } from '../../../../src/shared/registries/local/file-lock.ts'

const owner = 12_345
const asRoot = process.getuid?.() === 0 ? test : test.skip

function openFolder(t: ExecutionContext): string {
  const around = mkdtempSync(join(tmpdir(), 'sluice-owner-'))
  t.teardown(() => rmSync(around, { recursive: true, force: true, maxRetries: 10 }))
  const folder = join(around, 'data')
  mkdirSync(folder)
  chownSync(folder, owner, owner)
  chownSync(around, owner, owner)
  return folder
}

asRoot('what root creates in the folder belongs to its owner', async (t) => {
  const folder = openFolder(t)
  await replaceFile(join(folder, 'replaced'), 'x')
  await makeFolder(join(folder, 'a', 'b'))
  ensurePrivateFile(join(folder, 'a', 'private'))
  for (const name of ['replaced', 'a', 'a/b', 'a/private']) {
    const { uid, gid } = statSync(join(folder, name))
    t.deepEqual([uid, gid], [owner, owner], name)
  }
})

asRoot('what root restores, and locks of user files, belong to the owner of the folder', async (t) => {
  const folder = openFolder(t)
  const source = join(folder, '..', 'source')
  writeFileSync(source, 'x')
  await copyFileDurably(source, join(folder, 'copy'))
  await withFileLock(join(folder, 'users.json.lock'), async () => {})
  for (const name of ['copy', 'users.json.lock']) t.is(statSync(join(folder, name)).uid, owner, name)
})

asRoot('a service of root is refused with what to do', (t) => {
  const folder = openFolder(t)
  const error = t.throws(() => requireDataOwner(folder), { instanceOf: DataOwnerError })
  t.regex(error.message, /belongs to user 12345, and this process is root.*sudo -u '#12345'/)
  t.notThrows(() => requireDataOwner(join(folder, 'missing')))
})

asRoot('a command of root becomes the owner', (t) => {
  const folder = openFolder(t)
  const module = join(import.meta.dirname, '../../../../src/shared/process/data/data-owner.ts')
  const program = `import { becomeDataOwner } from ${JSON.stringify(module)}
    import { writeFileSync } from 'node:fs'
    becomeDataOwner(process.argv[1])
    writeFileSync(process.argv[1] + '/made', '')`
  execFileSync(process.execPath, ['--input-type=module', '-e', program, folder])
  t.is(statSync(join(folder, 'made')).uid, owner)
})
