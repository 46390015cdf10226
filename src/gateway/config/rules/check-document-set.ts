/** Checks rules between documents that do not depend on a catalog. */
import { existsSync } from 'node:fs'
import { suggestName } from '../../../shared/lib/output/suggest.ts'
import type { DocumentSet } from '../document-set/document-set.ts'
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import { renderMemberPath } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { SourceLocation } from '../types/index.ts'
import { renderLocation } from '../types/source-location.ts'

/** Checks the documents as a whole: catalogs, default scopes, paths of providers, TLS files, and unused parts. */
export function checkDocumentSet(
  documents: DocumentSet,
  published: readonly PublishedCatalog[],
  problems: ProblemList,
  sandbox: boolean,
): void {
  checkCatalogPaths(published, problems)
  checkCatalogHosts(published, problems)
  checkDefaultScopes(documents, problems)
  checkProviderPaths(documents, problems)
  if (!sandbox) checkTlsFiles(documents, problems) // the sandbox creates its files at its first start
  checkUse(documents, published, problems)
}

function checkCatalogPaths(published: readonly PublishedCatalog[], problems: ProblemList): void {
  const paths = new Map<string, SourceLocation>()
  for (const { catalog, source } of published) {
    const first = paths.get(catalog.path)
    if (!first) paths.set(catalog.path, catalog.location)
    else
      problems.error(
        source.locate(['name']),
        `a catalog ${catalog.path} is declared at ${renderLocation(first)} already`,
      )
  }
}

function checkDefaultScopes({ providers }: DocumentSet, problems: ProblemList): void {
  for (const { part, source } of providers.values()) {
    if (source.hasGap(['scopes'])) continue
    for (const [index, scope] of part.defaultScopes.entries()) {
      if (part.scopes.has(scope)) continue
      const path = ['native_provider', 'default_scopes', index]
      const known = [...part.scopes.keys()]
      const meant = suggestOrList(scope, known, 'its scopes are')
      const message = `native_provider.default_scopes[${index}] is not a scope of the provider: "${source.renderValue(path)}"${meant}`
      problems.error(source.locate(path), message)
    }
  }
}

/** Checks that the enabled endpoints of a provider have different paths. */
function checkProviderPaths({ providers }: DocumentSet, problems: ProblemList): void {
  for (const { part, source } of providers.values()) {
    const { introspection, revocation } = part
    const { application, owner } = revocation
    const taken = new Set([part.authorizePath])
    for (const [path, enabled, member] of [
      [part.tokenPath, true, ['token_path']],
      [introspection.path, introspection.enabled, ['token_introspection', 'introspection_path']],
      [application.path, application.enabled, ['revocation', 'application_revocation', 'apprevoke_path']],
      [owner.path, owner.enabled, ['revocation', 'owner_revocation', 'owner_revoke_path']],
    ] as const) {
      if (!enabled) continue
      const at = ['native_provider', ...member]
      if (taken.has(path)) problems.memberError(source, at, `is the path of another endpoint: ${path}`)
      taken.add(path)
    }
  }
}

/** Warns about missing files. It is not an error, because the file may be created before the profile is first used. */
function checkTlsFiles({ tlsProfiles }: DocumentSet, problems: ProblemList): void {
  for (const { part, source } of tlsProfiles.values()) {
    const files = { truststore: part.truststoreFile, certificate: part.certificateFile, key: part.keyFile }
    for (const [member, file] of Object.entries(files)) {
      if (file === undefined || existsSync(file)) continue
      problems.warning(
        source.locate([member]),
        `${member} names a file that does not exist yet: ${source.renderValue([member])}`,
      )
    }
  }
}

/**
 * Warns about parts that no catalog enables or publishes, a frequent mistake that looks like a fault of the
 * gateway. It does not warn where another problem may be the cause: a name that cannot be read or resolved.
 */
function checkUse(documents: DocumentSet, published: readonly PublishedCatalog[], problems: ProblemList): void {
  if (published.length === 0) return
  if (areProductsCertain(documents, published)) {
    const used = new Set(published.flatMap(({ apis }) => apis.map(({ part }) => part)))
    for (const { part, source } of documents.apis.values()) {
      if (apiNameMembers.some((member) => source.isGap(['info', member]))) continue
      if (!used.has(part)) problems.warning(part.location, `no product publishes the API ${part.reference}`)
    }
  }
  const names = published.map(({ catalog }) => catalog.name)
  const areNamesCertain = published.every(({ source }) => !source.isGap(['name']))
  for (const { part, source } of areNamesCertain ? documents.apis.values() : []) {
    for (const name of part.catalogProperties.keys()) {
      if (names.includes(name)) continue
      const path = ['x-ibm-configuration', 'catalogs', name]
      const message = `${renderMemberPath(path)} has no effect: no catalog has this name${suggestName(name, names)}`
      problems.warning(source.locateKey(path), message)
    }
  }
  const kinds = [
    ['registries', 'user registry', 'api_user_registries'],
    ['providers', 'OAuth provider', 'oauth_providers'],
    ['thirdParties', 'OAuth provider', 'oauth_providers'],
    ['tlsProfiles', 'TLS client profile', 'tls_client_profiles'],
  ] as const
  for (const [parts, kind, member] of kinds) {
    if (documents.unresolved.has(kind) || published.some(({ source }) => source.hasGap([member]))) continue
    for (const { part, source } of documents[parts].values()) {
      if (source.isGap(['name'])) continue
      if (published.some(({ catalog }) => catalog[parts]?.has(part.name))) continue
      problems.warning(part.location, `no catalog enables the ${kind} "${part.name}" under ${member}`)
    }
  }
}

const apiNameMembers = ['x-ibm-name', 'version', 'title']

function areProductsCertain(documents: DocumentSet, published: readonly PublishedCatalog[]): boolean {
  if (documents.unresolved.has('API') || documents.isBroken('product', 'product', '')) return false
  return published.every(({ folder }) =>
    folder.products.every(({ source }) => !source.hasGap(['apis']) && !source.hasGap(['state'])),
  )
}

/** Checks that each host and path belongs to one catalog. */
function checkCatalogHosts(published: readonly PublishedCatalog[], problems: ProblemList): void {
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
