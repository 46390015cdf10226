/** The pages of the device authorization grant, RFC 8628 section 3.3, and the page after a sign-out. */
import type { Context } from 'koa'
import { html, sendPage } from './page-frame.ts'

/** Asks for the code that the device shows. `form` is the form of oidc-provider, with its protection against CSRF. */
export function sendDeviceCodePage(ctx: object, form: string, problem?: string): void {
  const alert = problem === undefined ? html`` : html`<p role="alert">${problem}</p>`
  const body = html`<p>Enter the code that your device shows.</p>
${alert}
${{ html: labelled(form) }}
<div class="buttons"><button class="act" type="submit" form="op.deviceInputForm">Continue</button></div>`
  sendPage(ctx as Context, { title: 'Connect a device', body, status: problem === undefined ? 200 : 400 })
}

/** Asks whether the code on the device is the same one: RFC 8628 section 5.4. */
export function sendDeviceConfirmPage(
  ctx: object,
  form: string,
  { application, userCode }: { application: string; userCode: string },
): void {
  const body = html`<p><strong>${application}</strong> asks to connect a device. Continue only if the device before you shows this
code:</p>
<p class="code"><code>${userCode}</code></p>
${{ html: form }}
<div class="buttons"><button class="act" type="submit" form="op.deviceConfirmForm">Continue</button>
<button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button></div>`
  sendPage(ctx as Context, { title: 'Connect a device', body, formTargets: 'any' })
}

/** Tells the owner to go back to the device. */
export function sendDeviceDonePage(ctx: object): void {
  sendPage(ctx as Context, {
    title: 'Your device is connected',
    body: html`<p>Go back to your device. You can close this page.</p>`,
  })
}

/** Tells the owner that the sign-out is complete. */
export function sendSignedOutPage(ctx: object): void {
  sendPage(ctx as Context, { title: 'You are signed out', body: html`<p>You can close this page.</p>` })
}

/** Gives the input of the form a label, for assistive technology. */
function labelled(form: string): string {
  return form.replace(
    /<input\s(?![^>]{0,200}hidden)/,
    '<label for="user_code">Code</label>\n<input id="user_code" autocapitalize="characters" ',
  )
}
