/**
 * The HTML frame of the pages that owners see. The pages work without scripts, and their content security policy
 * forbids scripts.
 */
import { hash } from 'node:crypto'

import type { Context } from 'koa'

/** A piece of HTML, which is not escaped again. */
export interface HtmlFragment {
  html: string
}

/** A template tag for HTML. It escapes strings, and inserts fragments as they are. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | HtmlFragment | readonly HtmlFragment[])[]
): HtmlFragment {
  const texts = values.map((value) => (typeof value === 'string' ? escaped(value) : flat(value)))
  return { html: parts.map((part, at) => part + (texts[at] ?? '')).join('') }
}

function flat(value: HtmlFragment | readonly HtmlFragment[]): string {
  return 'html' in value ? value.html : value.map((each) => each.html).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8d8d8d; --act: #0f62fe }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
main { width: min(24rem, 100vw - 3rem); padding: 2rem 0 }
h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 1rem }
label { display: block; font-size: .875rem; margin-top: 1rem }
input { width: 100%; box-sizing: border-box; padding: .65rem; font: inherit; border: 1px solid var(--line) }
button { margin-top: 1.5rem; padding: .7rem 1.5rem; font: inherit; border: 1px solid var(--act); cursor: pointer }
button.act { background: var(--act); color: #fff }
button:focus-visible, input:focus-visible { outline: 2px solid var(--act); outline-offset: 2px }
[role=alert] { border-left: 4px solid #da1e28; padding: .5rem .75rem; margin: 0 }
code { font-size: .875rem }
`
const styleHash = hash('sha256', style, 'base64')

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
  }: { title: string; body: HtmlFragment; status?: number; formTargets?: string | undefined },
): void {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
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
<style>${{ html: style }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.html
}
