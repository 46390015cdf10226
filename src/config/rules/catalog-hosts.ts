/** Checks the host names of catalogs: each host and path belongs to one catalog. */
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import { type ProblemList, renderLocation } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { SourceLocation } from '../types/index.ts'

export function checkCatalogHosts(published: readonly PublishedCatalog[], problems: ProblemList): void {
  const taken = new Map<string, { path: string; location: SourceLocation }>()
  const standardPaths = new Set(published.map(({ catalog }) => catalog.path))
  for (const { catalog, source } of published) {
    const { path, hosts = [], canonicalHost } = catalog
    for (const [index, entry] of hosts.entries()) {
      const location = source.locate(['hosts', index])
      const first = taken.get(entry)
      const standard = [...standardPaths].find((each) => isAtOrBelow(entry.replace(/^[^/]+/, ''), each))
      if (first)
        problems.error(
          location,
          `the host ${entry} is that of the catalog ${first.path} already (${renderLocation(first.location)}): write another host or path`,
        )
      else if (standard !== undefined)
        problems.error(
          location,
          `the path of ${entry} is the standard place of the catalog ${standard}: write another path`,
        )
      else taken.set(entry, { path, location })
    }
    if (canonicalHost === undefined || hosts.includes(canonicalHost) || source.hasGap(['hosts'])) continue
    const meant = suggestOrList(canonicalHost, hosts, 'the hosts are')
    problems.error(source.locate(['canonical_host']), `canonical_host is not one of hosts: "${canonicalHost}"${meant}`)
  }
}

function isAtOrBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}
