import test from 'ava'
import { selectInitialScopes } from '../../../../../../../src/gateway/parts/portal/pages/try/token/initial-scopes.ts'

const scopes = [
  { name: 'read', description: '' },
  { name: 'write', description: '' },
]

for (const [title, needed, defaultScopes, expected] of [
  ['the scopes of the operation', ['write'], ['read'], ['write']],
  ['the default scopes for an operation without scopes', [], ['read'], ['read']],
  ['one scope for a provider without default scopes', [], [], ['read']],
] as const)
  test(`a token is requested with ${title}`, (t) => {
    t.deepEqual(selectInitialScopes(needed, { defaultScopes: [...defaultScopes], scopes }), expected)
  })

test('a provider without scopes is asked for none', (t) => {
  t.deepEqual(selectInitialScopes([], { defaultScopes: [], scopes: [] }), [])
})
