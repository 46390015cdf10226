/** Lists a catalog as facts: everything in it that a caller, a user or an operator could notice. */
import type { Catalog, PortalSettings } from '../types/index.ts'
import { listApiFacts } from './api-facts.ts'
import { type ConfigFact, prefixFacts, renderValues, renderYesNo } from './config-fact.ts'
import { listApplicationFacts, listProductFacts } from './consumer-facts.ts'
import {
  listProviderFacts,
  listRegistryFacts,
  listThirdPartyFacts,
  listTlsProfileFacts,
} from './provider-facts.ts'

export function* listCatalogFacts(catalog: Catalog): Iterable<ConfigFact> {
  const name = `catalog ${catalog.path.slice(1)}`
  yield [name, '']
  yield [`${name}: title`, catalog.title]
  if (catalog.portal) yield* prefixFacts(`${name}: portal`, portalFacts(catalog.portal))
  for (const each of catalog.registries.values()) yield* prefixFacts(name, listRegistryFacts(each))
  for (const each of catalog.providers.values()) yield* prefixFacts(name, listProviderFacts(each))
  for (const each of catalog.thirdParties?.values() ?? []) yield* prefixFacts(name, listThirdPartyFacts(each))
  for (const each of catalog.tlsProfiles.values()) yield* prefixFacts(name, listTlsProfileFacts(each))
  for (const each of catalog.products) yield* prefixFacts(name, listProductFacts(each))
  for (const each of catalog.apis) yield* prefixFacts(name, listApiFacts(each))
  for (const each of catalog.applications) yield* prefixFacts(name, listApplicationFacts(each))
}

function* portalFacts({
  registry,
  selfSignup,
  owners,
  maxApplications,
  session,
}: PortalSettings): Iterable<ConfigFact> {
  yield ['user registry', registry]
  yield ['self sign-up', renderYesNo(selfSignup)]
  yield ['owners', renderValues(owners)]
  yield ['applications per user', String(maxApplications)]
  yield ['session', `${session.hours} h, ${session.idleMinutes} min when idle`]
}
