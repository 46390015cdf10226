import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { DataLayoutError, prepareDataFolder } from '../../../../src/shared/process/data/index.ts'

async function makeFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-layout-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

test('a folder without a layout gets that of this version', async (t) => {
  const folder = join(await makeFolder(t), 'new')
  await prepareDataFolder(folder)
  t.like(JSON.parse(await readFile(join(folder, 'layout.json'), 'utf8')), { layout: 1 })
  await prepareDataFolder(folder)
})

test('a newer layout is refused with the version that wrote it, and stays', async (t) => {
  const folder = await makeFolder(t)
  const text = '{"layout":7,"writtenBy":"9.1.0"}\n'
  await writeFile(join(folder, 'layout.json'), text)
  const error = await t.throwsAsync(prepareDataFolder(folder), { instanceOf: DataLayoutError })
  t.regex(error.message, /has layout 7, which Sluice 9\.1\.0 wrote; this is version .* supports up to 1\./)
  t.regex(error.message, /run the newer version, or restore a backup/)
  t.is(await readFile(join(folder, 'layout.json'), 'utf8'), text)
})

test('a folder into which a restore has moved only some files is refused', async (t) => {
  const folder = await makeFolder(t)
  await mkdir(join(folder, '.restore-moves-files'))
  await t.throwsAsync(prepareDataFolder(folder), {
    instanceOf: DataLayoutError,
    message: /was interrupted, and some files are missing: run "sluice restore" again with --replace/,
  })
})

for (const text of ['', '{', '{"layout":"1"}', '{"layout":-1}', '[]']) {
  test(`a damaged layout file is refused: ${JSON.stringify(text)}`, async (t) => {
    const folder = await makeFolder(t)
    await writeFile(join(folder, 'layout.json'), text)
    await t.throwsAsync(prepareDataFolder(folder), { instanceOf: DataLayoutError, message: /is damaged/ })
  })
}
