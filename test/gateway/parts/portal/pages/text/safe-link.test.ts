import test from 'ava'
import { resolveLink } from '../../../../../../src/gateway/parts/portal/pages/text/safe-link.ts'

test('web and mail addresses are links', (t) => {
  t.deepEqual(resolveLink('https://example.com/a?b#c'), {
    href: 'https://example.com/a?b#c',
    target: '_blank',
    rel: 'noopener noreferrer',
  })
  t.deepEqual(resolveLink('mailto:help@example.com'), { href: 'mailto:help@example.com' })
})

for (const href of [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example/path',
  '/acme/sandbox/other',
  '#/applications',
  'http://[',
]) {
  test(`${JSON.stringify(href)} is no link`, (t) => t.is(resolveLink(href), undefined))
}

test('relative links lead where their resolver says', (t) => {
  const resolve = (target: string) => (target === 'start.md' ? '#/guides/start' : undefined)
  t.deepEqual(resolveLink('start.md', resolve), { href: '#/guides/start' })
  t.is(resolveLink('other.md', resolve), undefined)
  t.is(
    resolveLink('javascript:alert(1)', () => '#/x'),
    undefined,
  )
})
