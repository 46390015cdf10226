import test from 'ava'
import {
  readSessionToken,
  renderExpiredSessionCookie,
  renderSessionCookie,
} from '../../../../../src/gateway/parts/portal/session/session-cookie.ts'

const scope = { path: '/acme/sandbox/portal', secure: true }

test('scripts cannot read the cookie, and the browser sends it to the portal alone, over HTTPS', (t) => {
  t.is(
    renderSessionCookie('abc', scope),
    'sluice_portal=abc; Path=/acme/sandbox/portal; HttpOnly; SameSite=Lax; Secure',
  )
  t.false(renderSessionCookie('abc', { ...scope, secure: false }).includes('Secure'))
})

test('the cookie that ends a session has the same scope', (t) => {
  t.is(
    renderExpiredSessionCookie(scope),
    'sluice_portal=; Max-Age=0; Path=/acme/sandbox/portal; HttpOnly; SameSite=Lax; Secure',
  )
})

test('the token is read from among other cookies', (t) => {
  t.is(readSessionToken('other=1; sluice_portal=abc; more=2'), 'abc')
  t.is(readSessionToken('xsluice_portal=abc'), undefined)
  t.is(readSessionToken(undefined), undefined)
})
