/** Handler that returns the title, the brand, the URLs and the sign-up setting of the portal. */
import { buildBrandView } from '../brand/brand.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { buildPortalPath } from '../context/portal-path.ts'
import type { GuideFolder } from '../guides/guide-folder.ts'

export function buildPortalHandler(guides: GuideFolder): ResourceHandler<'GET /portal'> {
  return async function showPortal({ origin, deps: { catalog, settings, mailer } }) {
    const prefix = buildPortalPath(catalog)
    return {
      org: catalog.org,
      catalog: catalog.name,
      title: catalog.title,
      prefix,
      origin,
      callback: `${origin}${prefix}/callback`,
      isPublic: settings.isPublic,
      hasGuides: (await guides.load()).guides.length > 0,
      brand: buildBrandView(catalog, settings),
      sendsMail: mailer !== undefined,
      selfSignup: settings.selfSignup,
      maxSecretDays: settings.maxSecretDays,
    }
  }
}
