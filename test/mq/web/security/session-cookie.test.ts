import test from 'ava'
import { renderClearCookie, renderSetCookie } from '../../../../src/mq/web/security/session-store.ts'
import { findCookie } from '../../../../src/shared/http/request/cookies.ts'

test('finds a cookie by its whole name', (t) => {
  const field = 'aLtpaToken2=no; LtpaToken2="yes"; LtpaToken2_1=other'
  t.is(findCookie(field, 'LtpaToken2'), 'yes')
  t.is(findCookie(field, 'LtpaToken'), undefined)
  t.is(findCookie(undefined, 'LtpaToken2'), undefined)
})

test('sets a cookie that scripts and other sites cannot read', (t) => {
  t.is(
    renderSetCookie('abc', { ltpaCookieName: 'LtpaToken2_1', secureLtpa: true }),
    'LtpaToken2_1=abc; Path=/; Secure; HttpOnly; SameSite=Strict',
  )
  t.notRegex(renderSetCookie('abc', { ltpaCookieName: 'L', secureLtpa: false }), /Secure/)
})

test('deletes a cookie by a date in the past', (t) => {
  t.regex(renderClearCookie({ ltpaCookieName: 'L', secureLtpa: true }), /^L=""; Expires=Thu, 01 Jan 1970 00:00:00 GMT;/)
})
