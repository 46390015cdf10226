/** The route of now, followed as the address changes. */
import { useHash } from '../../../ui/routing/use-hash.ts'
import { parseRoute, type Route } from './route.ts'

export function useRoute(): Route {
  return parseRoute(useHash())
}
