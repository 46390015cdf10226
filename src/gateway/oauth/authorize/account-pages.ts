/** The pages on which owners see and withdraw what they allowed, and see and end their sessions. */
import type { Context } from 'koa'
import { html, sendPage } from './page-frame.ts'

/** What the page shows. */
export interface AccountPageContent {
  user: string
  /** The applications with the descriptions of the scopes that they have. */
  applications: readonly { clientId: string; title: string; scopes: readonly string[] }[]
  sessions: readonly { uid: string; browser: string; since: Date; isThis: boolean }[]
}

/** Responds with the page of an owner. */
export function sendAccountPage(ctx: Context, { user, applications, sessions }: AccountPageContent): void {
  const access = applications.map(
    ({ clientId, title, scopes }) => html`<form method="post">
<p><strong>${title}</strong><br>${scopes.join(', ')}</p>
<div class="buttons"><button type="submit" name="withdraw" value="${clientId}">Withdraw access of ${title}</button></div>
</form>
`,
  )
  const signedIn = sessions.map(
    ({ uid, browser, since, isThis }) => html`<form method="post">
<p>${isThis ? 'This browser' : browser}<br>Signed in ${`${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`}</p>
<div class="buttons"><button type="submit" name="end" value="${uid}">Sign out ${isThis ? 'here' : 'there'}</button></div>
</form>
`,
  )
  const body = html`<p>You are signed in as <strong>${user}</strong>.</p>
<h2>Applications with access</h2>
${access.length > 0 ? access : html`<p>No application has access.</p>`}
<h2>Sessions</h2>
${signedIn}`
  sendPage(ctx, { title: 'Your account', body })
}

/** Asks whether to sign out. `form` is the form of oidc-provider, with its protection against CSRF. */
export function sendLogoutPage(ctx: object, form: string): void {
  const body = html`<p>Do you want to sign out in this browser?</p>
${{ html: form }}
<div class="buttons"><button class="act" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button type="submit" form="op.logoutForm">Stay signed in</button></div>`
  sendPage(ctx as Context, { title: 'Sign out', body, formTargets: 'any' })
}
