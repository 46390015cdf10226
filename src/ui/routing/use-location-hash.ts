/** The fragment of the current URL, and navigation to another one. */
import { useSyncExternalStore } from 'react'

/** Returns the fragment of the URL and renders again when it changes. */
export function useLocationHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
}

/** Navigates to a fragment. `replace` adds no entry to the history of the browser. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) location.replace(to)
  else location.hash = to
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
