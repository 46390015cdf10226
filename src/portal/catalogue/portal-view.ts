/** What this portal is. */
import type { Handler } from '../call/call.ts'
import { prefixOf } from '../prefix.ts'

export const show: Handler<'GET /portal'> = ({ origin, tools: { catalog, settings } }) => {
  const prefix = prefixOf(catalog)
  return {
    org: catalog.org,
    catalog: catalog.name,
    title: catalog.title,
    prefix,
    origin,
    callback: `${origin}${prefix}/callback`,
    selfSignup: settings.selfSignup,
  }
}
