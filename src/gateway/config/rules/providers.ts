/** Rules for OAuth providers: their user registry, and the plan of clients that register. */
import type { SourcedPart } from '../document-set/document-set.ts'
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import type { MemberPath } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import { findProduct, type ProviderSettings } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

const registryPath = ['native_provider', 'user_registry']
const registryPathOfApi = ['x-ibm-configuration', 'oauth2', 'authentication', 'x-ibm-authentication-registry']

/** A provider with grants for users has a registry, and the catalog enables it. */
export const providerUsersRule: CatalogRule = function providerUsers(published, problems) {
  const { catalog, documents, apis } = published
  const named = [...catalog.providers.keys()].flatMap((name) => documents.providers.get(name) ?? [])
  const described = apis.flatMap(({ part: { provider }, source }) => (provider ? { part: provider, source } : []))
  for (const found of [...named, ...described]) {
    const path = named.includes(found) ? registryPath : registryPathOfApi
    const complaint = registryFault(found, path, published)
    if (!complaint) continue
    if (!found.part.hasRegistryOfExport) problems.error(found.source.locate(path), complaint)
    else {
      const message = `${complaint} - the grants that ask it are refused`
      problems.warning(found.source.locate(path.slice(0, -1)), message, 'cannot')
    }
  }
}

function registryFault(
  { part, source }: SourcedPart<ProviderSettings>,
  path: MemberPath,
  published: PublishedCatalog,
): string | undefined {
  const { name, registry, grants } = part
  const { catalog, documents } = published
  const member = path.join('.')
  if (registry === undefined) {
    const asking = ['password', 'access_code'].filter((grant) => (grants as ReadonlySet<string>).has(grant))
    if (asking.length === 0 || source.hasGap(['grants'])) return undefined
    return `${member} is missing: the grant ${asking.join(' and ')} asks a registry for the user`
  }

  const { signsInBrowser, type } = catalog.registries.get(registry) ?? {}
  const demanding = grants.has('password') ? 'the grant password' : part.revocation.owner.enabled && 'owner_revocation'
  if (signsInBrowser && demanding) {
    const shown = `${member} names "${source.renderValue(path)}", which checks no passwords`
    return `${shown}: remove ${demanding}, or name a registry of another type than ${type}`
  }
  if (catalog.registries.has(registry) || documents.isBroken('provider', 'user registry', registry)) return undefined
  if (documents.registries.has(registry)) {
    const at = `${catalog.location.file} does not enable it under api_user_registries`
    return `provider "${name}" asks the user registry "${source.renderValue(path)}", but ${at}`
  }
  const meant = suggestOrList(registry, [...documents.registries.keys()], 'there are')
  return `${member} names no user registry: "${source.valueAt(path) === undefined ? registry : source.renderValue(path)}"${meant}`
}

const registrationPath = ['native_provider', 'registration']

/** Registered applications are subscribed to a plan that the catalog has. */
export const providerRegistrationRule: CatalogRule = function providerRegistration({ catalog, documents }, problems) {
  for (const { name, registration } of catalog.providers.values()) {
    const source = documents.providers.get(name)?.source
    if (!registration || !source) continue
    if (registration.initialAccessToken === undefined && !registration.metadataDocuments) {
      const message = 'registers no clients: set initial_access_token, metadata_documents.enabled or both'
      problems.error(source.locate(registrationPath), `native_provider.registration ${message}`)
    }
    if (documents.isBroken('product', 'product', registration.product)) continue
    const product = findProduct(catalog.products, registration.product)
    if (!product) {
      const known = catalog.products.map((each) => each.name)
      const meant = suggestOrList(registration.product, known, 'its products are')
      const fault = `${catalog.location.file} has no product "${registration.product}", to which registered applications are subscribed`
      problems.error(source.locate([...registrationPath, 'product']), `${fault}${meant}`)
    } else if (!product.plans.has(registration.plan)) {
      const meant = suggestOrList(registration.plan, [...product.plans.keys()], 'its plans are')
      const message = `product "${product.name}" has no plan "${registration.plan}"${meant}`
      problems.error(source.locate([...registrationPath, 'plan']), message)
    }
  }
}
