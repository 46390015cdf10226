/** The documents, loaded against every type that the product has, with what is wrong printed for people. */
import { type LoadOptions, loadConfig, renderProblem } from '../config/index.ts'
import type { Config, TypeTables } from '../config/types.ts'
import { policies, securityTypes } from '../gateway/index.ts'
import { registryTypes } from '../registries/index.ts'
import type { Settings } from './settings.ts'

/** Every type that a document may name. */
export const tables: TypeTables = { registries: registryTypes, securities: securityTypes, policies }

type Where = Pick<Settings, 'configFolder' | 'environment'>

/** The configuration, or undefined when something is wrong: then all of it stands on standard error. */
export async function loadDocuments(where: Where, options: LoadOptions): Promise<Config | undefined> {
  const { config, problems } = await loadConfig(where.configFolder, tables, where.environment, options)
  for (const problem of problems) process.stderr.write(`${renderProblem(problem)}\n`)
  if (!config) process.stderr.write('sluice: nothing was started, because the documents are wrong\n')
  return config
}
