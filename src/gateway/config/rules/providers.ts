/** Rules for OAuth providers: their user registry, and the plan of clients that register. */
import type { SourcedPart } from '../document-set/document-set.ts'
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import { findProduct, type ProviderSettings } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

const registryPath = ['native_provider', 'user_registry']

/** A provider with grants for users has a registry, and the catalog enables it. */
export const providerUsersRule: CatalogRule = function providerUsers(published, problems) {
  for (const name of published.catalog.providers.keys()) {
    const found = published.documents.providers.get(name)
    const complaint = found && registryFault(found, published)
    if (!complaint) continue
    if (!found.part.hasRegistryOfExport) problems.error(found.source.locate(registryPath), complaint)
    else
      problems.warning(
        found.source.locate(['native_provider']),
        `${complaint} - the grants that ask it are refused`,
        'cannot',
      )
  }
}

function registryFault(
  { part, source }: SourcedPart<ProviderSettings>,
  published: PublishedCatalog,
): string | undefined {
  const { name, registry, grants } = part
  const { catalog, documents } = published
  if (registry === undefined) {
    const asking = ['password', 'access_code'].filter((grant) => (grants as ReadonlySet<string>).has(grant))
    if (asking.length === 0 || source.hasGap(['grants'])) return undefined
    return `native_provider.user_registry is missing: the grant ${asking.join(' and ')} asks a registry for the user`
  }

  const { signsInBrowser, type } = catalog.registries.get(registry) ?? {}
  const demanding = grants.has('password') ? 'the grant password' : part.revocation.owner.enabled && 'owner_revocation'
  if (signsInBrowser && demanding) {
    const shown = `native_provider.user_registry names "${source.renderValue(registryPath)}", which checks no passwords`
    return `${shown}: remove ${demanding}, or name a registry of another type than ${type}`
  }
  if (catalog.registries.has(registry) || documents.isBroken('provider', 'user registry', registry)) return undefined
  if (documents.registries.has(registry)) {
    const at = `${catalog.location.file} does not enable it under api_user_registries`
    return `provider "${name}" asks the user registry "${source.renderValue(registryPath)}", but ${at}`
  }
  const known = [...documents.registries.keys()]
  const meant = suggestOrList(registry, known, 'there are')
  return `native_provider.user_registry names no user registry: "${source.valueAt(registryPath) === undefined ? registry : source.renderValue(registryPath)}"${meant}`
}

const registrationPath = ['native_provider', 'registration']

/** Registered applications are subscribed to a plan that the catalog has. */
export const providerRegistrationRule: CatalogRule = function providerRegistration({ catalog, documents }, problems) {
  for (const { name, registration } of catalog.providers.values()) {
    const source = documents.providers.get(name)?.source
    if (registration && source && registration.initialAccessToken === undefined && !registration.metadataDocuments) {
      const message = 'registers no clients: set initial_access_token, metadata_documents.enabled or both'
      problems.error(source.locate(registrationPath), `native_provider.registration ${message}`)
    }
    if (!registration || !source || documents.isBroken('product', 'product', registration.product)) continue
    const product = findProduct(catalog.products, registration.product)
    if (!product) {
      const meant = suggestOrList(
        registration.product,
        catalog.products.map((each) => each.name),
        'its products are',
      )
      const fault = `${catalog.location.file} has no product "${registration.product}", to which registered applications are subscribed`
      problems.error(source.locate([...registrationPath, 'product']), `${fault}${meant}`)
    } else if (!product.plans.has(registration.plan)) {
      const meant = suggestOrList(registration.plan, [...product.plans.keys()], 'its plans are')
      problems.error(
        source.locate([...registrationPath, 'plan']),
        `product "${product.name}" has no plan "${registration.plan}"${meant}`,
      )
    }
  }
}
