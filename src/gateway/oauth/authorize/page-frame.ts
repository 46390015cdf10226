/** The HTML frame of the pages for owners. They work without scripts, which their content policy forbids. */
import type { Context } from 'koa'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { escapeMarkup } from '../../../shared/lib/text/escape-markup.ts'
import { buildPageBrand, findPageBrand, type PageBrand } from './page-brand.ts'
import { buildPageStyle, type PageStyle } from './page-style.ts'

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

function findStyle(brand: PageBrand): PageStyle {
  return getOrCreate(styles, brand, () => buildPageStyle(brand))
}

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
  const { css, source } = findStyle(brand)
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
