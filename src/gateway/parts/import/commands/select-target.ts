/** Selects the catalog, the OAuth provider and the user registry of an import: by name, or the only one. */
import { UsageError } from '../../../../shared/cli/common/command.ts'
import type { Config } from '../../../config/index.ts'
import { buildImportProvider } from '../engine/index.ts'

export type TargetNames = { catalog: string | undefined; provider: string | undefined; registry: string | undefined }

/** Asks the user which of several names is meant. */
export type ChooseName = (question: string, names: readonly string[]) => Promise<string>

/** Asks with `choose` for an ambiguous catalog or provider. Throws `UsageError` without it, and for unknown names. */
export async function selectTarget(config: Config, names: TargetNames, choose?: ChooseName) {
  const catalog = await select('catalog', names.catalog, config.catalogs, choose)
  const natives = [...catalog.providers.values()]
  const providers = [...natives, ...(catalog.thirdParties?.values() ?? [])]
  const provider = await select('provider', names.provider, providers, choose)
  const registry =
    names.registry === undefined
      ? undefined
      : (await select('registry', names.registry, [...catalog.registries.values()])).name
  return { catalog, provider, importOptions: { registry, provider: buildImportProvider(catalog, provider) } }
}

const questions = {
  catalog: 'Which catalog gets the API? (--catalog)',
  provider: 'Which OAuth provider protects the API? (--provider)',
  registry: 'Which user registry checks HTTP Basic credentials? (--registry)',
} as const

async function select<T extends { name: string }>(
  what: keyof typeof questions,
  name: string | undefined,
  all: readonly T[],
  choose?: ChooseName,
): Promise<T> {
  const names = all.map((each) => each.name).join(', ') || 'none'
  if (name !== undefined) {
    const found = all.find((each) => each.name === name)
    if (found) return found
    throw new UsageError(`--${what}: there is no ${what} "${name}"; there are ${names}`)
  }
  const [only, second] = all
  if (only && !second) return only
  if (only && choose) {
    const chosen = await choose(
      questions[what],
      all.map((each) => each.name),
    )
    return all.find((each) => each.name === chosen) ?? only
  }
  throw new UsageError(only ? `set --${what} to one of ${names}` : `the catalog has no ${what}: add one first`)
}
