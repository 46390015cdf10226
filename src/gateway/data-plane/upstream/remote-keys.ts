/** The keys that an issuer elsewhere publishes as a JWK set: RFC 7517. Loaded with the first provider or call that needs it. */
import { createRemoteJWKSet, customFetch, type JWKSCacheInput, jwksCache } from 'jose'
import { findLasting, type LastingState } from './lasting-state.ts'
import { fetchProviderJson } from './provider-request.ts'
import type { GetConnections } from './upstream-connections.ts'

/** Returns the keys of a URL. They are fetched at first use, after ten minutes, and for an unknown key id. */
export function openRemoteKeys(url: URL, connect: GetConnections, timeoutMs: number, state: LastingState, tls = '') {
  return createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    [jwksCache]: findLasting(state, 'keys', [url, tls], (): JWKSCacheInput => ({})),
    async [customFetch]() {
      const request = { method: 'GET', path: url.pathname + url.search, headers: ['accept', 'application/json'] }
      const { value } = await fetchProviderJson(connect, request, timeoutMs)
      return Response.json(value)
    },
  })
}
