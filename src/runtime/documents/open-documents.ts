/** The documents, checked against everything that the product has. */
import { type LoadConfig, type LoadOptions, openConfigLoader, sortProblems } from '../../config/index.ts'
import type { LoadResult, TypeTables } from '../../config/types/index.ts'
import {
  findRemainingProblems,
  type LocateValue,
  openGatewayCheck,
  policies,
  securityTypes,
} from '../../gateway/index.ts'
import { userRegistryTypes } from '../../registries/index.ts'
import type { Settings } from '../settings/settings.ts'

/** Every type that a document may name. */
export const typeTables: TypeTables = { registries: userRegistryTypes, securities: securityTypes, policies }

/** Which documents: their folder, the environment that they may refer to, and what would be different. */
export interface DocumentSource
  extends Pick<Settings, 'configFolder' | 'environment'>,
    Pick<LoadOptions, 'overlay'> {}

/** Loads documents that could be served as they are; everything that speaks against it is a problem. */
export function loadDocuments(
  { overlay, ...source }: DocumentSource,
  options: Pick<LoadOptions, 'sandbox'>,
): Promise<LoadResult> {
  return openDocumentLoader(source, options)(overlay)
}

/** The same again and again: what has not changed since is neither read nor checked again. */
export function openDocumentLoader(
  { configFolder, environment }: Omit<DocumentSource, 'overlay'>,
  options: Pick<LoadOptions, 'sandbox'>,
): LoadConfig {
  const { load, locateWithin } = openConfigLoader(configFolder, typeTables, environment, options)
  const locate: LocateValue = ({ path, ...element }) => (path ? locateWithin(element, path) : element)
  const check = openGatewayCheck(locate)

  return async function loadDocuments(overlay) {
    const loaded = await load(overlay)
    const { config, readable, problems } = loaded
    const unservable = config
      ? check(config)
      : readable
        ? findRemainingProblems(readable, problems, locate)
        : []
    return unservable.length === 0 ? loaded : { problems: sortProblems([...problems, ...unservable]) }
  }
}
