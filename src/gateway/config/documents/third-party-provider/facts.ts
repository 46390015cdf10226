/** Lists the facts of third-party OAuth providers. */
import { type ConfigFact, computeDigest, renderValues, renderYesNo } from '../../document-set/config-fact.ts'
import type { ThirdPartyProvider } from '../../types/index.ts'

export function* listThirdPartyFacts(provider: ThirdPartyProvider): Iterable<ConfigFact> {
  const { verification } = provider
  yield ['title', provider.title]
  yield ['grants', renderValues(provider.grants)]
  yield [
    'tokens are verified by',
    verification.kind === 'jwks' ? `the keys of ${verification.issuer}` : verification.endpoint,
  ]
  yield ['verification', computeDigest(verification)] // the settings may hold a password
  yield ['TLS client profile', provider.tlsProfile ?? 'none']
  yield ['time limit', `${provider.timeoutMs / 1_000} seconds`]
  yield ['Authorization goes on', renderYesNo(provider.passesAuthorization)]
  yield ['clients that are not registered', provider.allowsUnregisteredClients ? 'allowed' : 'refused']
  for (const [scope, description] of provider.scopes) yield [`scope ${scope}`, description]
}
