import { createHash } from 'node:crypto'
import test from 'ava'
import type { Context } from 'koa'
import { attachPageBrand, buildPageBrand } from '../../../../src/gateway/oauth/authorize/page-brand.ts'
import { sendConsentPage, sendErrorPage, sendLoginPage } from '../../../../src/gateway/oauth/authorize/pages.ts'

const brand = {
  name: '<b>Acme</b> & Co',
  logo: 'brand/logo.svg',
  color: '#8a3800',
  colorDark: '#ffb784',
  supportEmail: 'help@acme.example',
  supportUrl: 'https://acme.example/?a=1&b="2"',
  links: [],
}
const catalog = { title: 'Sandbox', path: '/acme/sandbox', portal: { brand } } as never

/** Renders a page as a response of a provider. */
function render(send: (ctx: Context) => void, of: Parameters<typeof buildPageBrand>[0]) {
  const headers: Record<string, string> = {}
  const ctx = { res: {}, body: '', set: (more: object) => Object.assign(headers, more) }
  attachPageBrand(ctx.res as never, buildPageBrand(of))
  send(ctx as never as Context)
  return { html: ctx.body, policy: headers['Content-Security-Policy'] ?? '' }
}

for (const [title, send] of [
  ['sign-in', (ctx: Context) => sendLoginPage(ctx, { application: 'Shop' })],
  [
    'consent',
    (ctx: Context) =>
      sendConsentPage(ctx, { application: 'Shop', user: 'alice', scopes: [['a', 'All']], host: 'shop.example' }),
  ],
  ['error', (ctx: Context) => sendErrorPage(ctx, 400, 'invalid_request', 'It failed.')],
] as const) {
  test(`the ${title} page carries the brand as text, and runs nothing`, (t) => {
    const { html, policy } = render(send, catalog)
    t.true(html.includes('&lt;b&gt;Acme&lt;/b&gt; &amp; Co'))
    t.true(html.includes('<img src="/acme/sandbox/portal/api/v1/brand/logo" alt="">'))
    t.true(html.includes('--act: #8a3800') && html.includes('--act: #ffb784'))
    t.true(html.includes('href="mailto:help@acme.example"'))
    t.true(html.includes('href="https://acme.example/?a=1&amp;b=&quot;2&quot;"'))
    const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    t.true(policy.includes(`style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`))
    t.true(policy.includes("img-src 'self'") && policy.includes("default-src 'none'"))
    t.notRegex(policy, /script-src|unsafe/)
  })
}

test('a catalog without a portal has its title, and no image', (t) => {
  const { html, policy } = render((ctx) => sendLoginPage(ctx, { application: 'Shop' }), {
    title: 'Sandbox',
    path: '/acme/sandbox',
  })
  t.true(html.includes('<p class="brand">Sandbox</p>'))
  t.false(html.includes('<img'))
  t.false(policy.includes('img-src'))
})
