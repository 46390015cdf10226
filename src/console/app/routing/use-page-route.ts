/** Returns the current route and rerenders when the hash of the URL changes. */
import { useLocationHash } from '../../../ui/routing/use-location-hash.ts'
import { type PageRoute, parsePageRoute } from './page-route.ts'

export function usePageRoute(): PageRoute {
  return parsePageRoute(useLocationHash())
}
