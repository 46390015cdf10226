import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadAssets } from '../../../../src/shared/http/site/assets.ts'

async function build(t: ExecutionContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

test('a build is loaded by path, with its compressed variants and content types', async (t) => {
  const folder = await build(t, {
    'index.html': 'page',
    'assets/a-1.js': 'script',
    'assets/a-1.js.br': 'brotli',
    'assets/deep/b-2.css': 'style',
    'assets/deep/b-2.css.gz': 'gzip',
    'notes.txt': 'no asset',
  })
  const assets = loadAssets(folder) ?? new Map()
  t.deepEqual([...assets.keys()].sort(), ['/assets/a-1.js', '/assets/deep/b-2.css', '/index.html'])
  t.deepEqual(assets.get('/assets/a-1.js'), {
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: Buffer.from('script'),
    encoded: { br: Buffer.from('brotli') },
    isImmutable: true,
    etag: `"${createHash('sha256').update('script').digest('base64url').slice(0, 22)}"`,
  })
  t.deepEqual(assets.get('/assets/deep/b-2.css')?.encoded, { gzip: Buffer.from('gzip') })
  t.like(assets.get('/index.html'), { contentType: 'text/html; charset=utf-8', isImmutable: false, encoded: {} })
})

test('a folder without index.html, or a missing one, has no page', async (t) => {
  t.is(loadAssets(await build(t, { 'assets/a-1.js': 'script' })), undefined)
  t.is(loadAssets(join(tmpdir(), 'sluice-no-such-folder')), undefined)
})

test('a folder that cannot be read is an error', async (t) => {
  const folder = await build(t, { 'index.html': 'page' })
  t.throws(() => loadAssets(join(folder, 'index.html')), { code: 'ENOTDIR' })
})
