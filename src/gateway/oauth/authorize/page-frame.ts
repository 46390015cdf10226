/** The HTML frame of the pages for owners. They work without scripts, which their content policy forbids. */
import { hash } from 'node:crypto'
import type { Context } from 'koa'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { escapeMarkup } from '../../../shared/lib/text/escape-markup.ts'
import { buildPageBrand, findPageBrand, type PageBrand } from './page-brand.ts'

/** A piece of HTML, which is not escaped again. */
export type HtmlFragment = { html: string }

/** A template tag for HTML. It escapes strings, and inserts fragments as they are. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | HtmlFragment | readonly HtmlFragment[])[]
): HtmlFragment {
  const texts = values.map((value) => (typeof value === 'string' ? escapeMarkup(value) : flat(value)))
  return { html: parts.map((part, at) => part + (texts[at] ?? '')).join('') }
}

function flat(value: HtmlFragment | readonly HtmlFragment[]): string {
  return 'html' in value ? value.html : value.map((each) => each.html).join('')
}

/** The frame of pages that are shown before a brand is known. */
const plainBrand: PageBrand = buildPageBrand({ title: '', path: '' })
const styles = new WeakMap<PageBrand, PageStyle>()

/**
 * Responds with an HTML page.
 *
 * `formTargets` is the `form-action` of the content security policy. Browsers also apply it to redirects after a
 * form, so the consent page, which redirects to the client, sets `any`.
 */
export function sendPage(
  ctx: Context,
  {
    title,
    body,
    status = 200,
    formTargets = "'self'",
    refresh,
  }: { title: string; body: HtmlFragment; status?: number; formTargets?: string; refresh?: string },
): void {
  const brand = findPageBrand(ctx.res) ?? plainBrand
  const { css, source } = getOrCreate(styles, brand, () => buildPageStyle(brand))
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    ...(brand.logoPath === undefined ? [] : ["img-src 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  if (formTargets !== 'any') policy.push(`form-action ${formTargets}`)

  ctx.status = status
  ctx.type = 'html'
  ctx.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin', // with `no-referrer`, browsers send `Origin: null` with a form
  })
  ctx.body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${refresh === undefined ? html`` : html`<meta http-equiv="refresh" content="0; url=${refresh}">\n`}<style>${{ html: css }}</style>
</head>
<body>
<main>
${renderBrand(brand)}<h1>${title}</h1>
${body}
${renderSupport(brand)}</main>
</body>
</html>
`.html
}

function renderBrand({ name, logoPath }: PageBrand): HtmlFragment {
  if (name === '' && logoPath === undefined) return html``
  const logo = logoPath === undefined ? html`` : html`<img src="${logoPath}" alt="">`
  return html`<p class="brand">${logo}${name}</p>\n`
}

function renderSupport({ supportEmail, supportUrl }: PageBrand): HtmlFragment {
  const links = [
    ...(supportEmail === undefined ? [] : [html`<a href="mailto:${supportEmail}">${supportEmail}</a> `]),
    ...(supportUrl === undefined ? [] : [html`<a href="${supportUrl}" rel="noopener noreferrer">Support</a>`]),
  ]
  return links.length === 0 ? html`` : html`<footer><p>Need help? ${links}</p></footer>\n`
}

/** The style sheet of the pages of a provider, with the colours of a brand. */
interface PageStyle {
  css: string
  /** The source expression of the sheet for `style-src`: Content Security Policy Level 3. */
  source: string
}

/** Returns the style sheet. Both colours are `#rrggbb`. */
function buildPageStyle({ color, colorDark }: { color: string; colorDark: string }): PageStyle {
  const css = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --act: ${color}; --on-act: #fff; --ground: #f4f4f4; --card: #fff; --ink: #161616; --soft: #525252; --line: #8d8d8d; --alert: #da1e28 }
@media (prefers-color-scheme: dark) { :root {
  --act: ${colorDark}; --on-act: #161616; --ground: #161616; --card: #262626; --ink: #f4f4f4; --soft: #c6c6c6; --line: #8d8d8d; --alert: #ff8389 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink) }
main { width: min(26rem, 100vw - 2rem); margin: 1rem 0; padding: 2rem; background: var(--card); border-top: 4px solid var(--act); box-shadow: 0 1px 4px rgb(0 0 0 / .2); overflow-wrap: anywhere }
.brand { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.5rem; color: var(--soft); font-weight: 600 }
.brand img { max-height: 2.5rem; max-width: 8rem }
h1 { font-size: 1.5rem; font-weight: 600; line-height: 1.25; margin: 0 0 .75rem }
h2 { font-size: 1.125rem; font-weight: 600; margin: 1.5rem 0 .5rem }
p { margin: 0 0 1rem }
ul { margin: 0 0 1rem; padding: 0; list-style: none }
li { padding: .6rem 0; border-bottom: 1px solid var(--line) }
li code { display: block; color: var(--soft) }
label { display: block; font-size: .875rem; margin: 1rem 0 .25rem }
input { width: 100%; padding: .65rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 2px }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
button { flex: 1; min-height: 2.75rem; padding: .6rem 1.25rem; font: inherit; color: var(--ink); background: none; border: 1px solid var(--act); border-radius: 2px; cursor: pointer }
button.act { background: var(--act); color: var(--on-act); font-weight: 600 }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 2px solid var(--act); outline-offset: 2px }
a { color: var(--act) }
[role=alert] { border-left: 4px solid var(--alert); padding: .5rem .75rem }
footer { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
footer p { margin: 0 }
code { font-size: .875rem }
.code code { font-size: 1.75rem; font-weight: 600; letter-spacing: .05em }
`
  return { css, source: `'sha256-${hash('sha256', css, 'base64')}'` }
}
