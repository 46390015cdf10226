import test from 'ava'
import { admissionStages } from '../../../../src/gateway/data-plane/explain/admission-stages.ts'
import { arrivalStages } from '../../../../src/gateway/data-plane/explain/arrival-stages.ts'
import type { CallEvidence, CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'

const location = { file: 'apis/a.yaml', line: 3, column: 1 }
const recordOf = (reason: string) => ({ reason, method: 'GET' }) as unknown as CallRecord

test('an encoded slash that the API does not accept names the property', (t) => {
  const evidence = { path: '/acme/a/x%2Fy', api: { location } } as unknown as CallEvidence
  const facts = arrivalStages.syntax.renderFacts(evidence, recordOf('path_ambiguous'))
  t.regex(String(facts?.wanted), /allow-encoded-slash: "true" of the API/)
  t.is(facts?.place, 'apis/a.yaml:3')
})

test('a path that is ambiguous for every API names no property', (t) => {
  const evidence = { path: '/a/%00' } as unknown as CallEvidence
  const facts = arrivalStages.syntax.renderFacts(evidence, recordOf('path_ambiguous'))
  t.notRegex(String(facts?.wanted), /allow-encoded-slash/)
})

test('of several scopes, the missing one is named', (t) => {
  const scopes = ['read', 'write', 'admin']
  const security = [{ all: [{ definition: {}, scopes }], location }]
  const token = { id: '1', scopes: new Set(['read', 'admin']), expiresAt: 0 }
  const evidence = { operation: { security }, token } as unknown as CallEvidence
  const facts = admissionStages.scopes.renderFacts(evidence, recordOf('scope_insufficient'))
  t.is(facts?.wanted, 'read, write, admin; the token lacks write')
})
