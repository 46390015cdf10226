/** The keys that an issuer elsewhere publishes as a JWK set: RFC 7517. Loaded with the first provider or call that needs it. */
import { createRemoteJWKSet, customFetch, type JWKSCacheInput, type JWTVerifyGetKey, jwksCache } from 'jose'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { fetchProviderJson } from './provider-request.ts'
import type { GetConnections } from './upstream-connections.ts'

/** The keys that were fetched, by URL and TLS profile. Later revisions of the documents go on with them. */
const fetched = new Map<string, JWKSCacheInput>()

/** Returns the keys of a URL. They are fetched at first use, after ten minutes, and for an unknown key id. */
export function openRemoteKeys(url: URL, connect: GetConnections, timeoutMs: number, profile = ''): JWTVerifyGetKey {
  return createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    [jwksCache]: getOrCreate(fetched, `${url.href} ${profile}`, () => ({})),
    async [customFetch]() {
      const request = { method: 'GET', path: url.pathname + url.search, headers: ['accept', 'application/json'] }
      const { value } = await fetchProviderJson(connect, request, timeoutMs)
      return Response.json(value)
    },
  })
}
