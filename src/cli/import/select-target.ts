/** Selects the catalog, the OAuth provider and the user registry of an import: by name, or the only one. */

import { buildImportProvider, type ImportOptions } from '../../config/import/index.ts'
import type { Catalog, Config } from '../../config/index.ts'
import { UsageError } from '../common/command.ts'

export interface TargetNames {
  catalog: string | undefined
  provider: string | undefined
  registry: string | undefined
}

/** A provider of the catalog, native or of a third party. */
export interface TargetProvider {
  name: string
  grants: ReadonlySet<string>
  scopes: ReadonlyMap<string, string>
  location: { file: string }
}

export interface ImportTarget {
  catalog: Catalog
  provider: TargetProvider
  importOptions: Pick<ImportOptions, 'provider' | 'registry'>
}

/** Throws `UsageError` for an unknown name, and when there are several and none is named. */
export function selectTarget(config: Config, names: TargetNames): ImportTarget {
  const catalog = select('catalog', names.catalog, config.catalogs)
  const natives = [...catalog.providers.values()]
  const provider = select('provider', names.provider, [...natives, ...(catalog.thirdParties?.values() ?? [])])
  const registry =
    names.registry === undefined
      ? undefined
      : select('registry', names.registry, [...catalog.registries.values()]).name
  return {
    catalog,
    provider,
    importOptions: { registry, provider: buildImportProvider(catalog, provider) },
  }
}

function select<T extends { name: string }>(what: string, name: string | undefined, all: readonly T[]): T {
  const names = all.map((each) => each.name).join(', ') || 'none'
  if (name !== undefined) {
    const found = all.find((each) => each.name === name)
    if (found) return found
    throw new UsageError(`--${what}: there is no ${what} "${name}"; there are ${names}`)
  }
  const [only, second] = all
  if (only && !second) return only
  throw new UsageError(
    only ? `set --${what} to one of ${names}` : `the catalog has no ${what}: add one first`,
  )
}
