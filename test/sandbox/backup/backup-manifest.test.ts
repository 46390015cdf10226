import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { verifyBackup, verifyFile } from '../../../src/sandbox/backup/backup-manifest.ts'

const fileOf = (path: string, text: string, isDatabase = false) => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  isDatabase,
})

/** Writes files, and a manifest that lists those of `listed`. */
async function writeBackup(
  t: ExecutionContext,
  texts: Record<string, string>,
  listed = Object.entries(texts).map(([path, text]) => fileOf(path, text)),
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-verify-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await writeFile(join(folder, 'backup.json'), JSON.stringify({ format: 1, files: listed }))
  return folder
}

test('a backup with every file as it was written is accepted, and its manifest returned', async (t) => {
  const folder = await writeBackup(t, { 'audit.jsonl': '{}\n', 'mqweb/empty': '' })
  const { files } = await verifyBackup(folder)
  t.deepEqual(files, [fileOf('audit.jsonl', '{}\n'), fileOf('mqweb/empty', '')])
})

for (const [title, found] of [
  ['another text of the same length', '{1\n'],
  ['a shorter text', '{}'],
  ['a longer text', '{}\n\n'],
] as const)
  test(`a file with ${title} is named`, async (t) => {
    const folder = await writeBackup(t, { 'a/b': found }, [fileOf('a/b', '{}\n')])
    await t.throwsAsync(verifyBackup(folder), {
      name: 'BackupError',
      message: new RegExp(`a/b is damaged: it has ${found.length} bytes .*, the backup had 3 bytes`),
    })
  })

for (const wrong of [{ bytes: 4 }, { sha256: '0'.repeat(64) }])
  test(`a file whose ${Object.keys(wrong)} alone differs is damaged`, async (t) => {
    const folder = await writeBackup(t, { a: '{}\n' })
    await t.throwsAsync(verifyFile(folder, { ...fileOf('a', '{}\n'), ...wrong }), { message: /a is damaged/ })
  })

test('a missing file and a file that the manifest does not list are named', async (t) => {
  const missing = await writeBackup(t, { a: '1' }, [fileOf('a', '1'), fileOf('b', '2')])
  await t.throwsAsync(verifyBackup(missing), { name: 'BackupError', message: /\/b cannot be read: ENOENT/ })
  const unknown = await writeBackup(t, { a: '1', 'c/d': '2' }, [fileOf('a', '1')])
  await t.throwsAsync(verifyBackup(unknown), {
    name: 'BackupError',
    message: /c\/d is not part of the backup: remove it/,
  })
})

test('the pages of databases are checked, and only theirs', async (t) => {
  const text = 'no database, but as long as the header of one'.padEnd(200)
  const folder = await writeBackup(t, { a: text })
  await t.throwsAsync(verifyFile(folder, fileOf('a', text, true)), { message: /not a database/ })
  await t.notThrowsAsync(verifyFile(folder, fileOf('a', text)))
})
