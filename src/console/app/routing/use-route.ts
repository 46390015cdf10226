/** The route of now, followed as the address changes. */
import { useLocationHash } from '../../../ui/routing/use-location-hash.ts'
import { parseRoute, type Route } from './route.ts'

export function useRoute(): Route {
  return parseRoute(useLocationHash())
}
