import type { Catalog } from '../../../config/types/index.ts'
import type { ApiImport } from '../../../contract/api-import.ts'
import { editYaml } from '../../../lib/yaml/edit-yaml.ts'
import { enableTlsProfile, renderTlsProfile, type TlsProfile } from './upstream-credential.ts'

/**
 * Lists the edits that imported APIs need: their TLS client profiles, which the catalog enables, and the scopes of the
 * provider, which must have every scope of an API. The documents are valid after each.
 */
export function listRelatedEdits(
  { location, tlsProfiles: known }: Catalog,
  provider: { scopes: ReadonlyMap<string, string>; location: { file: string } },
  scopes: ReadonlyMap<string, string>,
  tlsProfiles: readonly TlsProfile[],
): ApiImport['edits'] {
  const edits: ApiImport['edits'][number][] = []
  for (const [file, text] of tlsProfiles.map(renderTlsProfile)) edits.push({ file, change: () => text })
  const enabled = tlsProfiles.filter(({ name }) => !known.has(name))
  if (enabled.length > 0)
    edits.push({ file: location.file, change: (before) => enabled.reduce(enableTlsProfile, before) })
  const missing = [...scopes].filter(([name]) => !provider.scopes.has(name))
  const added = missing.map(([name, value]) => ({ do: 'set' as const, path: ['scopes', name], value }))
  if (added.length > 0) edits.push({ file: provider.location.file, change: (before) => editYaml(before, added) })
  return edits
}
