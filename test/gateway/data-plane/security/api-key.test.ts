import test from 'ava'
import { Check } from 'typebox/value'
import type { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { apiKeySecurity } from '../../../../src/gateway/data-plane/security/api-key.ts'
import type { SecurityDefinitionContext } from '../../../../src/gateway/data-plane/security/security-type.ts'
import { application, location } from '../_support/documents.ts'
import { securedCall } from '../_support/secured-call.ts'

const shop = { clientId: 'shop', application: application('shop') }

interface Setting {
  expiredAt?: number
  lockedUntil?: number
  failure?: Error
}

function build(settings: Parameters<typeof apiKeySecurity.build>[0], setting: Setting = {}) {
  const attempts: object[] = []
  const checks = apiKeySecurity.build(settings, {
    location,
    catalog: { path: '/acme/sandbox' },
    consumers: {
      find: (clientId: string) => (clientId === 'shop' ? shop : undefined),
      verifySecret: async (_: string, secret: string) => secret === 'right',
      findSecretExpiry: () => setting.expiredAt,
    },
    deps: {
      clock: () => 1000,
      attemptLimits: () => ({
        async attempt(who: object, _secret: string, check: () => Promise<unknown>) {
          attempts.push(who)
          if (setting.failure) throw setting.failure
          if (setting.lockedUntil !== undefined) return { lockedUntil: setting.lockedUntil }
          return { value: await check() }
        },
      }),
    },
  } as unknown as SecurityDefinitionContext)
  return { checks, attempts }
}

const secretInHeader = { in: 'header', name: 'X-IBM-Client-Secret' } as const

/** Proves a secret of `shop`; returns the error and the call. */
async function prove(secret: string, setting: Setting = {}) {
  const { checks, attempts } = build(secretInHeader, setting)
  const call = securedCall({ 'x-ibm-client-secret': secret })
  call.caller.client = shop
  return { error: (await checks.prove?.(call)) as GatewayError | undefined, call, attempts }
}

test('a right secret passes, and counts for the client and the address', async (t) => {
  const { error, call, attempts } = await prove('right', { expiredAt: 0 })
  t.is(error, undefined)
  t.is(call.outcome.detail, undefined)
  t.deepEqual(attempts, [{ kind: 'client', name: 'shop', address: '127.0.0.1' }])
})

for (const [title, setting, expected, detail] of [
  ['a wrong secret', {}, { reason: 'client_wrong', status: 401 }, undefined],
  [
    'an expired secret',
    { expiredAt: 0 },
    { reason: 'client_wrong', status: 401 },
    'the newest secret of shop expired at 1970-01-01T00:00:00.000Z',
  ],
  [
    'a secret of a locked client',
    { lockedUntil: 5001 },
    { reason: 'client_locked', headers: ['Retry-After', '5'] },
    'too many failed attempts: locked for a while',
  ],
  [
    'a secret that cannot be counted',
    { failure: new Error('the disk is full') },
    { reason: 'credentials_unavailable', status: 503, headers: ['Retry-After', '5'] },
    'the disk is full',
  ],
] as const) {
  test(`rejects ${title}, and records the reason`, async (t) => {
    const { error, call } = await prove('wrong', setting)
    t.like(error, { ...expected, location })
    t.is(call.outcome.detail, detail)
  })
}

const byQuery = { in: 'query', name: 'client_id' } as const

for (const [search, rest] of [
  ['?client_id=shop', ''],
  ['?a=1&client_id=shop', '?a=1'],
  ['?client_id=shop&a=1', '?a=1'],
  ['?a=1&client_id=shop&b=2', '?a=1&b=2'],
  ['?&a=1&client_id=shop', '?&a=1'],
  ['?&client_id=shop', ''],
  ['?client%5Fid=shop&a=%7e', '?a=%7e'],
] as const) {
  test(`removes the client id from the query ${search}`, (t) => {
    const call = securedCall({}, search)
    t.is(build(byQuery).checks.identify?.(call), undefined)
    t.is(call.caller.client, shop)
    t.is(call.target.search, rest)
  })
}

for (const search of ['', '?', '?a=1', '?client_id=guess', '?client_id=shop&client_id=shop']) {
  test(`rejects the query "${search}" without one client id that is known`, (t) => {
    const { checks } = build(byQuery)
    const call = securedCall({}, search)
    t.is(checks.isAttempted(call), search.includes('client_id'))
    t.like(checks.identify?.(call), { reason: 'client_wrong' })
    t.is(call.caller.client, undefined)
  })
}

for (const [name, isValid] of [
  ['', false],
  ['k', true],
  ['X-Key', true],
] as const) {
  test(`the name "${name}" of a key ${isValid ? 'is' : 'is not'} valid`, (t) => {
    t.is(Check(apiKeySecurity.settings, { in: 'header', name }), isValid)
  })
}
