/** Finds what the data plane cannot serve, before a configuration is used, also beside other errors. */
import { attempt } from '../../shared/lib/collections/attempt.ts'
import { silentLog } from '../../shared/lib/output/log.ts'
import type { Api, Catalog, Config, Problem, SourceLocation } from '../config/types/index.ts'
import { TargetCountTable } from '../telemetry/calls/index.ts'
import { buildApiRoutingTable } from './build.ts'
import { ResponseStore } from './cache/store/response-store.ts'
import type { GatewayDeps } from './call/deps.ts'
import {
  type BuildProblem,
  GatewayBuildError,
  openProblemCollector,
  type ValueLocation,
} from './errors/document-error.ts'
import { openLimitCounters } from './limits/limit-counters.ts'
import type { DataPlaneTables, SharedParts } from './policy/policy.ts'
import { rejectProviderAssemblies } from './provider-assemblies.ts'
import { noThirdPartyVerifiers } from './security/third-party-verifiers.ts'
import { openUpstreamConnections } from './upstream/upstream-connections.ts'

/** Returns the source location of a value inside an element of the documents. */
export type LocateValue = (location: ValueLocation) => SourceLocation

const elementItself: LocateValue = ({ file, line, column }) => ({ file, line, column })

/** Returns every problem for which `buildGateway` would reject the configuration, each once. It opens no connection. */
export function findGatewayProblems(
  config: Config,
  tables: DataPlaneTables,
  locate: LocateValue = elementItself,
): readonly Problem[] {
  const found = findBuildProblems(config, tables).filter(
    ({ severity, isAlreadyReported }) => severity === 'error' || !isAlreadyReported,
  )
  const located = found.map(({ severity, message, effect, ...location }) => ({
    ...locate(location),
    severity,
    message,
    effect,
  }))
  return removeDuplicateProblems(located)
}

/** Returns the same problems with locations inside elements that are not resolved yet. */
function findBuildProblems(config: Config, tables: DataPlaneTables): readonly BuildProblem[] {
  const upstreams = openUpstreamConnections()
  const warnings: BuildProblem[] = []
  try {
    const deps: GatewayDeps = { ...checkDeps, targetCounts: new TargetCountTable() }
    const shared: SharedParts = {
      deps,
      tables,
      connections: upstreams,
      lasting: new Map(),
      thirdPartyVerifiers: tables.openThirdPartyVerifiers?.(deps.clock, upstreams, new Map()) ?? noThirdPartyVerifiers,
      counters: openLimitCounters(deps),
      responses: new ResponseStore(),
      serveInnerCall() {}, // no call is served
      scripts: tables.openScripts?.(),
      warn: (warning) => warnings.push(warning),
    }
    const problems = openProblemCollector()
    problems.try(() => buildApiRoutingTable(config, shared))
    problems.try(() => (tables.buildProviderAssemblies ?? rejectProviderAssemblies)(config, shared))
    problems.throwIfAny()
    return warnings
  } catch (error) {
    if (error instanceof GatewayBuildError) return [...warnings, ...error.problems]
    throw error
  } finally {
    void upstreams.close()
  }
}

/** Returns a check of successive configurations. Unchanged APIs are not built again; their warnings repeat. */
export function openGatewayCheck(
  tables: DataPlaneTables,
  locate?: LocateValue,
): (config: Config) => readonly Problem[] {
  let lastGood: readonly Catalog[] = []
  let lastWarnings: readonly Problem[] = []

  return function check({ revision, catalogs }) {
    const toBuild = catalogs.map((catalog) => ({ ...catalog, apis: apisToBuild(catalog, lastGood) }))
    const unchanged = new Set(catalogs.flatMap(({ apis }, index) => filesWithout(apis, toBuild[index]?.apis ?? [])))
    const known = lastWarnings.filter(({ file }) => unchanged.has(file))
    const problems = removeDuplicateProblems([
      ...known,
      ...findGatewayProblems({ revision, catalogs: toBuild }, tables, locate),
    ])
    if (problems.every(({ severity }) => severity === 'warning')) {
      lastGood = catalogs
      lastWarnings = problems
    }
    return problems
  }
}

