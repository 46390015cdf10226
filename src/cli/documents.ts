/** The documents, checked against everything that the product has, with what is wrong printed for people. */
import { type LoadOptions, loadConfig, renderProblem } from '../config/index.ts'
import type { Config, Loaded, TypeTables } from '../config/types.ts'
import { gatewayProblems, policies, securityTypes } from '../gateway/index.ts'
import { registryTypes } from '../registries/index.ts'
import type { Settings } from './settings.ts'

/** Every type that a document may name. */
export const tables: TypeTables = { registries: registryTypes, securities: securityTypes, policies }

/** Which documents: their folder, and the environment that they may refer to. */
export type DocumentSource = Pick<Settings, 'configFolder' | 'environment'>

/** Loads documents that could be served as they are; everything that speaks against it is a problem. */
export async function loadDocuments(
  { configFolder, environment }: DocumentSource,
  options: LoadOptions,
): Promise<Loaded> {
  const loaded = await loadConfig(configFolder, tables, environment, options)
  const unservable = loaded.config ? gatewayProblems(loaded.config) : []
  return unservable.length === 0 ? loaded : { problems: [...loaded.problems, ...unservable] }
}

/** Prints what is wrong to standard error; the configuration, or undefined when it cannot be used. */
export function complain({ config, problems }: Loaded): Config | undefined {
  for (const problem of problems) process.stderr.write(`${renderProblem(problem)}\n`)
  if (!config) process.stderr.write('sluice: nothing was started, because the documents are wrong\n')
  return config
}
