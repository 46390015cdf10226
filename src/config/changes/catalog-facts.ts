/** Lists a catalog and its parts with their facts. */
import type { Catalog, PortalBrand, PortalSettings } from '../types/index.ts'
import { listApiFacts } from './api-facts.ts'
import { type ConfigFact, type ConfigPart, prefixFacts, renderValues, renderYesNo } from './config-fact.ts'
import { listApplicationFacts, listPlanFacts, listProductFacts } from './consumer-facts.ts'
import {
  listProviderFacts,
  listRegistryFacts,
  listThirdPartyFacts,
  listTlsProfileFacts,
} from './provider-facts.ts'

/** Yields the catalog itself, then each of its parts. */
export function* listCatalogParts(catalog: Catalog): Iterable<ConfigPart> {
  yield { kind: 'catalog', name: catalog.path.slice(1), facts: catalogFacts(catalog) }
  for (const each of catalog.registries.values())
    yield { kind: 'user registry', name: each.name, facts: listRegistryFacts(each) }
  for (const each of catalog.providers.values())
    yield { kind: 'OAuth provider', name: each.name, facts: listProviderFacts(each) }
  for (const each of catalog.thirdParties?.values() ?? [])
    yield { kind: 'OAuth provider', name: each.name, facts: listThirdPartyFacts(each) }
  for (const each of catalog.tlsProfiles.values())
    yield { kind: 'TLS client profile', name: each.name, facts: listTlsProfileFacts(each) }
  for (const each of catalog.products) {
    yield { kind: 'product', name: each.name, facts: listProductFacts(each) }
    for (const plan of each.plans.values())
      yield { kind: 'plan', name: `${each.name}/${plan.name}`, facts: listPlanFacts(plan) }
  }
  for (const each of catalog.apis) yield { kind: 'API', name: each.reference, facts: listApiFacts(each) }
  for (const each of catalog.applications)
    yield { kind: 'application', name: each.name, facts: listApplicationFacts(each) }
}

function* catalogFacts({ title, portal, storesApplications }: Catalog): Iterable<ConfigFact> {
  yield ['title', title]
  yield ['new applications', storesApplications ? 'in the store' : 'in files']
  if (portal) yield* prefixFacts('portal', portalFacts(portal))
}

function* portalFacts({
  registry,
  isPublic,
  brand,
  requiresVerifiedEmail,
  selfSignup,
  owners,
  maxApplications,
  session,
}: PortalSettings): Iterable<ConfigFact> {
  yield ['user registry', registry]
  yield ['readable without sign-in', renderYesNo(isPublic)]
  yield ['brand', renderBrand(brand)]
  yield ['verified e-mail', requiresVerifiedEmail ? 'required' : 'not required']
  yield ['self sign-up', renderYesNo(selfSignup)]
  yield ['owners', renderValues(owners)]
  yield ['applications per user', String(maxApplications)]
  yield ['session', `${session.hours} h, ${session.idleMinutes} min when idle`]
}

function renderBrand({ links, ...members }: PortalBrand): string {
  const values = [...Object.values(members), ...links.map(({ title, url }) => `${title} ${url}`)]
  return renderValues(values.filter((each) => each !== undefined))
}
