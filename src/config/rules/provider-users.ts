/**
 * A provider whose grants ask for a user has a registry, and the catalog enables it beside the provider.
 */

import type { FromDocument } from '../documents/documents.ts'
import type { Published } from '../publish/publish.ts'
import { instead } from '../text/wording.ts'
import type { ProviderSettings } from '../types/index.ts'
import type { Rule } from './rule.ts'

const path = ['native_provider', 'user_registry']

export const providerUsers: Rule = function providerUsers(published, problems) {
  for (const name of published.catalog.providers.keys()) {
    const found = published.documents.providers.get(name)
    const complaint = found && registryFault(found, published)
    if (complaint) problems.error(found.source.place(path), complaint)
  }
}

function registryFault(
  { part, source }: FromDocument<ProviderSettings>,
  published: Published,
): string | undefined {
  const { name, registry, grants } = part
  const { catalog, documents } = published
  if (registry === undefined) {
    const asking = ['password', 'access_code'].filter((grant) => (grants as ReadonlySet<string>).has(grant))
    if (asking.length === 0 || source.hasGap(['grants'])) return undefined
    return `native_provider.user_registry is missing: the grant ${asking.join(' and ')} asks a registry for the user`
  }

  if (catalog.registries.has(registry) || documents.isBroken('provider', 'user registry', registry))
    return undefined
  if (documents.registries.has(registry)) {
    const at = `${catalog.place.file} does not enable it under api_user_registries`
    return `provider "${name}" asks the user registry "${source.shown(path)}", but ${at}`
  }
  const known = [...documents.registries.keys()]
  const meant = instead(registry, known, 'there are')
  return `native_provider.user_registry names no user registry: "${source.shown(path)}"${meant}`
}
