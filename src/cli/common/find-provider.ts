/** The OAuth provider that a command is about, found in the documents by its name. */
import type { Catalog, LoadResult, ProviderSettings } from '../../config/types/index.ts'
import { didYouMean } from '../../lib/output/suggest.ts'
import { requireConfig } from './require-config.ts'

export interface FoundProvider {
  catalog: Catalog
  settings: ProviderSettings
}

/**
 * Finds a provider by its name or its qualified name (`acme/sandbox/customer-oauth`); without a name, the only
 * one. Throws a message for the user.
 */
export function findProvider(loaded: LoadResult, name: string | undefined): FoundProvider {
  const config = requireConfig(loaded)
  const all = config.catalogs.flatMap((catalog) =>
    [...catalog.providers.values()].map((settings) => ({ catalog, settings })),
  )
  const found = all.filter(
    (each) => name === undefined || name === each.settings.name || name === qualifiedProviderName(each),
  )
  if (found.length === 1) return found[0] as FoundProvider

  const names = all.map(qualifiedProviderName)
  if (names.length === 0) throw new Error('no catalog enables an OAuth provider')
  if (name === undefined || found.length > 1)
    throw new Error(`there is more than one OAuth provider: name one of ${names.join(', ')} with --provider`)
  const known = [...names, ...all.map(({ settings }) => settings.name)]
  throw new Error(
    `there is no OAuth provider "${name}"${didYouMean(name, known) || `; there are ${names.join(', ')}`}`,
  )
}

export function qualifiedProviderName({ catalog, settings }: FoundProvider): string {
  return `${catalog.path.slice(1)}/${settings.name}`
}
