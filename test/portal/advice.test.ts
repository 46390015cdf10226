import test from 'ava'

import { gatewayErrors } from '../../src/gateway/errors/gateway-errors.ts'
import { findAdvice } from '../../src/portal/calls/advice.ts'

const usual = findAdvice('a word that nobody says')

/** RFC 6749 sections 4.1.2.1 and 5.2, RFC 7009 section 2.2.1, and what a provider says besides. */
const ofProviders = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'invalid_scope',
  'access_denied',
  'slow_down',
  'temporarily_unavailable',
  'server_error',
]

for (const reason of [...Object.keys(gatewayErrors), ...ofProviders]) {
  test(`there is advice on ${reason}`, (t) => {
    t.not(findAdvice(reason), usual)
    t.regex(findAdvice(reason), /^[A-Z].*\.$/)
  })
}

test('a reason by a name of everything is a strange one', (t) => {
  t.is(findAdvice('toString'), usual)
  t.is(findAdvice('__proto__'), usual)
})
