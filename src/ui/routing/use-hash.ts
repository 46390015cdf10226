/** The address of now, and going elsewhere. */
import { useSyncExternalStore } from 'react'

/** The part of the address behind `#`, followed as it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
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
