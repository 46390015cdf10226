/** The route of now, followed as the address changes. */
import { useLocationHash } from '../../../ui/routing/use-location-hash.ts'
import { type PageRoute, parsePageRoute } from './page-route.ts'

export function usePageRoute(): PageRoute {
  return parsePageRoute(useLocationHash())
}
