import test from 'ava'

import { gatewayErrors } from '../../src/gateway/errors/gateway-errors.ts'
import { findAdvice } from '../../src/portal/calls/advice.ts'

const general = findAdvice('unknown_reason')

/** RFC 6749 sections 4.1.2.1 and 5.2, RFC 7009 section 2.2.1, and `slow_down`. */
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
  test(`${reason} has advice of its own`, (t) => {
    t.not(findAdvice(reason), general)
    t.regex(findAdvice(reason), /^[A-Z].*\.$/)
  })
}

test('a reason with the name of an object member has the general advice', (t) => {
  t.is(findAdvice('toString'), general)
  t.is(findAdvice('__proto__'), general)
})
