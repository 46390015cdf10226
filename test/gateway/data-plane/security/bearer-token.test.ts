import test from 'ava'
import { buildBearerErrors, readBearerToken } from '../../../../src/gateway/data-plane/security/bearer-token.ts'
import type { SecurityDefinitionContext } from '../../../../src/gateway/data-plane/security/security-type.ts'
import { catalog, location } from '../_support/documents.ts'
import { securedCall } from '../_support/secured-call.ts'

const context = {
  catalog: catalog([]),
  api: { basePath: '/customerdb/v1' },
  scopes: ['customer'],
  location,
  deps: {},
} as unknown as SecurityDefinitionContext
const errors = buildBearerErrors(context, 'rfc')

for (const [authorization, expected] of [
  ['Bearer token', 'token'],
  ['bearer token', 'token'],
  ['Bearer  token', 'token'],
  ['BEARER   token', 'token'],
  ['Bearer token token', errors.invalid],
  ['Bearer  token token', errors.invalid],
  ['Bearer', errors.invalid],
  ['Bearertoken', errors.missing],
  ['Basic token', errors.missing],
  ['token Bearer ', errors.missing],
  ['', errors.missing],
] as const) {
  test(`reads the header "${authorization.replaceAll(' ', '_')}"`, (t) => {
    t.is(readBearerToken(securedCall({ authorization }), errors), expected)
  })
}

test('a missing scope is a 403 insufficient_scope, and with compat apic a 401 invalid_token', (t) => {
  t.like(errors.insufficient, {
    status: 403,
    headers: ['WWW-Authenticate', 'Bearer realm="acme/sandbox", error="insufficient_scope", scope="customer"'],
  })
  const apic = buildBearerErrors(context, 'apic')
  t.like(apic.insufficient, { status: 401, reason: 'scope_insufficient', location, headers: apic.invalid.headers })
  t.is(errors.invalid.status, 401)
})

test('every challenge names the metadata of the API when the origin of the gateway is known', (t) => {
  const deps = { baseUrl: 'https://api.example.com' }
  const { missing, invalid, insufficient } = buildBearerErrors(
    { ...context, deps } as unknown as SecurityDefinitionContext,
    'rfc',
  )
  const url = 'https://api.example.com/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1'
  for (const { headers } of [missing, invalid, insufficient]) {
    t.true(headers?.[1]?.endsWith(`, resource_metadata="${url}"`))
  }
})
