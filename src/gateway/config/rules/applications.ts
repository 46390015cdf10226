/** Rules for applications: their names, client ids, grants and subscriptions. */
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import { type Application, indexProducts, type Product, productBaseName, renderLocation } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

const mutualTlsWords = 'APIs with mutualTLS reject calls with this certificate, which is registered already, at'

/** Names and client ids of applications are unique in a catalog. */
export const applicationCredentialsRule: CatalogRule = function applicationCredentials({ folder, catalog }, problems) {
  const names = new Map<string, Mention>()
  const clientIds = new Map<string, Mention>()
  const certificates = new Map<string, Mention>()
  const definitions = catalog.apis.flatMap((api) => [...api.definitions.values()])
  const demandsCertificates = definitions.some(({ type }) => type === 'mutualTLS')
  for (const { part, source } of folder.applications) {
    take(names, part.name, { source, path: ['name'] }, 'an application')
    for (const [index, credential] of part.credentials.entries()) {
      take(clientIds, credential.clientId, { source, path: ['credentials', index, 'client_id'] }, 'the client id')
      // Clients of a token endpoint send their client id as well, so they may share a subject.
      for (const { key } of (demandsCertificates && credential.certificates) || [])
        take(certificates, key, { source, path: ['credentials', index, 'certificate'] }, mutualTlsWords)
    }
  }

  function take(taken: Map<string, Mention>, id: string, { source, path }: Mention, what: string): void {
    const first = taken.get(id)
    if (!first) return void taken.set(id, { source, path })
    const at = renderLocation(first.source.locate(first.path))
    const message = `the catalog has ${what} "${source.writtenText(path) ?? id}" already, at ${at}`
    if (taken === certificates) problems.warning(source.locate(path), `${what} ${at}`)
    else problems.error(source.locate(path), message)
  }
}

/** Returns whether the names and client ids of applications differ, and no certificates have to be compared. */
export function haveUniqueIds(applications: readonly Application[]): boolean {
  const names = new Set(applications.map(({ name }) => name))
  const all = applications.flatMap(({ credentials }) => credentials)
  const clientIds = new Set(all.map(({ clientId }) => clientId))
  return names.size === applications.length && clientIds.size === all.length && !all.some((each) => each.certificates)
}

type Mention = { source: ParsedDocument; path: MemberPath }

/** A provider of the catalog supports the grants of each application. */
export const applicationGrantsRule: CatalogRule = function applicationGrants({ catalog, folder, documents }, problems) {
  const given = new Set<string>()
  const foreign = Array.from(catalog.foreignProviders?.values() ?? [], ({ provider }) => provider)
  for (const { grants, refreshToken } of [...catalog.providers.values(), ...foreign]) {
    for (const grant of grants) given.add(grant)
    if (refreshToken.enabled) given.add('refresh_token')
  }
  const thirdParties = catalog.thirdParties ?? new Map<string, never>()
  for (const { grants } of thirdParties.values()) for (const grant of grants) given.add(grant)
  const enabled = catalog.providers.size + thirdParties.size
  if (folder.catalog?.part.providers.length !== enabled) return // another problem reports the missing provider

  for (const { name } of folder.catalog.part.providers) {
    const source = (documents.providers.get(name) ?? documents.thirdParties.get(name))?.source
    if (source?.hasGap(['grants']) || source?.hasGap(['native_provider', 'refresh_token'])) return
  }

  for (const { part, source } of folder.applications) {
    for (const [index, grant] of [...(part.grants ?? [])].entries()) {
      if (given.has(grant)) continue
      const offer = given.size > 0 ? `they give ${[...given].join(', ')}` : 'it has none'
      const message = `grants[${index}] is not supported by any OAuth provider of the catalog: "${grant}" - ${offer}`
      problems.error(source.locate(['grants', index]), message)
    }
  }
}

/** A subscription names a plan of a product of the catalog, and there is one for each product. */
export const subscriptionsRule: CatalogRule = function subscriptions({ catalog, folder, documents }, problems) {
  const products = indexProducts(catalog.products)
  const uncertain = new Set(
    folder.products.filter((each) => each.source.isGap(['plans'])).map((each) => each.part.product.name),
  )
  for (const { part, source } of folder.applications) {
    const seen = new Set<Product>()
    for (const [index, { product: name, plan, requestedPlan }] of part.subscriptions.entries()) {
      const path = ['subscriptions', index]
      const product = products.get(name)
      if (!product) {
        if (documents.isBroken('product', 'product', productBaseName({ name }))) continue
        const known = catalog.products.map((each) => each.name)
        const meant = suggestOrList(name, known, 'its products are')
        const fault = `the catalog has no product "${source.renderValue([...path, 'product'])}"`
        problems.error(source.locate([...path, 'product']), `${fault}${meant}`)
        continue
      }
      if (seen.has(product)) {
        problems.error(source.locate(path), `is subscribed to the product "${name}" twice: one plan for each product`)
      }
      seen.add(product)
      for (const [member, wanted] of [
        ['plan', plan],
        ['requested_plan', requestedPlan],
      ] as const) {
        if (wanted === undefined || product.plans.has(wanted) || uncertain.has(productBaseName(product))) continue
        const known = [...product.plans.keys()]
        const fault = `product "${name}" has no plan "${source.renderValue([...path, member])}"`
        problems.error(source.locate([...path, member]), `${fault}${suggestOrList(wanted, known, 'its plans are')}`)
      }
    }
  }
}
