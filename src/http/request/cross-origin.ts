/**
 * Whether a page of another origin sent a request. Browsers say so in two headers, and a page can set neither of them:
 * Origin (RFC 6454 section 7, sent with every POST, PUT, PATCH and DELETE) and Sec-Fetch-Site (Fetch Metadata).
 */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/**
 * True when either header names another origin than the one that the request is addressed to. `isAllowed` is asked about
 * an origin that is not this server's own; a request from an allowed origin is not foreign. Clients that are no browser
 * send neither header.
 */
export function isCrossOrigin(
  request: IncomingMessage,
  isAllowed: (origin: string) => boolean = () => false,
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return !isOwnSite(site)
  if (isAllowed(origin)) return false
  return !isOwnOrigin(request, origin) || !isOwnSite(site)
}

/** `none`: the user asked for it, in the address bar for example. */
function isOwnSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** The scheme counts where it is known: plain HTTP may come from a proxy that speaks HTTPS with the browser. */
function isOwnOrigin({ headers, socket }: IncomingMessage, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host, pathname, search } = new URL(origin)
  if (pathname !== '/' || search !== '' || host === '') return false
  if ((socket as Partial<TLSSocket>).encrypted === true && protocol !== 'https:') return false

  const own = `${protocol}//${headers.host}`
  return URL.canParse(own) && new URL(own).host === host
}
