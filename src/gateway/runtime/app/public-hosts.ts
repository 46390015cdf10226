/** Finds the catalog of a request by its host: catalogs can have host names and paths of their own. */
import type { IncomingMessage } from 'node:http'
import type { Catalog } from '../../config/types/index.ts'
import { listCatalogUrls } from '../../contract/access/catalog-urls.ts'
import { findPublicPlace, isBelow, type PublicPlace, setPublicPlace } from '../../lib/http/public-place.ts'

export type PublicHosts = NonNullable<ReturnType<typeof buildPublicHosts>>

/** A path on a host; without a place, it is that of another catalog, whose standard place it is. */
type HostRule = { path: string; place: PublicPlace | undefined }

/** RFC 8414 section 3.1, RFC 9728 section 3.1: the path of an issuer or a resource follows the well-known path. */
const wellKnown = /^\/\.well-known\/oauth-(?:authorization-server|protected-resource)(?=[/?]|$)/
const absoluteForm = /^https?:\/\/([^/?#@\\]+)(?=[/?]|$)/i

/** Returns undefined when no catalog has a host of its own: requests are then not looked at. */
export function buildPublicHosts(catalogs: readonly Catalog[], baseUrl: string) {
  const rules = listRules(catalogs, baseUrl)
  if (rules.size === 0) return undefined

  return {
    /** Returns the target at the standard place of the catalog with this host and path; else the same target. */
    toStandardTarget: (target: string, host: string | undefined): string => find(target, host)?.target ?? target,

    /** Changes the target of a request to the standard one, once, and stores the place by which the caller came. */
    relocate(request: IncomingMessage): void {
      if (findPublicPlace(request)) return
      const { url = '' } = request
      const [whole = '', authority] = url.startsWith('/') ? [] : (absoluteForm.exec(url) ?? [])
      const found = find(url.slice(whole.length) || '/', authority ?? request.headers.host)
      if (!found) return
      request.url = found.target
      setPublicPlace(request, found.place)
    },
  }

  function find(target: string, host: string | undefined) {
    const ofHost = host === undefined ? undefined : (rules.get(host) ?? rules.get(normaliseHost(host)))
    if (!ofHost) return undefined
    const prefix = target.startsWith('/.well-known/oauth-') ? (wellKnown.exec(target)?.[0] ?? '') : ''
    const rest = target.slice(prefix.length)
    const rule = ofHost.find(({ path }) => isBelow(path, rest))
    return (
      rule?.place && { place: rule.place, target: `${prefix}${rule.place.standardPath}${rest.slice(rule.path.length)}` }
    )
  }
}

/** Returns a host in lower case without its port and the dot at the end of a full name. */
function normaliseHost(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
}

/** Returns the paths of each host, the longest first; standard places work on their hosts and the base URL's. */
function listRules(catalogs: readonly Catalog[], baseUrl: string): Map<string, HostRule[]> {
  const rules = new Map<string, HostRule[]>()
  for (const catalog of catalogs) {
    for (const url of catalog.hosts?.length ? listCatalogUrls(catalog, baseUrl) : []) {
      const { hostname, origin, pathname } = new URL(url)
      const path = pathname === '/' ? '' : pathname
      if (path === catalog.path) continue
      const ofHost = rules.get(hostname) ?? []
      rules.set(hostname, ofHost)
      for (const each of [path, catalog.path])
        ofHost.push({ path: each, place: { standardPath: catalog.path, path: each, origin } })
    }
  }
  const ofBase = rules.get(new URL(baseUrl).hostname)
  for (const { path } of catalogs) ofBase?.push({ path, place: undefined })
  for (const ofHost of rules.values()) ofHost.sort((a, b) => b.path.length - a.path.length)
  return rules
}
