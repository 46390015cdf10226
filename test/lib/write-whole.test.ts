import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test from 'ava'

import { writeWhole } from '../../src/lib/write-whole.ts'

test('replaces a file and leaves nothing beside it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-write-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.yaml')
  await writeWhole(file, 'one', 0o600)
  await writeWhole(file, 'two', 0o600)
  t.is(await readFile(file, 'utf8'), 'two')
  t.is((await stat(file)).mode & 0o777, 0o600)

  await mkdir(join(folder, 'b'))
  await t.throwsAsync(writeWhole(join(folder, 'b'), 'x'))
  t.deepEqual(await readdir(folder), ['a.yaml', 'b'])
})
