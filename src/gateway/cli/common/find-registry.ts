/** The user registry that a command is about, found in the documents by its name. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { Catalog, RegistrySettings } from '../../config/types/index.ts'
import type { GatewayPart } from '../../part.ts'
import { loadDocuments } from '../../runtime/documents/index.ts'
import { requireConfig } from './require-config.ts'

export interface RegistrySearch {
  configFolder: string
  environment: Record<string, string | undefined>
  parts: readonly GatewayPart[]
  /** The name of the registry; may be absent when there is only one. */
  name?: string | undefined
  /** Only registries of this type. */
  type?: string
}

export interface FoundRegistry {
  registry: RegistrySettings
  catalog: Catalog
  /** The scopes of the native OAuth providers that use the registry. */
  scopes: readonly string[]
}

/** Finds a user registry. Rejects with a message for the user: an error in the documents, no registry, or several. */
export async function findRegistry(search: RegistrySearch): Promise<FoundRegistry> {
  const { configFolder: folder, environment, parts, name, type } = search
  const config = requireConfig(
    await loadDocuments({ configFolder: folder, environment }, parts, { sandbox: true }),
    folder,
  )

  const providers = config.catalogs.flatMap((catalog) => [...catalog.providers.values()])
  const findScopes = (registry: string) => [
    ...new Set(providers.filter((each) => each.registry === registry).flatMap(({ scopes }) => [...scopes.keys()])),
  ]
  const known = new Map<string, FoundRegistry>()
  for (const catalog of config.catalogs) {
    for (const registry of catalog.registries.values()) {
      if (type === undefined || registry.type === type)
        known.set(registry.name, { registry, catalog, scopes: findScopes(registry.name) })
    }
  }
  const found = name === undefined && known.size === 1 ? [...known.values()][0] : known.get(name ?? '')
  if (found) return found

  const kind = type === undefined ? 'user registry' : `user registry of type ${type}`
  const names = [...known.keys()]
  if (names.length === 0) throw new Error(`no catalog in ${folder} enables a ${kind}`)
  if (name === undefined) throw new Error(`there is more than one ${kind}: name one of ${names.join(', ')}`)
  throw new Error(`there is no ${kind} "${name}"${didYouMean(name, names) || ` - there are ${names.join(', ')}`}`)
}
