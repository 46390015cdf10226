import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadAssets } from '../../../../src/shared/http/site/assets.ts'
import { openPreviousAssets } from '../../../../src/shared/http/site/previous-assets.ts'

const dayMs = 86_400_000
const start = Date.UTC(2030, 0, 1)

test('a chunk of the build before the present one is served for a day', async (t) => {
  const folder = await temporaryFolder(t)
  await serve(t, folder, { 'a-1.js': 'old' }, start)
  const upgraded = await serve(t, folder, { 'b-2.js': 'new' }, start + 10 * dayMs)
  t.is(upgraded.find('/assets/a-1.js')?.body.toString(), 'old')
  t.is(upgraded.find('/assets/a-1.js')?.encoded.br?.toString(), 'old in brotli')
  t.true(upgraded.find('/assets/a-1.js')?.isImmutable)

  const restarted = await serve(t, folder, { 'b-2.js': 'new' }, start + 10.9 * dayMs)
  t.is(restarted.find('/assets/a-1.js')?.body.toString(), 'old')
  const later = await serve(t, folder, { 'b-2.js': 'new' }, start + 11.1 * dayMs)
  t.is(later.find('/assets/a-1.js'), undefined)
})

test('a replaced file stays until exactly a day has passed', async (t) => {
  const folder = await temporaryFolder(t)
  await serve(t, folder, { 'a-1.js': 'old' }, start)
  await serve(t, folder, { 'b-2.js': 'new' }, start)
  const kept = await serve(t, folder, { 'b-2.js': 'new' }, start + dayMs - 1)
  t.like(kept.find('/assets/a-1.js'), { status: 200, contentType: 'text/javascript; charset=utf-8' })
  const removed = await serve(t, folder, { 'b-2.js': 'new' }, start + dayMs)
  t.is(removed.find('/assets/a-1.js'), undefined)
  t.deepEqual(await readdir(join(folder, 'previous')), [])
})

test('the files with a digest in their name are stored once, with their variants', async (t) => {
  const folder = await temporaryFolder(t)
  const inode = async () => (await stat(join(folder, 'current', 'a-1.js'))).ino
  await serve(t, folder, { 'a-1.js': 'text' }, start)
  t.deepEqual((await readdir(join(folder, 'current'))).sort(), ['a-1.js', 'a-1.js.br'])
  const before = await inode()
  await serve(t, folder, { 'a-1.js': 'text' }, start)
  t.is(await inode(), before)
})

test('a build that returns is served from its own folder', async (t) => {
  const folder = await temporaryFolder(t)
  await serve(t, folder, { 'a-1.js': 'old' }, start)
  await serve(t, folder, { 'b-2.js': 'new' }, start)
  const back = await serve(t, folder, { 'a-1.js': 'old' }, start)
  t.is(back.find('/assets/a-1.js'), undefined)
  t.is(back.find('/assets/b-2.js')?.body.toString(), 'new')
})

for (const path of ['/assets/../current/b-2.js', '/a-1.js', '/assets/x/a-1.js', '/assets/', '/assets/a-1.js.br']) {
  test(`${path} finds nothing`, async (t) => {
    const folder = await temporaryFolder(t)
    await serve(t, folder, { 'a-1.js': 'old' }, start)
    const upgraded = await serve(t, folder, { 'b-2.js': 'new' }, start)
    t.is(upgraded.find(path), undefined)
  })
}

test('a folder that cannot be written keeps nothing and breaks nothing', async (t) => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'file'), '')
  const assets = await serve(t, join(folder, 'file'), { 'a-1.js': 'old' }, start)
  t.is(assets.find('/assets/a-1.js'), undefined)
})

/** Serves a build with these chunks over a folder, at a time. */
async function serve(t: ExecutionContext, folder: string, chunks: Record<string, string>, now: number) {
  const build = await temporaryFolder(t)
  await mkdir(join(build, 'assets'))
  await writeFile(join(build, 'index.html'), '')
  for (const [name, text] of Object.entries(chunks)) {
    await writeFile(join(build, 'assets', name), text)
    await writeFile(join(build, 'assets', `${name}.br`), `${text} in brotli`)
  }
  const previous = openPreviousAssets({ assets: loadAssets(build) ?? new Map(), folder, now })
  await previous.stored
  return previous
}

async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'previous-assets-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
