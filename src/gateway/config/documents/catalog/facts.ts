/** Lists the facts of a catalog and of its developer portal. */
import { type ConfigFact, prefixFacts, renderValues, renderYesNo } from '../../document-set/config-fact.ts'
import type { Catalog, PortalBrand, PortalSettings } from '../../types/index.ts'

export function* listCatalogFacts({
  title,
  hosts,
  canonicalHost,
  portal,
  storesApplications,
}: Catalog): Iterable<ConfigFact> {
  yield ['title', title]
  if (hosts) yield ['hosts', renderValues(hosts)]
  if (hosts) yield ['canonical host', canonicalHost ?? 'that of the base URL']
  yield ['new applications', storesApplications ? 'in the store' : 'in files']
  if (portal) yield* prefixFacts('portal', portalFacts(portal))
}

function* portalFacts({
  registry,
  localRegistry,
  isPublic,
  brand,
  requiresVerifiedEmail,
  selfSignup,
  owners,
  maxApplications,
  session,
}: PortalSettings): Iterable<ConfigFact> {
  yield ['user registry', registry]
  if (localRegistry !== undefined) yield ['local user registry', localRegistry]
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
