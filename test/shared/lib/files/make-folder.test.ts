import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { makeFolder, makeFolderSync } from '../../../../src/shared/lib/files/make-folder.ts'

const functions = {
  makeFolder,
  makeFolderSync: async (...args: Parameters<typeof makeFolderSync>) => makeFolderSync(...args),
}

function emptyFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

const modeOf = (path: string) => statSync(path).mode & 0o777

for (const [name, make] of Object.entries(functions)) {
  test(`${name} makes a folder with those around it, and accepts one that exists`, async (t) => {
    const base = emptyFolder(t)
    const path = join(base, 'a', 'b', 'c')
    await make(path, { mode: 0o700 })
    await make(path, { mode: 0o755 })
    t.deepEqual([join(base, 'a'), join(base, 'a', 'b'), path].map(modeOf), [0o700, 0o700, 0o700])
    await make('/')
  })

  test(`${name} rejects a file in the way with the error of the file system`, async (t) => {
    const file = join(emptyFolder(t), 'file')
    writeFileSync(file, '')
    await t.throwsAsync(make(file), { code: 'EEXIST' })
    await t.throwsAsync(make(join(file, 'below')), { code: 'ENOTDIR' })
    await t.throwsAsync(make(join(file, 'below', 'it')), { code: 'ENOTDIR' })
  })

  const testWithProc = existsSync('/proc/self') ? test : test.skip
  testWithProc(`${name} ends where a file system never makes folders`, async (t) => {
    await t.throwsAsync(make('/proc/sluice'), { code: 'ENOENT' })
    await t.throwsAsync(make('/proc/sluice/a/b'), { code: 'ENOENT' })
  })
}

test('folders can be made by several calls at once', async (t) => {
  const path = join(emptyFolder(t), 'a', 'b', 'c')
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)))
  t.true(existsSync(path))
})

test('no other code makes folders recursively', (t) => {
  const src = new URL('../../../../src/', import.meta.url).pathname
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && /\bmkdir(?:Sync)?\(.*recursive: true/.test(readFileSync(join(src, path), 'utf8')),
  )
  t.deepEqual(found, [])
})
