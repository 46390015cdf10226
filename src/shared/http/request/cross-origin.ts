/**
 * Detects requests that a page of another origin sent. Browsers report this in two headers that a page cannot set:
 * Origin (RFC 6454 section 7, sent with every POST, PUT, PATCH and DELETE) and Sec-Fetch-Site (Fetch Metadata).
 */
import type { IncomingMessage } from 'node:http'
import { findClientHost, isClientEncrypted } from './client-address.ts'

/**
 * Returns true when either header names another origin than the one that the request was sent to. `isAllowed` is
 * called with an origin that is not this server's; allowed origins do not count as cross-origin. Clients other
 * than browsers send neither header.
 */
export function isCrossOrigin(request: IncomingMessage, isAllowed: (origin: string) => boolean = () => false): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return !isOwnSite(site)
  if (isAllowed(origin)) return false
  return !isOwnOrigin(request, origin) || !isOwnSite(site)
}

/** Returns whether Sec-Fetch-Site allows the request. `none`: the user caused it, as in the address bar. */
function isOwnSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Compares an origin with Host; the scheme only for TLS, because a proxy may terminate HTTPS before plain HTTP. */
function isOwnOrigin(request: IncomingMessage, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host, pathname, search } = new URL(origin)
  if (pathname !== '/' || search !== '' || host === '') return false
  if (isClientEncrypted(request) && protocol !== 'https:') return false

  const own = `${protocol}//${findClientHost(request)}`
  return URL.canParse(own) && new URL(own).host === host
}
