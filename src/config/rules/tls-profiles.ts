/**
 * TLS client profiles that registries and assemblies name are enabled in the catalog.
 */

import { profileOfVerification } from '../documents/third-party-provider.ts'
import { profileOf } from '../documents/tls-profile-name.ts'
import type { Mention } from '../openapi/api-document.ts'
import { renderPath, type Source } from '../text/source.ts'
import { instead } from '../text/wording.ts'
import type { Catalog } from '../types/index.ts'
import type { Rule } from './rule.ts'

export const tlsProfiles: Rule = function tlsProfiles({ catalog, documents, apis }, problems) {
  for (const name of catalog.registries.keys()) {
    const source = documents.registries.get(name)?.source
    if (source) demand(source, profileOf(source, ['endpoint']))
  }
  for (const name of catalog.thirdParties?.keys() ?? []) {
    const source = documents.thirdParties.get(name)?.source
    if (source) demand(source, profileOfVerification(source))
  }
  for (const { part, source } of apis) {
    for (const mention of part.tlsProfiles) if (!mention.name.includes('$(')) demand(source, mention)
  }

  function demand(source: Source, mention: Mention | undefined): void {
    if (!mention) return
    const { name, path } = mention
    if (isEnabled(name, catalog) || isBroken(name)) return
    const fault = profileFault(name, source.shown(path), catalog)
    problems.error(source.place(path), `${renderPath(path)} ${fault}`)
  }

  function isBroken(reference: string): boolean {
    const name = reference.replace(/:.*/, '')
    if (documents.tlsProfiles.get(name)?.source.isGap(['version'])) return true
    return documents.isBroken('provider', 'TLS client profile', name)
  }
}

/** Whether a profile, named with or without its version, can be used in a catalog. */
function isEnabled(reference: string, { tlsProfiles }: Catalog): boolean {
  const [name = '', version] = reference.split(':')
  const found = tlsProfiles.get(name)
  return found !== undefined && (version === undefined || version === found.version)
}

function profileFault(reference: string, shown: string, { tlsProfiles, place }: Catalog): string {
  const [name = ''] = reference.split(':')
  const found = tlsProfiles.get(name)
  if (found) return `names the TLS client profile "${shown}" - its version is ${found.version}`

  const known = [...tlsProfiles.keys()]
  const meant = instead(name, known, 'enabled are')
  return `names a TLS client profile that ${place.file} does not enable: "${shown}"${meant}`
}
