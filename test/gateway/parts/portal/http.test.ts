import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startPortal } from './_support/portal.ts'

const prefix = '/acme/sandbox/portal'

for (const [title, body, headers, status, code] of [
  ['no JSON', '{ broken', {}, 400, 'no_json'],
  ['a list', '[]', {}, 400, 'no_json'],
  ['a text', '"name"', {}, 400, 'no_json'],
  ['nothing', '', {}, 422, 'wrong_body'],
  ['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'wrong_type'],
  ['no type', '{}', { 'content-type': 'text/plain' }, 415, 'wrong_type'],
  ['too much', JSON.stringify({ name: 'a'.repeat(70_000) }), {}, 413, 'too_long'],
  ['too many elements', `{"name":[${'0,'.repeat(300_000)}0]}`, {}, 413, 'too_long'],
  ['too many levels', `{"name":${'['.repeat(600)}${']'.repeat(600)}}`, {}, 413, 'too_long'],
  ['members of a prototype', '{"__proto__":{"name":"a"},"name":"a"}', {}, 400, 'no_json'],
] as const) {
  test(`refuses ${title} as a body`, async (t) => {
    const browser = (await startPortal(t)).browser()
    t.like(await browser.call('POST', '/session', body, headers), { status, body: { code } })
  })
}

test('a body that breaks off costs nothing but its connection', async (t) => {
  const portal = await startPortal(t)
  const { host, hostname, port } = new URL(portal.origin)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${prefix}/api/v1/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`,
        () => socket.destroy(),
      )
    })
    socket.on('close', () => resolve())
  })
  t.is((await portal.browser().get('/portal')).status, 200)
})

for (const [title, method, path, status, code] of [
  ['a resource that does not exist', 'GET', '/nothing', 404, 'unknown_resource'],
  ['the root of the resources', 'GET', '', 404, 'unknown_resource'],
  ['a resource in other letters', 'GET', '/Portal', 404, 'unknown_resource'],
  ['a slash too many', 'GET', '/portal/', 404, 'unknown_resource'],
  ['a broken percent code', 'GET', '/products/%E0%A4%A', 401, 'not_signed_in'],
  ['a method that a resource does not take', 'PUT', '/portal', 405, 'wrong_method'],
  ['a method that nobody takes', 'PATCH', '/session', 405, 'wrong_method'],
] as const) {
  test(`${title} is answered ${status}`, async (t) => {
    const answer = await (await startPortal(t)).browser().call(method, path)
    t.like(answer, { status, body: { code, status } })
    t.is(answer.headers.get('content-type'), 'application/problem+json')
    if (status === 405) t.regex(answer.headers.get('allow') ?? '', /GET/)
  })
}

test('a broken percent code in a path is a name of nothing', async (t) => {
  const anna = await (await startPortal(t)).signedUp('anna')
  t.is((await anna.get('/products/%E0%A4%A')).status, 404)
  t.is((await anna.get('/products/..%2F..%2Fetc')).status, 404)
})

test('HEAD is answered as GET is, without the body', async (t) => {
  const portal = await startPortal(t)
  const answer = await fetch(`${portal.origin}${prefix}/api/v1/portal`, { method: 'HEAD' })
  t.is(answer.status, 200)
  t.is(await answer.text(), '')
})

test('no response can be cached, framed, sniffed or run as a script', async (t) => {
  const browser = (await startPortal(t)).browser()
  for (const path of ['/portal', '/session', '/nothing']) {
    const { headers } = await browser.get(path)
    t.is(headers.get('cache-control'), 'no-store')
    t.is(headers.get('x-content-type-options'), 'nosniff')
    t.is(headers.get('x-frame-options'), 'DENY')
    t.regex(headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    t.is(headers.get('access-control-allow-origin'), null)
  }
})

test('internal errors are in the log only', async (t) => {
  const tools = { describeApi: () => Promise.reject(new Error('the secret of the house')) }
  const portal = await startPortal(t, { tools })
  const anna = await portal.signedUp('anna')
  const answer = await anna.get('/apis/customers')
  t.like(answer, { status: 500, body: { code: 'fault' } })
  t.false(JSON.stringify(answer.body).includes('secret of the house'))
  t.regex(portal.lines.join(), /secret of the house/)
})

async function site(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-site-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>portal</title>')
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'run()')
  return folder
}

test('the page is served at every URL except those of files and resources', async (t) => {
  const portal = await startPortal(t, { tools: { siteFolder: await site(t) } })
  const get = (path: string) => fetch(`${portal.origin}${prefix}${path}`, { redirect: 'manual' })
  for (const path of ['/', '/callback?code=x&state=y', '/applications/shop', '/index.html', '/..%2f..%2fetc']) {
    const answer = await get(path)
    t.is(answer.status, 200, path)
    t.regex(await answer.text(), /<title>portal/)
    t.regex(answer.headers.get('content-security-policy') ?? '', /script-src 'self';/)
    t.is(answer.headers.get('cache-control'), 'no-store')
  }
  const script = await get('/assets/main-1a2b.js')
  t.is(await script.text(), 'run()')
  t.regex(script.headers.get('cache-control') ?? '', /immutable/)
  t.is((await get('/assets/main-old.js')).status, 404)

  const bare = await get('?a=b')
  t.is(bare.status, 302)
  t.is(bare.headers.get('location'), `${prefix}/?a=b`)
  const wrong = await fetch(`${portal.origin}${prefix}/`, { method: 'POST' })
  t.is(wrong.status, 405)
  for (const { headers } of [bare, wrong, script]) {
    t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
  }
})

test('a page that is not built is reported as missing, and the resources work', async (t) => {
  const portal = await startPortal(t)
  const answer = await fetch(`${portal.origin}${prefix}/`)
  t.is(answer.status, 503)
  t.regex(await answer.text(), /npm run prepare/)
  t.is((await portal.browser().get('/portal')).status, 200)
})
