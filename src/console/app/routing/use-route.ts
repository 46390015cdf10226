/** The route of now, followed as the address changes. */
import { useSyncExternalStore } from 'react'

import { parseRoute, type Route } from './route.ts'

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return parseRoute(hash)
}

/** Goes elsewhere. `replace` leaves no step to come back to. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) location.replace(to)
  else location.hash = to
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
