import test from 'ava'
import { errors } from 'oidc-provider'
import { gatewayErrors } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { findAdvice } from '../../../../src/gateway/parts/portal/calls/advice.ts'

const general = findAdvice('unknown_reason')

/** Errors of features of oidc-provider that no provider has: CIBA, attestation of clients, verifiable credentials. */
const ofOtherFeatures =
  /^(expired_login_hint_token|(invalid|missing)_user_code|invalid_(binding_message|nonce|proof|software_statement)|transaction_failed|unapproved_software_statement|unknown_user_id)$|attestation|credential/

/** The codes of all errors of oidc-provider, from which those of Sluice are taken. */
const ofProviders = Object.entries(errors).flatMap(([name, ProviderError]) => {
  if (/^(Custom)?OIDCProviderError$/.test(name)) return []
  const { error } = new (ProviderError as unknown as new (words: string) => { error: string })('')
  return ofOtherFeatures.test(error) ? [] : [error]
})

for (const reason of new Set([...Object.keys(gatewayErrors), ...ofProviders, 'server_error'])) {
  test(`${reason} has advice of its own`, (t) => {
    t.not(findAdvice(reason), general)
    t.regex(findAdvice(reason), /^[A-Z].*\.$/)
  })
}

test('a reason with the name of an object member has the general advice', (t) => {
  t.is(findAdvice('toString'), general)
  t.is(findAdvice('__proto__'), general)
})
