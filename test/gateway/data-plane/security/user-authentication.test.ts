import test from 'ava'
import { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import type { LimitedAttemptContext } from '../../../../src/gateway/data-plane/security/limited-attempt.ts'
import { buildUserAuthentication } from '../../../../src/gateway/data-plane/security/limited-attempt.ts'
import { location } from '../_support/documents.ts'
import { securedCall } from '../_support/secured-call.ts'

test('a locked user is rejected with the time to wait, and the reason is recorded', async (t) => {
  const context = {
    location,
    catalog: { path: '/acme/sandbox' },
    deps: { clock: () => 1000, attemptLimits: () => ({ attempt: async () => ({ lockedUntil: 61_000 }) }) },
  } as unknown as LimitedAttemptContext
  const wrong = new GatewayError('user_wrong', { location })
  const users = { authenticate: async () => undefined, foldName: (name: string) => name, close: async () => {} }
  const credentials = { name: 'alice', password: 'wonderland' }
  const call = securedCall()
  t.like(await buildUserAuthentication(users, wrong, context)(call, credentials), {
    reason: 'user_locked',
    headers: ['Retry-After', '60'],
    location,
  })
  t.is(call.outcome.detail, 'too many failed attempts: locked for a while')
})
