/** Renders a page for a browser that loads nothing: styles and scripts are in it. */
import { hash } from 'node:crypto'

const style = `body{font:14px system-ui,sans-serif;margin:2rem;color:#161616;background:#fff}
h1{font-size:1.2rem;overflow-wrap:anywhere}svg{white-space:pre}table{border-collapse:collapse;margin-top:1rem}
td,th{border-bottom:1px solid #8d8d8d;padding:.3rem .6rem;text-align:left;vertical-align:top}.failed{font-weight:600;color:#da1e28}
@media(prefers-color-scheme:dark){body{color:#f4f4f4;background:#161616}.failed{color:#ff8389}}`

/** Returns the page. `title` and `body` are HTML; `script` is JavaScript. */
export function renderPage(title: string, body: string, script = ''): string {
  const allowed = script === '' ? '' : `; script-src 'sha256-${hash('sha256', script, 'base64')}'`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${allowed}">
<style>${style}</style></head>
<body><h1>${title}</h1>
${body}
${script === '' ? '' : `<script>${script}</script>`}</body></html>
`
}
