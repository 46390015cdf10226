/** Receives what another provider sends a browser back with, in the query string of the page, and restores its hash. */

const hashKey = `sign-in:${location.pathname}`

let returned: string | undefined

/** Takes the response of a provider out of the URL and the history. Call it before the page reads its hash. */
export function receiveProviderReturn(): void {
  const parameters = new URLSearchParams(location.search)
  if (!parameters.has('state') || !(parameters.has('code') || parameters.has('error'))) return
  returned = location.search
  const hash = sessionStorage.getItem(hashKey) ?? location.hash
  sessionStorage.removeItem(hashKey)
  history.replaceState(undefined, '', location.pathname + hash)
}

/** Returns the query string of the response of a provider, once. */
export function takeProviderReturn(): string | undefined {
  const query = returned
  returned = undefined
  return query
}

/** Leaves for the page of a provider. The hash of this page is restored when the browser comes back. */
export function leaveForProvider(url: string): void {
  sessionStorage.setItem(hashKey, location.hash)
  location.assign(url)
}
