import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildConsoleHandler } from '../../../../src/mq/parts/console/console-handler.ts'

const script = '/ibmmq/console/assets/main-1a2b.js'

for (const path of [
  '/ibmmq/console/',
  '/vendormq/console/',
  '/ibmmq/console/login.html',
  '/ibmmq/console/?from=here',
]) {
  test(`shows the page at ${path}, and forbids whatever it does not need`, async (t) => {
    const { get } = await served(t)
    const { status, headers, text } = await get(path)
    t.is(status, 200)
    t.is(text, '<p>page</p>')
    t.like(headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const policy = String(headers['content-security-policy'])
    t.regex(policy, /default-src 'none'/)
    t.regex(policy, /frame-ancestors 'none'/)
    t.notRegex(policy, /unsafe|\*|data:/)
  })
}

for (const [from, to] of [
  ['/', '/ibmmq/console/'],
  ['/ibmmq/console', '/ibmmq/console/'],
  ['/vendormq/console', '/vendormq/console/'],
] as const) {
  test(`sends ${from} to ${to}`, async (t) => {
    const { get } = await served(t)
    const { status, headers } = await get(from)
    t.is(status, 302)
    t.is(headers.location, to)
  })
}

test('files with a digest in their names are cached for ever', async (t) => {
  const { get } = await served(t)
  const { status, headers, text } = await get(script)
  t.is(status, 200)
  t.is(text, 'plain')
  t.is(headers['cache-control'], 'public, max-age=31536000, immutable')
  t.is((await get(script, { 'if-none-match': String(headers.etag) })).status, 304)
})

for (const [accepts, encoding, body] of [
  ['br, gzip', 'br', 'brotli'],
  ['gzip;q=1.0, br;q=0', 'gzip', 'gzipped'],
  ['gzip', 'gzip', 'gzipped'],
  ['identity', undefined, 'plain'],
] as const) {
  test(`hands out ${encoding ?? 'plain bytes'} to those who accept ${accepts}`, async (t) => {
    const { get } = await served(t)
    const { headers, text } = await get(script, { 'accept-encoding': accepts })
    t.is(headers['content-encoding'], encoding)
    t.is(headers.vary, 'Accept-Encoding')
    t.is(text, body)
  })
}

for (const path of [
  '/ibmmq/console/assets/main-1a2b.js.br',
  '/ibmmq/console/assets/../../secret.js',
  '/ibmmq/console/%2e%2e/secret.js',
  '/ibmmq/console/nothing.js',
  '/ibmmq/elsewhere',
  '/vendormq/consoles/',
]) {
  test(`there is nothing at ${path}`, async (t) => {
    const { get } = await served(t)
    t.is((await get(path)).status, 404)
  })
}

test('responds to HEAD without a body, and rejects other methods', async (t) => {
  const { get } = await served(t)
  const head = await get('/ibmmq/console/', {}, 'HEAD')
  t.deepEqual([head.status, head.headers['content-length'], head.text], [200, '11', ''])
  const post = await get('/ibmmq/console/', {}, 'POST')
  t.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD'])
})

test('allows the configured origins to frame it', async (t) => {
  const { get } = await served(t, { frameAncestors: () => 'https://portal.example' })
  const { headers } = await get('/ibmmq/console/')
  t.regex(String(headers['content-security-policy']), /frame-ancestors https:\/\/portal\.example$/)
  t.is(headers['x-frame-options'], undefined)
})

test('serves files of the build before the present one, for pages that an older version opened', async (t) => {
  const previousFolder = await mkdtemp(join(tmpdir(), 'console-files-'))
  t.teardown(() => rm(previousFolder, { recursive: true, force: true, maxRetries: 10 }))
  const old = await served(t, { previousFolder })
  await old.stored
  const upgraded = await served(t, { previousFolder }, 'main-3c4d.js')
  await upgraded.stored
  t.is((await upgraded.get('/ibmmq/console/assets/main-3c4d.js')).text, 'plain')
  t.is((await upgraded.get(script)).text, 'plain')
})

test('shows how to build the page while it is missing', async (t) => {
  const { get } = await served(t, { folder: join(tmpdir(), 'there-is-none <b>') })
  const { status, text } = await get('/ibmmq/console/')
  t.is(status, 503)
  t.regex(text, /npm run prepare/)
  t.notRegex(text, /<b>/)
})

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  text: string
}

async function served(
  t: ExecutionContext,
  options: Parameters<typeof buildConsoleHandler>[0] = {},
  scriptName = 'main-1a2b.js',
) {
  const folder = await mkdtemp(join(tmpdir(), 'console-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<p>page</p>')
  for (const [suffix, body] of [
    ['', 'plain'],
    ['.br', 'brotli'],
    ['.gz', 'gzipped'],
  ]) {
    await writeFile(join(folder, 'assets', `${scriptName}${suffix}`), body as string)
  }

  const page = buildConsoleHandler({ folder, ...options })
  const server = createServer(page.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo

  return {
    stored: page.close(),
    get: (path: string, headers = {}, method = 'GET') =>
      new Promise<Answer>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({ status: response.statusCode, headers: response.headers, text })
          })
        })
        sent.on('error', reject).end()
      }),
  }
}
