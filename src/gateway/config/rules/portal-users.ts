/** Checks that the catalog of a portal enables a local or an `oidc` registry and names owners who approve subscriptions. */
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { RegistrySettings } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

/** The registry type whose users Sluice stores itself. */
const local = 'lur'

/** Which registries a member of `portal` may name. */
const registryMembers = {
  user_registry: {
    accepts: ({ type, signsInBrowser }: RegistrySettings) => type === local || signsInBrowser === true,
    accepted: `it must be a local one, of type ${local}, or of type oidc`,
  },
  local_user_registry: {
    accepts: ({ type }: RegistrySettings) => type === local,
    accepted: `it must be a local one, of type ${local}`,
  },
}

export const portalUsersRule: CatalogRule = function portalUsers(context, problems) {
  const { catalog, source } = context
  const { portal, products } = catalog
  if (!portal) return
  const awaiting = products.flatMap(({ name, plans }) =>
    [...plans.values()].filter(({ approval }) => approval).map((plan) => `${name}/${plan.name}`),
  )
  if (awaiting.length > 0 && portal.owners.length === 0) {
    const message = `portal.owners is empty, but subscriptions need approval: ${awaiting.join(', ')} - name the users who approve them`
    problems.warning(source.locate(['portal']), message)
  }

  const users = findRegistry(context, 'user_registry', portal.registry, problems)
  const { localRegistry } = portal
  const locals = localRegistry && findRegistry(context, 'local_user_registry', localRegistry, problems)
  if (!users) return
  if (users.signsInBrowser && portal.selfSignup)
    problems.warning(
      source.locate(['portal', 'self_signup']),
      `portal.self_signup has no effect: users of ${portal.registry} sign in at another provider`,
    )
  if (!locals) return
  const at = source.locate(['portal', 'local_user_registry'])
  if (!users.signsInBrowser)
    problems.error(at, `portal.local_user_registry needs a user_registry of type oidc, found one of type ${users.type}`)
  else if (users.caseSensitive !== locals.caseSensitive)
    problems.error(
      at,
      `portal.local_user_registry needs the same case_sensitive as ${portal.registry}: names are compared`,
    )
}

/** Returns the registry that a member of `portal` names; undefined after a problem. */
function findRegistry(
  { catalog: { registries }, source, documents }: Parameters<CatalogRule>[0],
  member: keyof typeof registryMembers,
  name: string,
  problems: Parameters<CatalogRule>[1],
): RegistrySettings | undefined {
  if (documents.isBroken('provider', 'user registry', name)) return undefined
  const path = ['portal', member]
  const { accepts, accepted } = registryMembers[member]
  const enabled = registries.get(name)
  const found = enabled ?? documents.registries.get(name)?.part
  const value = `"${source.renderValue(path)}"`
  const known = [...registries.values()].filter(accepts).map((each) => each.name)
  const problem = !found
    ? `names no user registry: ${value}${suggestOrList(name, known, 'there are')}`
    : !accepts(found)
      ? `names ${value} of type ${found.type}: ${accepted}`
      : !enabled && `names ${value}, which the catalog does not enable under api_user_registries`
  if (problem) problems.error(source.locate(path), `portal.${member} ${problem}`)
  return problem ? undefined : enabled
}
