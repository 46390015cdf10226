/** The documents, checked against everything that the product has. */
import { type LoadOptions, loadConfig } from '../config/index.ts'
import type { Loaded, TypeTables } from '../config/types.ts'
import { gatewayProblems, policies, securityTypes } from '../gateway/index.ts'
import { registryTypes } from '../registries/index.ts'
import type { Settings } from './settings.ts'

/** Every type that a document may name. */
export const tables: TypeTables = { registries: registryTypes, securities: securityTypes, policies }

/** Which documents: their folder, the environment that they may refer to, and what would be different. */
export interface DocumentSource
  extends Pick<Settings, 'configFolder' | 'environment'>,
    Pick<LoadOptions, 'instead'> {}

/** Loads documents that could be served as they are; everything that speaks against it is a problem. */
export async function loadDocuments(
  { configFolder, environment, instead }: DocumentSource,
  options: LoadOptions,
): Promise<Loaded> {
  const loaded = await loadConfig(configFolder, tables, environment, { ...options, instead })
  const unservable = loaded.config ? gatewayProblems(loaded.config) : []
  return unservable.length === 0 ? loaded : { problems: [...loaded.problems, ...unservable] }
}
