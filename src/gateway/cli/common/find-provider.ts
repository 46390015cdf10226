/** The OAuth provider that a command is about, found in the documents by its name. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { Catalog, LoadResult, ProviderSettings } from '../../config/types/index.ts'
import { requireConfig } from './require-config.ts'

export type FoundProvider = { catalog: Catalog; settings: ProviderSettings }

/** Returns all providers of the documents. Throws a message for the user when there are none. */
export function listProviders(loaded: LoadResult): FoundProvider[] {
  const all = requireConfig(loaded).catalogs.flatMap((catalog) =>
    [...catalog.providers.values()].map((settings) => ({ catalog, settings })),
  )
  if (all.length === 0) throw new Error('no catalog enables an OAuth provider')
  return all
}

/** Finds a provider by its name, with or without its catalog; without a name, the only one. Throws for the user. */
export function findProvider(loaded: LoadResult, name: string | undefined): FoundProvider {
  const all = listProviders(loaded)
  const found = all.filter(
    (each) => name === undefined || name === each.settings.name || name === qualifiedProviderName(each),
  )
  if (found.length === 1) return found[0] as FoundProvider

  const names = all.map(qualifiedProviderName)
  if (name === undefined || found.length > 1)
    throw new Error(`there is more than one OAuth provider: name one of ${names.join(', ')} with --provider`)
  const known = [...names, ...all.map(({ settings }) => settings.name)]
  throw new Error(`there is no OAuth provider "${name}"${didYouMean(name, known) || `; there are ${names.join(', ')}`}`)
}

export function qualifiedProviderName({ catalog, settings }: FoundProvider): string {
  return `${catalog.path.slice(1)}/${settings.name}`
}
