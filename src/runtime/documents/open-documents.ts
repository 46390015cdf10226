/** The documents, checked against everything that the product has. */
import { type Load, type LoadOptions, openConfig, sortProblems } from '../../config/index.ts'
import type { Loaded, TypeTables } from '../../config/types/index.ts'
import {
  findRemainingProblems,
  type LocateValue,
  openGatewayCheck,
  policies,
  securityTypes,
} from '../../gateway/index.ts'
import { registryTypes } from '../../registries/index.ts'
import type { Settings } from '../settings/settings.ts'

/** Every type that a document may name. */
export const typeTables: TypeTables = { registries: registryTypes, securities: securityTypes, policies }

/** Which documents: their folder, the environment that they may refer to, and what would be different. */
export interface DocumentSource
  extends Pick<Settings, 'configFolder' | 'environment'>,
    Pick<LoadOptions, 'instead'> {}

/** Loads documents that could be served as they are; everything that speaks against it is a problem. */
export function loadDocuments(
  { instead, ...source }: DocumentSource,
  options: Pick<LoadOptions, 'sandbox'>,
): Promise<Loaded> {
  return openDocumentLoader(source, options)(instead)
}

/** The same again and again: what has not changed since is neither read nor checked again. */
export function openDocumentLoader(
  { configFolder, environment }: Omit<DocumentSource, 'instead'>,
  options: Pick<LoadOptions, 'sandbox'>,
): Load {
  const { load, placeWithin } = openConfig(configFolder, typeTables, environment, options)
  const locate: LocateValue = ({ path, ...element }) => (path ? placeWithin(element, path) : element)
  const check = openGatewayCheck(locate)

  return async function loadDocuments(instead) {
    const loaded = await load(instead)
    const { config, readable, problems } = loaded
    const unservable = config
      ? check(config)
      : readable
        ? findRemainingProblems(readable, problems, locate)
        : []
    return unservable.length === 0 ? loaded : { problems: sortProblems([...problems, ...unservable]) }
  }
}
