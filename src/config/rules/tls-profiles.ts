/**
 * TLS client profiles that registries and assemblies name are enabled in the catalog.
 */

import { profileOf } from '../documents/user-registry.ts'
import { renderPath } from '../text/source.ts'
import type { Catalog } from '../types.ts'
import { instead } from '../wording.ts'
import type { Rule } from './rule.ts'

export const tlsProfiles: Rule = function tlsProfiles({ catalog, documents, apis }, problems) {
  for (const name of catalog.registries.keys()) {
    const source = documents.registries.get(name)?.source
    const profile = source && profileOf(source)
    if (profile) demand(profile)

    function demand({ name, path }: { name: string; path: readonly (string | number)[] }): void {
      const fault = profileFault(name, source?.shown(path) ?? name, catalog)
      if (fault && source && !isBroken(name))
        problems.error(source.place(path), `${renderPath(path)} ${fault}`)
    }
  }

  for (const { part, source } of apis) {
    for (const { name, path } of part.tlsProfiles) {
      const fault = name.includes('$(') ? undefined : profileFault(name, source.shown(path), catalog)
      if (fault && !isBroken(name)) problems.error(source.place(path), `${renderPath(path)} ${fault}`)
    }
  }

  function isBroken(name: string): boolean {
    return documents.isBroken('provider', 'TLS client profile', name.replace(/:.*/, ''))
  }
}

/** Why a profile, named with or without its version, cannot be used in a catalog. */
function profileFault(reference: string, shown: string, { tlsProfiles, place }: Catalog): string | undefined {
  const [name = '', version] = reference.split(':')
  const found = tlsProfiles.get(name)
  if (found && (version === undefined || version === found.version)) return undefined
  if (found) return `names the TLS client profile "${shown}" - its version is ${found.version}`

  const known = [...tlsProfiles.keys()]
  const meant = instead(name, known, 'enabled are')
  return `names a TLS client profile that ${place.file} does not enable: "${shown}"${meant}`
}
