/** The assemblies of OAuth providers in a gateway without the part that runs them. */
import type { Config } from '../config/types/index.ts'
import { type DecideForProvider, unchangedToken } from '../contract/access/token-decision.ts'
import { DocumentError, openProblemCollector } from './errors/document-error.ts'

/** Throws a `GatewayBuildError` when a provider has an assembly. */
export function rejectProviderAssemblies({ catalogs }: Config): DecideForProvider {
  const problems = openProblemCollector()
  for (const { name, assembly, location } of catalogs.flatMap(({ providers }) => [...providers.values()]))
    problems.try(() => {
      if (!assembly) return
      throw new DocumentError(location, `this gateway has no part that runs the assembly of the provider "${name}"`)
    })
  problems.throwIfAny()
  return async () => unchangedToken
}
