/** Checks that the catalog of a portal enables a local or an `oidc` registry and names owners who approve subscriptions. */
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { RegistrySettings } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

const path = ['portal', 'user_registry']
/** The registry type whose users Sluice stores itself. */
const local = 'lur'

function hasPortalUsers({ type, signsInBrowser }: Pick<RegistrySettings, 'type' | 'signsInBrowser'>): boolean {
  return type === local || signsInBrowser === true
}

export const portalUsersRule: CatalogRule = function portalUsers({ catalog, source, documents }, problems) {
  const { portal, registries, products } = catalog
  if (!portal) return
  const awaiting = products.flatMap(({ name, plans }) =>
    [...plans.values()].filter(({ approval }) => approval).map((plan) => `${name}/${plan.name}`),
  )
  if (awaiting.length > 0 && portal.owners.length === 0) {
    const message = `portal.owners is empty, but subscriptions need approval: ${awaiting.join(', ')} - name the users who approve them`
    problems.warning(source.locate(['portal']), message)
  }

  if (documents.isBroken('provider', 'user registry', portal.registry)) return

  const enabled = registries.get(portal.registry)
  const found = enabled ?? documents.registries.get(portal.registry)?.part
  const shown = `portal.user_registry names "${source.renderValue(path)}"`
  if (!found) {
    const known = [...registries.values()].filter(hasPortalUsers).map(({ name }) => name)
    const meant = suggestOrList(portal.registry, known, 'there are')
    problems.error(
      source.locate(path),
      `portal.user_registry names no user registry: "${source.renderValue(path)}"${meant}`,
    )
  } else if (!hasPortalUsers(found))
    problems.error(
      source.locate(path),
      `${shown} of type ${found.type}: it must be a local one, of type ${local}, or of type oidc`,
    )
  else if (!enabled)
    problems.error(source.locate(path), `${shown}, which the catalog does not enable under api_user_registries`)
  else if (found.signsInBrowser && portal.selfSignup)
    problems.warning(
      source.locate(['portal', 'self_signup']),
      `portal.self_signup has no effect: users of ${portal.registry} sign in at another provider`,
    )
}
