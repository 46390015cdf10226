/** The pages of the authorization endpoint: sign-in, consent, and errors. */
import type { Context } from 'koa'
import { html, sendPage } from './page-frame.ts'

/** The values on the sign-in page. */
export interface LoginPageContent {
  /** The title of the application. */
  application: string
  /** The user name of a failed attempt. */
  username?: string | undefined
  /** The error text of a failed attempt. */
  problem?: string | undefined
  status?: number
}

/** Responds with the sign-in page. */
export function sendLoginPage(
  ctx: Context,
  { application, username = '', problem, status = 200 }: LoginPageContent,
): void {
  const alert = problem === undefined ? html`` : html`<p role="alert">${problem}</p>`
  const body = html`<p>to continue to <strong>${application}</strong></p>
${alert}
<form method="post">
<label for="username">User name</label>
<input id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<div class="buttons"><button class="act" type="submit">Sign in</button></div>
</form>`
  sendPage(ctx, { title: 'Sign in', body, status })
}

/** Responds with a page that leads to a URL at once: a navigation of its own, not a redirect of the form before. */
export function sendContinuePage(ctx: Context, url: string): void {
  const body = html`<p>You return to the application. <a href="${url}">Continue</a></p>`
  sendPage(ctx, { title: 'Signed in', body, refresh: url })
}

/** Responds with the page after a rejected sign-in at another provider. The owner can try again, or go back. */
export function sendRejectedPage(ctx: Context, application: string, reason: string): void {
  const body = html`<p>to continue to <strong>${application}</strong></p>
<p role="alert">The sign-in was rejected: ${reason}.</p>
<form method="post">
<div class="buttons"><button class="act" type="submit">Try again</button>
<button type="submit" name="decision" value="deny">Cancel</button></div>
</form>`
  sendPage(ctx, { title: 'Sign in', body, status: 403, formTargets: 'any' })
}

/** The values on the consent page. */
export interface ConsentPageContent {
  application: string
  user: string
  /** Pairs of scope name and description. */
  scopes: readonly (readonly [string, string])[]
  /** The host of the redirect URI. */
  host: string
  /** Pairs of the title of authorization details and their members as JSON. */
  details?: readonly (readonly [string, string])[]
}

/** Responds with the consent page. */
export function sendConsentPage(
  ctx: Context,
  { application, user, scopes, host, details = [] }: ConsentPageContent,
): void {
  const shown = [...scopes, ...details.map(([title, members]) => [members, title] as const)]
  const items = shown.map(([name, description]) => html`<li>${description} <code>${name}</code></li>\n`)
  const body = html`<p><strong>${application}</strong> asks for this, on behalf of <strong>${user}</strong>:</p>
<ul>
${items}</ul>
<p>After your decision you return to ${host}.</p>
<form method="post">
<div class="buttons"><button class="act" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button></div>
</form>`
  sendPage(ctx, { title: 'Allow access?', body, formTargets: 'any' })
}

/** Shows an error to the owner. An invalid client or redirect URI forbids a redirect (RFC 6749 section 4.1.2.1). */
export function sendErrorPage(ctx: Context, status: number, error: string, description: string): void {
  const body = html`<p role="alert">${description}</p>
<p>Go back to the application and try again. Error code: <code>${error}</code></p>`
  sendPage(ctx, { title: 'The request failed', body, status })
}
