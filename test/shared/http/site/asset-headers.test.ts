import test from 'ava'
import { buildAssetHeaders } from '../../../../src/shared/http/site/asset-headers.ts'
import { buildAsset } from '../../../../src/shared/http/site/assets.ts'

const page = buildAsset(200, 'text/html', Buffer.from('page'))

test('a file that never changes is cached for a year, and runs nothing by itself', (t) => {
  t.like(buildAssetHeaders({ ...page, isImmutable: true }, {}), {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: page.etag,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('a page is not cached, and no origin may show it in a frame', (t) => {
  const headers = buildAssetHeaders(page, {})
  t.is(headers['Cache-Control'], 'no-store')
  t.is(headers.ETag, undefined)
  t.is(headers['X-Frame-Options'], 'DENY')
  t.regex(headers['Content-Security-Policy'] ?? '', /^default-src 'none'; .*; frame-ancestors 'none'$/)
})

test('only the origins of the option may show a page in a frame', (t) => {
  const headers = buildAssetHeaders(page, { frameAncestors: 'https://a.example https://b.example' })
  t.is(headers['X-Frame-Options'], undefined)
  t.regex(headers['Content-Security-Policy'] ?? '', /; frame-ancestors https:\/\/a\.example https:\/\/b\.example$/)
})
