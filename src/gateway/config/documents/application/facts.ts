/** Lists the facts of applications. */
import { type ConfigFact, computeDigest, renderValues, renderYesNo } from '../../document-set/config-fact.ts'
import {
  type Application,
  findProduct,
  type KeyAuthentication,
  type Product,
  productBaseName,
} from '../../types/index.ts'
import { listAccessTermFacts } from '../members/access-terms.ts'
import { listTokenCeilingFacts } from '../members/token-ceiling.ts'

export function* listApplicationFacts(application: Application, products: readonly Product[]): Iterable<ConfigFact> {
  yield ['title', application.title]
  yield ['owner', application.owner ?? 'the operator']
  yield ['state', application.state]
  yield ['type', application.clientType]
  yield ['grants', application.grants ? renderValues(application.grants) : 'those of the provider']
  yield ['redirect endpoints', renderValues(application.redirectEndpoints)]
  yield* listAccessTermFacts(application.terms)
  yield* listTokenCeilingFacts(application.tokenCeiling)
  for (const credential of application.credentials) {
    const { name, clientId, secretHashes, secretExpiresAt, oldSecretUntil, authentication } = credential
    const { backchannelLogoutUri, certificates, keys, hasWellKnownSecret: wellKnown } = credential
    yield [`client ${clientId}`, '']
    yield [`client ${clientId}: name`, name]
    yield [`client ${clientId}: secrets`, computeDigest(secretHashes)]
    yield [`client ${clientId}: authentication`, describeAuthentication(authentication)]
    if (backchannelLogoutUri !== undefined) yield [`client ${clientId}: back-channel logout`, backchannelLogoutUri]
    if (certificates) yield [`client ${clientId}: certificates`, renderValues(certificates.map(({ value }) => value))]
    if (keys) yield [`client ${clientId}: keys`, computeDigest(keys.map((key) => JSON.stringify(key)))]
    if (secretExpiresAt !== undefined)
      yield [`client ${clientId}: secret`, `expires at ${new Date(secretExpiresAt).toISOString()}`]
    if (oldSecretUntil !== undefined)
      yield [`client ${clientId}: old secret`, `until ${new Date(oldSecretUntil).toISOString()}`]
    yield [`client ${clientId}: well known`, renderYesNo(wellKnown)]
  }
  const subscribed = application.subscriptions.map((each) => [each, findProduct(products, each.product)] as const)
  const names = subscribed.map(([{ product: written }, product]) => (product ? productBaseName(product) : written))
  for (const [index, [{ plan, requestedPlan, countedAs, state }, product]] of subscribed.entries()) {
    const wish = requestedPlan === undefined ? '' : `, ${requestedPlan} requested`
    const name = names[index] as string
    const isOnly = names.indexOf(name) === names.lastIndexOf(name)
    const member = `subscription to ${isOnly || !product ? name : `${name}:${product.version}`}`
    yield [member, `plan ${plan}, ${state}${wish}`]
    if (product) yield [`${member}: version`, product.version]
    if (countedAs !== undefined) yield [`${member}: counted as`, countedAs]
    for (const api of product?.plans.get(plan)?.apis ?? []) yield [`${member}: API ${api}`, '']
  }
}

function describeAuthentication(authentication: KeyAuthentication | undefined): string {
  if (!authentication) return 'client secret'
  if (authentication.method !== 'tls_client_auth') return authentication.method
  const { member, value } = authentication.subject
  return `${authentication.method}, ${member} ${value}`
}
