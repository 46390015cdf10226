import type { IncomingMessage, ServerResponse } from 'node:http'
import test from 'ava'
import { type Asset, buildAsset } from '../../../../src/shared/http/site/assets.ts'
import { rawPath, sendAsset, sendRedirect } from '../../../../src/shared/http/site/send-asset.ts'

const page = buildAsset(404, 'text/html', Buffer.from('page'))
const script: Asset = {
  ...buildAsset(200, 'text/javascript', Buffer.from('script')),
  encoded: { br: Buffer.from('brotli') },
  isImmutable: true,
}

/** A response that records what it sends. */
function record() {
  const sent: { status?: number; headers: Record<string, unknown>; body?: unknown; ends: number } = {
    headers: {},
    ends: 0,
  }
  const response = {
    writeHead(status: number, headers: Record<string, unknown>) {
      Object.assign(sent, { status, headers })
      return response
    },
    end(body?: unknown) {
      sent.ends += 1
      sent.body = body === undefined ? undefined : String(body)
    },
  }
  return { sent, response: response as unknown as ServerResponse }
}

function send(asset: Asset, headers: Record<string, string> = {}, method = 'GET') {
  const { sent, response } = record()
  sendAsset({ method, headers } as unknown as IncomingMessage, response, asset)
  return sent
}

test('a file is sent in the variant that the browser accepts', (t) => {
  const compressed = send(script, { 'accept-encoding': 'br' })
  t.like(compressed, { status: 200, body: 'brotli', ends: 1 })
  t.like(compressed.headers, {
    'Content-Type': 'text/javascript',
    'Content-Length': 6,
    'Content-Encoding': 'br',
    Vary: 'Accept-Encoding',
  })
  const plain = send(script, { 'accept-encoding': 'gzip' })
  t.is(plain.body, 'script')
  t.false('Content-Encoding' in plain.headers)
})

test('a page is sent with its status', (t) => {
  const sent = send(page)
  t.like(sent, { status: 404, body: 'page', ends: 1 })
  t.like(sent.headers, { 'Content-Length': 4, 'Cache-Control': 'no-store' })
})

test('HEAD gets the headers of GET, and no body', (t) => {
  const sent = send(script, {}, 'HEAD')
  t.like(sent, { status: 200, body: undefined, ends: 1 })
  t.is(sent.headers['Content-Length'], 6)
})

test('304 is sent for the same immutable file only', (t) => {
  const same = send(script, { 'if-none-match': script.etag })
  t.like(same, { status: 304, body: undefined, ends: 1 })
  t.is(same.headers.ETag, script.etag)
  t.is(send(script, { 'if-none-match': '"other"' }).status, 200)
  t.is(send(script).status, 200)
  t.is(send(page, { 'if-none-match': page.etag }).status, 404)
})

test('a redirect names the location, and is not cached', (t) => {
  const { sent, response } = record()
  sendRedirect(response, '/page/')
  t.like(sent, { status: 302, ends: 1 })
  t.like(sent.headers, { Location: '/page/', 'Content-Length': 0, 'Cache-Control': 'no-store' })
})

for (const [url, path] of [
  ['/a/b', '/a/b'],
  ['/a?b=c?d', '/a'],
  ['?x', ''],
  [undefined, '/'],
] as const)
  test(`the path of ${url} is ${path || 'empty'}`, (t) => t.is(rawPath({ url } as IncomingMessage), path))
