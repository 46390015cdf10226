/** The pages of the authorization endpoint: sign in, allow, and what went wrong. */
import type { Context } from 'koa'

import { html, sendPage } from './page-frame.ts'

export interface LoginPageContent {
  application: string
  /** What was typed before. */
  username?: string | undefined
  /** Why the page is shown again. */
  problem?: string | undefined
  status?: number
}

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
<button class="act" type="submit">Sign in</button>
</form>`
  sendPage(ctx, { title: 'Sign in', body, status })
}

export interface ConsentPageContent {
  application: string
  user: string
  /** Name and description. */
  scopes: readonly (readonly [string, string])[]
  /** Where the answer leads. */
  host: string
}

export function sendConsentPage(ctx: Context, { application, user, scopes, host }: ConsentPageContent): void {
  const items = scopes.map(([name, description]) => html`<li>${description} <code>${name}</code></li>\n`)
  const body = html`<p><strong>${application}</strong> asks for this, on behalf of <strong>${user}</strong>:</p>
<ul>
${items}</ul>
<p>Whatever you answer, you go on to ${host}.</p>
<form method="post">
<button class="act" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`
  sendPage(ctx, { title: 'Allow access?', body, formTargets: 'any' })
}

/** Shows the owner an error that must not be sent to the client, because the client is unknown or not trusted. */
export function sendErrorPage(ctx: Context, status: number, error: string, description: string): void {
  const body = html`<p role="alert">${description}</p>
<p>Go back to the application and try again. It may want to know: <code>${error}</code></p>`
  sendPage(ctx, { title: 'This does not work', body, status })
}
