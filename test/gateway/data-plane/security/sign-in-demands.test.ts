/** Step-up: definitions that demand how and when the owner of a token has signed in. RFC 9470. */
import test from 'ava'
import type { AccessToken } from '../../../../src/gateway/contract/access/access-token.ts'
import type { SignInDemands } from '../../../../src/gateway/contract/access/sign-in-demands.ts'
import type {
  SecuredCall,
  SecurityDefinitionContext,
} from '../../../../src/gateway/data-plane/security/security-type.ts'
import { demandSignIn } from '../../../../src/gateway/data-plane/security/sign-in-demands.ts'
import { accessToken, catalog } from '../_support/documents.ts'

const now = 1_700_000_000_000
const context = {
  catalog: catalog([]),
  deps: { clock: () => now },
  location: { file: 'api.yaml', line: 1, column: 1 },
} as unknown as SecurityDefinitionContext
const checks = { identify: () => undefined, verify: () => undefined } as never

function check(demands: Partial<SignInDemands>, token: Partial<AccessToken>) {
  const call = { caller: { token: { ...accessToken, ...token } }, outcome: {} } as unknown as SecuredCall
  const demanding = demandSignIn(checks, { acrValues: undefined, maxAge: undefined, ...demands }, context)
  return { result: demanding.verify?.(call) as { headers?: string[] } | undefined, detail: call.outcome.detail }
}

for (const [title, demands, token, detail] of [
  ['a weaker sign-in', { acrValues: ['gold'] }, { acr: 'silver' }, /reached the class silver, the API demands gold/],
  ['a token without a class', { acrValues: ['gold', 'x'] }, {}, /reached no authentication context class/],
  [
    'an older sign-in',
    { maxAge: 60 },
    { authTime: now / 1000 - 61 },
    /signed in 61 seconds ago, the API demands at most 60/,
  ],
  ['a token of no owner', { maxAge: 60 }, {}, /does not say when/],
] as [string, Partial<SignInDemands>, Partial<AccessToken>, RegExp][]) {
  test(`rejects ${title} with the demands in the challenge`, (t) => {
    const { result, detail: seen } = check(demands, token)
    t.regex(String(seen), detail)
    const challenge = String(result?.headers?.join(' '))
    t.regex(challenge, /error="insufficient_user_authentication"/)
    t.is(challenge.includes('max_age="60"'), demands.maxAge === 60)
    t.is(challenge.includes('acr_values="gold'), demands.acrValues !== undefined)
  })
}

test('accepts a sign-in that meets the demands, and adds nothing without demands', (t) => {
  t.is(
    check({ acrValues: ['silver', 'gold'], maxAge: 60 }, { acr: 'gold', authTime: now / 1000 - 60 }).result,
    undefined,
  )
  t.is(demandSignIn(checks, { acrValues: undefined, maxAge: undefined }, context), checks)
})
