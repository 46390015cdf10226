import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openSourceFiles } from '../../../../../../src/mq/parts/file-transfer/engine/files/source-files.ts'

let folder = ''
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mft-source-'))
})
test.after.always(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

test('small files are read into one block, and a file that has another size is left out', async (t) => {
  const files = openSourceFiles()
  const paths = ['a', 'b', 'c'].map((name) => join(folder, name))
  for (const path of paths) await writeFile(path, 'four')
  await appendFile(paths[1] as string, 'more')
  const into = new Uint8Array(16)
  const expected = paths.map((path) => ({ path, size: 4 }))
  const [a, b, c] = await files.readWhole({ files: expected, checksum: 'md5', into })
  t.like(a, { from: 0, size: 4 })
  t.regex((b as { message: string }).message, /BFGIO0061E: File ".*b" changed during the transfer/)
  t.like(c, { from: 4, size: 4 })
  t.is(Buffer.from(into.subarray(0, 8)).toString(), 'fourfour')
})

test('a file that grows while it is read has its new size at the end', async (t) => {
  const files = openSourceFiles()
  const path = join(folder, 'grows')
  await writeFile(path, 'four')
  const { handle, size } = await files.openSource({ path, skip: 0, checksum: 'md5' })
  t.is(size, 4)
  t.is((await files.readSource({ handle, into: new Uint8Array(4) })).length, 4)
  await appendFile(path, 'more')
  t.is((await files.readSource({ handle, into: new Uint8Array(8) })).end?.size, 8)
  await files.closeSource({ handle })
})

test('a folder and a named pipe are no source files', async (t) => {
  const files = openSourceFiles()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await t.throwsAsync(files.openSource({ path: folder, skip: 0, checksum: 'none' }), { code: 'EISDIR' })
  await t.throwsAsync(files.openSource({ path: pipe, skip: 0, checksum: 'none' }), { message: /not a regular file/ })
})
