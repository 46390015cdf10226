/**
 * Loads documents and checks them against every registry type, security definition type and policy of the
 * product.
 */
import { type LoadConfig, type LoadOptions, openConfigLoader, sortProblems } from '../../config/index.ts'
import type { LoadResult, TypeTables } from '../../config/types/index.ts'
import {
  findFurtherGatewayProblems,
  type LocateValue,
  openGatewayCheck,
  policies,
  securityTypes,
} from '../../gateway/index.ts'
import { userRegistryTypes } from '../../registries/index.ts'
import { isSecretHash } from '../../security/index.ts'
import type { Settings } from '../settings/settings.ts'

/** The tables of types that a document may name. */
export const typeTables: TypeTables = {
  registries: userRegistryTypes,
  securities: securityTypes,
  policies,
  isSecretHash,
}

/**
 * The documents to load: their folder, the environment variables that they may refer to, texts that replace files, and
 * the applications in the store.
 */
export interface DocumentSource
  extends Pick<Settings, 'configFolder' | 'environment'>,
    Pick<LoadOptions, 'overlay' | 'stored'> {}

/** Loads documents once. Anything that keeps the gateway from serving them is a problem in the result. */
export function loadDocuments(
  { overlay, stored, ...source }: DocumentSource,
  options: Pick<LoadOptions, 'sandbox' | 'strict'>,
): Promise<LoadResult> {
  return openDocumentLoader(source, options)(overlay, stored)
}

/**
 * Returns a function that loads the documents of a folder repeatedly. It neither reads nor checks again what has
 * not changed.
 */
export function openDocumentLoader(
  { configFolder, environment }: Omit<DocumentSource, 'overlay' | 'stored'>,
  options: Pick<LoadOptions, 'sandbox' | 'strict'>,
): LoadConfig {
  const { load, locateWithin } = openConfigLoader(configFolder, typeTables, environment, options)
  const locate: LocateValue = ({ path, ...element }) => (path ? locateWithin(element, path) : element)
  const check = openGatewayCheck(locate)

  return async function loadDocuments(overlay, stored) {
    const loaded = await load(overlay, stored)
    const { config, readable, problems } = loaded
    const unservable = config ? check(config) : readable ? findFurtherGatewayProblems(readable, problems, locate) : []
    if (unservable.length === 0) return loaded
    const all = sortProblems([...problems, ...unservable])
    return unservable.every(({ severity }) => severity === 'warning') ? { ...loaded, problems: all } : { problems: all }
  }
}