/** Removes repeated problems: an API that several catalogs publish reports its problems for each of them. */
function removeDuplicateProblems(problems: readonly Problem[]): readonly Problem[] {
  const byText = problems.map((each) => [`${each.file}:${each.line}:${each.column} ${each.message}`, each] as const)
  return [...new Map(byText).values()]
}

function filesWithout(apis: readonly Api[], built: readonly Api[]): string[] {
  const known = new Set(built)
  return apis.filter((api) => !known.has(api)).map(({ location }) => location.file)
}

function apisToBuild(catalog: Catalog, lastGood: readonly Catalog[]): readonly Api[] {
  const before = lastGood.find(({ path }) => path === catalog.path)
  if (!before || !hasSameSurroundings(before, catalog)) return catalog.apis
  const known = new Set(before.apis)
  return catalog.apis.filter((api) => !known.has(api))
}

/** Returns whether two catalogs are the same for each of their APIs. The lists of APIs and applications may differ. */
function hasSameSurroundings(before: Catalog, now: Catalog): boolean {
  const { apis: _, applications: __, ...surroundings } = now
  return Object.entries(surroundings).every(([name, value]) => isSame(before[name as keyof Catalog], value))
}

/** Compares by identity: elements that were not read again are the same objects. */
function isSame(before: unknown, now: unknown): boolean {
  if (before instanceof Map && now instanceof Map) return isSame([...before.values()], [...now.values()])
  if (!Array.isArray(before) || !Array.isArray(now)) return before === now
  return before.length === now.length && before.every((each, index) => each === now[index])
}

/** The dependencies of a build that serves no calls. */
const checkDeps: Omit<GatewayDeps, 'targetCounts'> = {
  log: silentLog,
  clock: Date.now,
  record() {},
  verifyToken: () => failUnusedCall,
  consumers: () => ({
    find: failUnusedCall,
    verifySecret: failUnusedCall,
    findSecretExpiry: failUnusedCall,
    findEntitlement: failUnusedCall,
    isEntitledToAny: failUnusedCall,
  }),
  registry: () => ({ authenticate: failUnusedCall, foldName: failUnusedCall, close: failUnusedCall }),
  attemptLimits: () => ({ attempt: failUnusedCall, isKnownLocked: failUnusedCall, isFamiliar: failUnusedCall }),
}

function failUnusedCall(): never {
  throw new Error('a build that is only a check was called')
}

/**
 * Returns the problems of each API that are not among the known ones, nor consequences of them.
 *
 * @param readable the configuration as far as it could be read; unreadable values are replaced with placeholders
 */
export function findFurtherGatewayProblems(
  readable: Config,
  known: readonly Problem[],
  tables: DataPlaneTables,
  locate: LocateValue,
): readonly Problem[] {
  const knownPlaces = new Set(known.map(placeText))
  const found: Problem[] = []
  for (const catalog of readable.catalogs) {
    for (const api of catalog.apis) {
      const problems = problemsOf({ ...readable, catalogs: [{ ...catalog, apis: [api] }] }, tables)
      for (const { severity, message, effect, isAlreadyReported, ...at } of problems) {
        const { reported, ...location } = locate(at)
        if (!isAlreadyReported && !reported && !knownPlaces.has(placeText(location)))
          found.push({ ...location, severity, message, effect })
      }
    }
  }
  return removeDuplicateProblems(found)
}

/** Placeholders may match their schema and still break the build; such an API has no further problems to report. */
function problemsOf(config: Config, tables: DataPlaneTables): readonly BuildProblem[] {
  return attempt(() => findBuildProblems(config, tables)) ?? []
}

function placeText({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`
}
