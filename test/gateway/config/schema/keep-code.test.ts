import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { keepCode } from '../../../../src/gateway/config/schema/keep-code.ts'

/** Returns a folder, and a function that asks for the code of a source and counts how often it was generated. */
async function openFolder(t: ExecutionContext) {
  const parent = await mkdtemp(join(tmpdir(), 'sluice-code-'))
  t.teardown(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'code')
  let generated = 0
  const keep = (source: string, from: string | undefined = folder) =>
    keepCode(from, source, () => `code ${source} ${++generated}`)
  return { parent, folder, keep }
}

test('code is generated once for each source', async (t) => {
  const { keep, folder } = await openFolder(t)
  t.deepEqual([keep('a'), keep('a'), keep('b'), keep('a')], ['code a 1', 'code a 1', 'code b 2', 'code a 1'])
  t.is((await readdir(folder)).length, 2)
})

test('a file that is incomplete, changed or removed is generated again', async (t) => {
  const { keep, folder } = await openFolder(t)
  keep('a')
  const file = join(folder, (await readdir(folder))[0] as string)
  await truncate(file, 80)
  t.is(keep('a'), 'code a 2')
  await truncate(file, 0)
  t.is(keep('a'), 'code a 3')
  await writeFile(file, (await readFile(file, 'utf8')).replace('code a', 'code b'))
  t.is(keep('a'), 'code a 4')
  await rm(file)
  t.is(keep('a'), 'code a 5')
  t.is(keep('a'), 'code a 5')
})

test('code is generated each time without a folder, and where the folder cannot be written', async (t) => {
  const { keep, parent } = await openFolder(t)
  t.deepEqual([keepCode(undefined, 'a', () => 'x'), keepCode(undefined, 'a', () => 'y')], ['x', 'y'])
  const file = join(parent, 'file')
  await writeFile(file, '')
  t.deepEqual([keep('a', join(file, 'code')), keep('a', join(file, 'code'))], ['code a 1', 'code a 2'])
})
