/**
 * A catalog as facts: everything in it that a caller, a user or an operator could notice.
 */
import type { Catalog, PortalSettings } from '../types/index.ts'
import { apiFacts } from './api-facts.ts'
import { applicationFacts, productFacts } from './consumer-facts.ts'
import { below, type Fact, words, yesNo } from './fact.ts'
import { providerFacts, registryFacts, thirdPartyFacts, tlsFacts } from './provider-facts.ts'

export function* catalogFacts(catalog: Catalog): Iterable<Fact> {
  const name = `catalog ${catalog.path.slice(1)}`
  yield [name, '']
  yield [`${name}: title`, catalog.title]
  if (catalog.portal) yield* below(`${name}: portal`, portalFacts(catalog.portal))
  for (const each of catalog.registries.values()) yield* below(name, registryFacts(each))
  for (const each of catalog.providers.values()) yield* below(name, providerFacts(each))
  for (const each of catalog.thirdParties?.values() ?? []) yield* below(name, thirdPartyFacts(each))
  for (const each of catalog.tlsProfiles.values()) yield* below(name, tlsFacts(each))
  for (const each of catalog.products) yield* below(name, productFacts(each))
  for (const each of catalog.apis) yield* below(name, apiFacts(each))
  for (const each of catalog.applications) yield* below(name, applicationFacts(each))
}

function* portalFacts({
  registry,
  selfSignup,
  owners,
  mostApplications,
  session,
}: PortalSettings): Iterable<Fact> {
  yield ['user registry', registry]
  yield ['self sign-up', yesNo(selfSignup)]
  yield ['owners', words(owners)]
  yield ['applications per user', String(mostApplications)]
  yield ['session', `${session.hours} h, ${session.idleMinutes} min when idle`]
}
