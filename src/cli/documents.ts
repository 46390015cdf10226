/** The documents, loaded against every type that the product has, with what is wrong printed for people. */
import { type LoadOptions, loadConfig, renderProblem } from '../config/index.ts'
import type { Config, Loaded, TypeTables } from '../config/types.ts'
import { policies, securityTypes } from '../gateway/index.ts'
import { registryTypes } from '../registries/index.ts'
import type { Settings } from './settings.ts'

/** Every type that a document may name. */
export const tables: TypeTables = { registries: registryTypes, securities: securityTypes, policies }

/** Loads the documents; call it again when they have changed. */
export function documentsOf(
  { configFolder, environment }: Settings,
  options: LoadOptions,
): () => Promise<Loaded> {
  return () => loadConfig(configFolder, tables, environment, options)
}

/** The configuration, or undefined when something is wrong: then all of it stands on standard error. */
export async function loadOrComplain(load: () => Promise<Loaded>): Promise<Config | undefined> {
  const { config, problems } = await load()
  for (const problem of problems) process.stderr.write(`${renderProblem(problem)}\n`)
  if (!config) process.stderr.write('sluice: nothing was started, because the documents are wrong\n')
  return config
}
