/** Checks that the catalog enables the TLS client profiles that registries and assemblies name. */
import type { NameReference } from '../document-set/document-set.ts'
import { findTlsProfileName } from '../documents/members/tls-profile-name.ts'
import { findVerificationTlsProfile } from '../documents/third-party-provider/third-party-provider.ts'
import { endpointPaths } from '../documents/user-registry/user-registry.ts'
import { type ParsedDocument, renderMemberPath } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { Catalog } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

export const tlsProfilesRule: CatalogRule = function tlsProfiles({ catalog, documents, apis }, problems) {
  for (const name of catalog.registries.keys()) {
    const source = documents.registries.get(name)?.source
    for (const each of endpointPaths) if (source) warnOfDefault(source, findTlsProfileName(source, each))
  }
  for (const name of catalog.thirdParties?.keys() ?? []) {
    const source = documents.thirdParties.get(name)?.source
    if (source) warnOfDefault(source, findVerificationTlsProfile(source))
  }
  for (const { part, source } of apis) {
    for (const mention of part.tlsProfiles) if (!mention.name.includes('$(')) demand(source, mention)
  }

  /** An export names profiles by the URLs of its management server, so the profile of a registry is often not here. */
  function warnOfDefault(source: ParsedDocument, mention: NameReference | undefined): void {
    const fault = mention && findFault(source, mention)
    if (!mention || !fault) return
    const isUrl = mention.path.at(-1) === 'tls_client_profile_url'
    if (source.isStrict || !isUrl) problems.error(source.locate(mention.path), fault)
    else
      problems.warning(
        source.locate(mention.path),
        `${fault} - connections verify the server with the CAs of the system`,
      )
  }

  function demand(source: ParsedDocument, mention: NameReference): void {
    const fault = findFault(source, mention)
    if (fault) problems.undefinedValue(source, source.locate(mention.path), fault)
  }

  function findFault(source: ParsedDocument, { name, path }: NameReference): string | undefined {
    if (name === '' || isEnabled(name, catalog) || isBroken(name)) return undefined
    return `${renderMemberPath(path)} ${profileFault(name, source.renderValue(path), catalog)}`
  }

  function isBroken(reference: string): boolean {
    const name = reference.replace(/:.*/, '')
    if (documents.tlsProfiles.get(name)?.source.isGap(['version'])) return true
    return documents.isBroken('provider', 'TLS client profile', name)
  }
}

/** The profile of the product for connections without a profile of their own. */
const defaultTlsProfile = 'tls-client-profile-default'

/** Returns whether a catalog enables a profile, which is named with or without its version. */
function isEnabled(reference: string, { tlsProfiles }: Catalog): boolean {
  const [name = '', version] = reference.split(':')
  const found = tlsProfiles.get(name)
  if (!found) return name === defaultTlsProfile
  return version === undefined || version === found.version
}

function profileFault(reference: string, shown: string, { tlsProfiles, location }: Catalog): string {
  const [name = ''] = reference.split(':')
  const found = tlsProfiles.get(name)
  if (found) return `names the TLS client profile "${shown}" - its version is ${found.version}`

  const known = [...tlsProfiles.keys()]
  const meant = suggestOrList(name, known, 'enabled are')
  return `names a TLS client profile that ${location.file} does not enable: "${shown}"${meant}`
}
