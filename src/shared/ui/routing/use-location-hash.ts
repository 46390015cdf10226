/** The fragment of the current URL, and navigation to another one. */
import { useSyncExternalStore } from 'react'

/** Returns whether the page stays where it is; `to` is the fragment that the user wants to go to. */
type NavigationHold = (to: string) => boolean

const listeners = new Set<() => void>()
let hold: NavigationHold = () => false
/** The fragment of the page that is shown. */
let shown = location.hash

addEventListener('hashchange', ({ oldURL }) => {
  const wanted = location.hash
  if (wanted === shown) return
  if (hold(wanted)) {
    history.pushState(null, '', oldURL) // the URL of the page that stays
    return
  }
  shown = wanted
  for (const listener of listeners) listener()
})

/** Returns the fragment of the URL and renders again when it changes. */
export function useLocationHash(): string {
  return useSyncExternalStore(subscribe, () => shown)
}

/** Navigates to a fragment. `replace` adds no entry to the history of the browser. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) location.replace(to)
  else location.hash = to
}

/** Asks `decide` before each navigation. Returns a function that ends this. */
export function holdNavigation(decide: NavigationHold): () => void {
  hold = decide
  return () => {
    hold = () => false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
