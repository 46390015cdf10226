/** Handler that returns the title, the URLs and the sign-up setting of the portal. */
import type { ResourceHandler } from '../context/portal-context.ts'
import { buildPortalPath } from '../context/portal-path.ts'

export const showPortal: ResourceHandler<'GET /portal'> = ({ origin, deps: { catalog, settings } }) => {
  const prefix = buildPortalPath(catalog)
  return {
    org: catalog.org,
    catalog: catalog.name,
    title: catalog.title,
    prefix,
    origin,
    callback: `${origin}${prefix}/callback`,
    isPublic: settings.isPublic,
    selfSignup: settings.selfSignup,
  }
}
