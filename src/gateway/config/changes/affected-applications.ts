/** Finds the applications that a part of a catalog affects: those whose calls or tokens depend on it. */
import { membersOf } from '../../../shared/lib/collections/json-object.ts'
import type { ConfigPartKind } from '../document-set/config-fact.ts'
import { type Api, type Catalog, indexProducts, listSteps } from '../types/index.ts'

/** Returns the names of the applications. */
export function findAffectedApplications(catalog: Catalog, kind: ConfigPartKind, name: string): string[] {
  return finders[kind](catalog, name)
}

type Finder = (catalog: Catalog, name: string) => string[]

const finders: Readonly<Record<ConfigPartKind, Finder>> = {
  catalog: ({ applications }) => applications.map(({ name }) => name),
  application: (_, name) => [name],
  product: (catalog, name) => findSubscribers(catalog, (product) => product === name),
  plan: (catalog, name) => findSubscribers(catalog, (product, plan) => `${product}/${plan}` === name),
  API: (catalog, name) => findApiCallers(catalog, ({ reference }) => reference === name),
  'OAuth provider': (catalog, name) =>
    findApiCallers(catalog, (api) => namesInDefinition(api, 'x-ibm-oauth-provider', name)),
  'user registry': (catalog, name) => [
    ...[...catalog.providers.values()]
      .filter(({ registry }) => registry === name)
      .flatMap((provider) => finders['OAuth provider'](catalog, provider.name)),
    ...findApiCallers(catalog, (api) => namesInDefinition(api, 'x-ibm-authentication-registry', name)),
  ],
  'TLS client profile': (catalog, name) => [
    ...findApiCallers(catalog, ({ assembly }) =>
      listSteps(assembly).some(({ settings }) => isReference(membersOf(settings)['tls-profile'], name)),
    ),
    ...[...(catalog.thirdParties?.values() ?? [])]
      .filter(({ tlsProfile }) => isReference(tlsProfile, name))
      .flatMap((provider) => finders['OAuth provider'](catalog, provider.name)),
    ...[...catalog.registries.values()]
      .filter(({ settings }) => listTlsProfiles(settings).some((each) => isReference(each, name)))
      .flatMap((registry) => finders['user registry'](catalog, registry.name)),
  ],
}

/** Returns the applications with a subscription that matches. */
function findSubscribers(
  { applications, products }: Catalog,
  matches: (product: string, plan: string) => boolean,
): string[] {
  const byName = indexProducts(products)
  return applications
    .filter(({ subscriptions }) =>
      subscriptions.some(({ product, plan }) => matches(byName.get(product)?.name ?? product, plan)),
    )
    .map(({ name }) => name)
}

/** Returns the applications that are subscribed to a plan with an API that matches. */
function findApiCallers(catalog: Catalog, matches: (api: Api) => boolean): string[] {
  const references = catalog.apis.filter(matches).map(({ reference }) => reference)
  const plans = new Set(
    catalog.products.flatMap(({ name, plans: all }) =>
      [...all.values()]
        .filter(({ apis }) => references.some((each) => apis.has(each)))
        .map((plan) => `${name}/${plan.name}`),
    ),
  )
  return plans.size === 0 ? [] : findSubscribers(catalog, (product, plan) => plans.has(`${product}/${plan}`))
}

/** Returns whether a member of a security definition of the API names a provider or a registry. */
function namesInDefinition({ definitions }: Api, member: string, name: string): boolean {
  return [...definitions.values()].some(({ settings }) => membersOf(settings)[member] === name)
}

/** Returns the profiles that the settings of a registry name: of its endpoint, or of those of another provider. */
function listTlsProfiles(settings: unknown): unknown[] {
  const { configuration, endpoint } = membersOf(settings)
  const { token_endpoint, userinfo_endpoint, jwks_uri } = membersOf(configuration)
  return [endpoint, configuration, token_endpoint, userinfo_endpoint, jwks_uri]
    .map(membersOf)
    .map((each) => each.tls_client_profile ?? each.tls_client_profile_url)
}

/** Returns whether a reference, `name`, `name:version` or a URL of the product that ends with the name, is to the profile. */
function isReference(reference: unknown, name: string): boolean {
  return typeof reference === 'string' && reference.replace(/^.*\//, '').replace(/:.*/, '') === name
}
