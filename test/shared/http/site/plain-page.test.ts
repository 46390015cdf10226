import test from 'ava'
import { buildPlainPage } from '../../../../src/shared/http/site/plain-page.ts'

test('a plain page has its title, its text and its status, and is not cached', (t) => {
  const { status, contentType, body, isImmutable } = buildPlainPage(404, 'Not found', '<i>text</i>')
  t.is(status, 404)
  t.is(contentType, 'text/html; charset=utf-8')
  t.regex(String(body), /<title>Not found<\/title><h1>Not found<\/h1><p><i>text<\/i><\/p>/)
  t.false(isImmutable)
})
