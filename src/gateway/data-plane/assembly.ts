/** Compiles the assembly of an API into steps. */
import { type Api, type Catalog, listSteps, type PolicyStep } from '../config/types/index.ts'
import { applySchemaDefaults } from '../lib/json-schema/apply-schema-defaults.ts'
import { nameStep } from './activity/trace-steps.ts'
import type { AssemblyErrorHandling, CallStep } from './call/call-progress.ts'
import { openProblemCollector, UndefinedValueError } from './errors/document-error.ts'
import type { DataPlaneTables, Policy, PolicyContext } from './policy/policy.ts'
import { buildBodyStep, findBodyLimit, keepRequestBody } from './policy/read-body.ts'
import { rejectUndefinedValues, type UndefinedValueDeps } from './policy/reject-undefined-values.ts'
import { resolveSettings } from './policy/resolve-settings.ts'
import { findParameterNames } from './routing/path-tree.ts'
import type { TemplateScope } from './templates/template.ts'

export interface CompiledAssembly {
  policies: readonly CallStep[]
  errorHandling: AssemblyErrorHandling | undefined
}

/** Returns the compiled assembly of an API. Throws a `GatewayBuildError` with every problem of the assembly. */
export function buildAssembly(
  api: Api,
  context: Omit<PolicyContext, 'api' | 'location' | 'scope' | 'branches'>,
): CompiledAssembly {
  const { execute, catch: clauses, finally: last } = api.assembly
  if (execute.length === 0) return rejectEmptyAssembly(api, context)

  const { tables } = context
  const scope = buildTemplateScope(api, context.catalog, tables)
  const problems = openProblemCollector()
  let keepsBody = listSteps(api.assembly).some((step) => keepsRequestBody(step, tables))
  const buildSteps = (steps: readonly PolicyStep[]): CallStep[] =>
    steps.flatMap((step) => problems.try(() => buildStep(step)) ?? [])

  function observeBranch(steps: CallStep[], step: PolicyStep, index: number): CallStep[] {
    const { onBranch } = context.deps
    if (!onBranch) return steps
    const branch = describeBranch(step, index)
    return [() => onBranch(branch), ...steps]
  }

  function buildStep(step: PolicyStep): CallStep[] {
    const policy = lookUpPolicy(step, tables)
    if (!policy) return [rejectWith(step, `there is no policy "${step.policy}"`, { api, warn: context.warn })]
    const branches = step.branches.map((steps, index) => observeBranch(buildSteps(steps), step, index))
    let usesBody = false
    const onBodyUse = (name: string) => {
      usesBody = true
      keepsBody ||= name.startsWith('request.')
    }
    const build = () => {
      const written = resolveSettings(policy.settings, step.settings as object, scope.constants, step.location)
      return policy.build(applySchemaDefaults(policy.settings, written) as never, {
        ...context,
        api,
        scope: { ...scope, onBodyUse },
        location: step.location,
        branches,
      })
    }
    const built = rejectUndefinedValues(build, { api, warn: context.warn })
    const named = nameStep(built, step.policy, step.location)
    return usesBody ? [buildBodyStep(step.location, findBodyLimit(api)), named] : [named]
  }

  const built = { policies: buildSteps(execute), errorHandling: buildErrorHandling(clauses, last, buildSteps) }
  if (keepsBody) built.policies.unshift(keepRequestBody)
  problems.throwIfAny()
  return built
}

/** Returns the text that identifies a branch of a policy: `apis/orders.yaml:41 switch, branch 2`. */
export function describeBranch({ location, policy }: PolicyStep, index: number): string {
  return `${location.file}:${location.line} ${policy}, branch ${index + 1}`
}

function rejectEmptyAssembly(api: Api, { warn }: Pick<PolicyContext, 'warn'>): CompiledAssembly {
  const message = `the API "${api.reference}" has no assembly: add x-ibm-configuration.assembly.execute`
  return { policies: [rejectWith(api, message, { api, warn })], errorHandling: undefined }
}

/** Returns a step that rejects calls, because of what the loader reports as well. */
function rejectWith({ location }: Pick<Api, 'location'>, message: string, deps: UndefinedValueDeps): CallStep {
  return rejectUndefinedValues(() => {
    throw new UndefinedValueError(location, message, { isAlreadyReported: true })
  }, deps)
}

/** Returns undefined when the assembly has neither `catch` nor `finally`, so that its calls skip error handling. */
function buildErrorHandling(
  clauses: readonly PolicyStep[],
  last: readonly PolicyStep[],
  buildSteps: (steps: readonly PolicyStep[]) => CallStep[],
): AssemblyErrorHandling | undefined {
  if (clauses.length === 0 && last.length === 0) return undefined
  return {
    clauses: clauses.map(({ settings, branches, location }) => ({
      errors: (settings as { errors: readonly string[] }).errors,
      steps: [nameStep(() => undefined, 'catch', location), ...buildSteps(branches[0] ?? [])],
    })),
    finally: buildSteps(last),
  }
}

/** Returns the names that templates of the API may use. */
function buildTemplateScope(api: Api, catalog: Catalog, tables: DataPlaneTables): TemplateScope {
  const constants = new Map([
    ...api.properties,
    ...Array.from(api.properties, ([name, value]) => [`api.properties.${name}`, value] as const),
    ['catalog.name', catalog.name],
    ['catalog.path', catalog.path],
    ['org.name', catalog.org],
    ['api.name', api.name],
    ['api.version', api.version],
    ['api.root', api.basePath],
    ['api.org.id', catalog.org],
    ['api.org.name', catalog.org],
    ['api.catalog.id', catalog.name],
    ['api.catalog.name', catalog.name],
    ['api.catalog.path', catalog.name],
    ['catalog.id', catalog.name],
    ['org.id', catalog.org],
    ['env.path', catalog.name],
  ])
  const assigned = new Set(listSteps(api.assembly).flatMap((step) => findAssignedVariables(step, tables)))
  const pathParameters = new Set(api.operations.flatMap(({ path }) => findParameterNames(path)))
  const queryParameters = new Set(api.operations.flatMap(({ queryParameters: names = [] }) => names))
  return { constants, assigned, pathParameters, queryParameters }
}

function findAssignedVariables(step: PolicyStep, tables: DataPlaneTables): readonly string[] {
  return lookUpPolicy(step, tables)?.assignedVariables?.(step.settings as never) ?? []
}

/** Returns whether a policy of the API works without a call, such as an `invoke` with a health check. */
export function hasBackgroundWork({ assembly }: Api, tables: DataPlaneTables): boolean {
  return listSteps(assembly).some((step) => lookUpPolicy(step, tables)?.hasBackgroundWork?.(step.settings as never))
}

function keepsRequestBody(step: PolicyStep, tables: DataPlaneTables): boolean {
  return lookUpPolicy(step, tables)?.keepsRequestBody?.(step.settings as never) ?? false
}

function lookUpPolicy({ policy: name, code }: PolicyStep, tables: DataPlaneTables): Policy | undefined {
  const { policies, policyFiles } = tables
  if (code !== undefined) return policyFiles?.find(code)
  return policies.find((each) => each.policy === name)
}
