/** Checks that the catalog enables the TLS client profiles that registries and assemblies name. */

import type { NameReference } from '../document-set/api-document.ts'
import { findTlsProfileName } from '../documents/members/tls-profile-name.ts'
import { findVerificationTlsProfile } from '../documents/third-party-provider/third-party-provider.ts'
import { type ParsedDocument, renderMemberPath } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { Catalog } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

export const tlsProfilesRule: CatalogRule = function tlsProfiles({ catalog, documents, apis }, problems) {
  for (const name of catalog.registries.keys()) {
    const source = documents.registries.get(name)?.source
    if (source) demand(source, findTlsProfileName(source, ['endpoint']))
  }
  for (const name of catalog.thirdParties?.keys() ?? []) {
    const source = documents.thirdParties.get(name)?.source
    if (source) demand(source, findVerificationTlsProfile(source))
  }
  for (const { part, source } of apis) {
    for (const mention of part.tlsProfiles) if (!mention.name.includes('$(')) demand(source, mention)
  }

  function demand(source: ParsedDocument, mention: NameReference | undefined): void {
    if (!mention) return
    const { name, path } = mention
    if (isEnabled(name, catalog) || isBroken(name)) return
    const fault = profileFault(name, source.renderValue(path), catalog)
    problems.error(source.locate(path), `${renderMemberPath(path)} ${fault}`)
  }

  function isBroken(reference: string): boolean {
    const name = reference.replace(/:.*/, '')
    if (documents.tlsProfiles.get(name)?.source.isGap(['version'])) return true
    return documents.isBroken('provider', 'TLS client profile', name)
  }
}

/** Returns whether a catalog enables a profile, which is named with or without its version. */
function isEnabled(reference: string, { tlsProfiles }: Catalog): boolean {
  const [name = '', version] = reference.split(':')
  const found = tlsProfiles.get(name)
  return found !== undefined && (version === undefined || version === found.version)
}

function profileFault(reference: string, shown: string, { tlsProfiles, location }: Catalog): string {
  const [name = ''] = reference.split(':')
  const found = tlsProfiles.get(name)
  if (found) return `names the TLS client profile "${shown}" - its version is ${found.version}`

  const known = [...tlsProfiles.keys()]
  const meant = suggestOrList(name, known, 'enabled are')
  return `names a TLS client profile that ${location.file} does not enable: "${shown}"${meant}`
}
