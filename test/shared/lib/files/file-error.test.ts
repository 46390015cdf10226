import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { describeError } from '../../../../src/shared/lib/files/file-error.ts'

for (const [title, cause, path, explanation] of [
  ['a file that is missing', (folder: string) => readFile(join(folder, 'none')), 'none', 'there is no such file'],
  ['a folder that is a file', (folder: string) => readdir(join(folder, 'file')), 'file', 'it is not a folder'],
  ['a file in the way of a folder', (folder: string) => mkdir(join(folder, 'file')), 'file', 'it exists already'],
] as const) {
  test(`names the path of ${title}, and no system call`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'file-error-'))
    t.teardown(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'file'), '')
    const error = await t.throwsAsync(cause(folder))
    t.is(describeError(error), `${join(folder, path)}: ${explanation}`)
  })
}

test('any other error keeps its message', (t) => {
  t.is(describeError(new Error('no catalog enables an OAuth provider')), 'no catalog enables an OAuth provider')
})
