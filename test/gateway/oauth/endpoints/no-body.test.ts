/** POST without a body: what is missing is a parameter or a credential, and not a media type. RFC 9112 section 6.3. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { settings } from '../_support/documents.ts'
import { managed } from '../_support/features.ts'
import { run } from '../_support/provider.ts'

const all = {
  ...managed,
  scopes: new Map([['openid', 'Know who you are'], ...settings.scopes]),
  openidConnect: { ...settings.openidConnect, enabled: true },
  deviceAuthorization: { enabled: true },
  pushedAuthorization: { enabled: true, required: false },
}
const basic = `Authorization: Basic ${Buffer.from('app:app-secret').toString('base64')}`

/** Sends a POST without a body; without a length, or with a length of 0. */
async function send(url: string, ...lines: string[]) {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write([`POST ${pathname} HTTP/1.1`, `Host: ${hostname}`, 'Connection: close', ...lines, '', ''].join('\r\n'))
  const answer = await text(socket)
  return { status: Number(answer.slice(9, 12)), answer }
}

for (const [title, length] of [
  ['without a length', []],
  ['with the length 0', ['Content-Length: 0']],
] as const) {
  for (const [path, status, words] of [
    ['/oauth2/token', 400, /Missing required parameter|grant_type/],
    ['/oauth2/introspect', 400, /token/],
    ['/oauth2/revoke', 400, /token/],
    ['/oauth2/par', 400, /redirect_uri|response_type|client/],
    ['/oauth2/device_authorization', 200, /user_code/],
    ['/oauth2/logout', 303, /location/i],
  ] as const)
    test(`POST ${path} ${title} says what is missing`, async (t) => {
      const running = await run(t, { settings: all })
      const { status: found, answer } = await send(`${running.issuer}${path}`, ...length, basic)
      t.is(found, status, answer)
      t.regex(answer, words)
      t.notRegex(answer, /Content-Type must/)
    })

  test(`POST /oauth2/userinfo ${title} takes the token of its header`, async (t) => {
    const running = await run(t, { settings: all })
    const { access_token } = await running.signIn({ scope: 'openid customer' })
    const url = `${running.issuer}/oauth2/userinfo`
    const { status, answer } = await send(url, ...length, `Authorization: Bearer ${access_token}`)
    t.is(status, 200, answer)
    t.regex(answer, /"sub":"alice"/)
  })

  test(`POST /oauth2/token ${title} and without a client is 401`, async (t) => {
    const running = await run(t, { settings: all })
    t.is((await send(running.tokenUrl, ...length)).status, 401)
  })
}
