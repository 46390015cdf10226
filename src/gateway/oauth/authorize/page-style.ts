/** The style sheet of the pages of a provider, with the colours of a brand. */
import { hash } from 'node:crypto'

export interface PageStyle {
  css: string
  /** The source expression of the sheet for `style-src`: Content Security Policy Level 3. */
  source: string
}

/** Returns the style sheet. Both colours are `#rrggbb`. */
export function buildPageStyle({ color, colorDark }: { color: string; colorDark: string }): PageStyle {
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
