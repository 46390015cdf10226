/**
 * Reads the assembly: the policies that run for a call, those that run after an error (`catch`), and those that
 * run at the end (`finally`).
 *
 * In the document a step is a map with one member, the name of the policy. A clause of `catch` becomes a step of
 * the policy `catch` with the settings `{ errors }` (empty for the default clause) and one branch.
 */
import type { DocumentContext } from '../document-set/document-kind.ts'
import { policyFolder } from '../folders/index.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import { type MemberPath, renderMemberPath } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { Assembly, PolicyStep } from '../types/index.ts'
import { buildPolicySchema, removeDescriptiveMembers } from './schemas/policy-schema.ts'
import { separateVariables, upgradeSettings } from './upgrade-settings.ts'

type Members = Record<string, unknown>

const assemblyPath: MemberPath = ['x-ibm-configuration', 'assembly']

interface AssemblyContext extends DocumentContext {
  /** Returns whether a step is left out: what it does is done elsewhere. */
  skipsStep?(policy: string, settings: unknown): boolean
}

export function readAssembly(reading: AssemblyContext, path = assemblyPath): Assembly {
  return {
    execute: readSteps([...path, 'execute'], reading),
    catch: readClauses([...path, 'catch'], reading),
    finally: readSteps([...path, 'finally'], reading),
  }
}

/** Reads the list of steps at a path. */
function readSteps(path: MemberPath, reading: AssemblyContext): PolicyStep[] {
  const { source, problems } = reading
  const list = source.valueAt(path) ?? []
  if (!Array.isArray(list)) {
    problems.memberError(source, path, 'must be a list of policies')
    return []
  }
  return list.flatMap((_, index) => readStep([...path, index], reading) ?? [])
}

function readStep(path: MemberPath, reading: AssemblyContext): PolicyStep | undefined {
  const { source, tables, problems } = reading
  const name = onlyMember(source.valueAt(path))
  if (name === undefined) {
    problems.memberError(source, path, 'must be a map of one member: the policy with its settings')
    return undefined
  }

  const at = [...path, name]
  if (reading.skipsStep?.(name, source.valueAt(at))) return undefined
  const shape = tables.policies.find(({ policy }) => policy === name)
  if (!shape) {
    const known = tables.policies.map(({ policy }) => policy)
    const meant = suggestOrList(name, known, 'supported are')
    const isTypo = meant.includes('did you mean')
    const own = isTypo ? '' : `; a policy of your own is a file in ${policyFolder}/`
    const location = source.locateKey(at)
    const message = `${renderMemberPath(path)} is not a supported policy: "${name}"${meant}${own}`
    // The gateway of the customer may have a policy of this name.
    if (isTypo) problems.error(location, message)
    else problems.undefinedValue(source, location, message)
    return isTypo ? undefined : { policy: name, settings: {}, branches: [], location }
  }

  const written = source.valueAt(at) ?? {}
  const upgraded = shape.code === undefined ? upgradeSettings(shape.policy, written, shape.settings) : written
  const { others, variables } = separateVariables(upgraded, shape.settings)
  const checked = checkAgainstSchema(buildPolicySchema(shape), others, at, { source, problems })
  if (checked === undefined) return undefined
  const settings = { ...removeDescriptiveMembers(shape, checked as object), ...variables }
  const branches = shape.branches?.(settings as never) ?? []
  return {
    policy: shape.policy,
    code: shape.code,
    settings,
    branches: branches.map((branch) => readSteps([...at, ...branch], reading)),
    location: source.locateKey(at),
  }
}

function readClauses(path: MemberPath, reading: AssemblyContext): PolicyStep[] {
  const list = reading.source.valueAt(path)
  return Array.isArray(list) ? list.flatMap((_, index) => readClause([...path, index], reading) ?? []) : []
}

function readClause(path: MemberPath, reading: AssemblyContext): PolicyStep | undefined {
  const { source, problems } = reading
  const clause = source.valueAt(path) as Members
  const location = source.locate(path)
  if (onlyMember(clause) === 'default') {
    return { policy: 'catch', settings: { errors: [] }, branches: [readSteps([...path, 'default'], reading)], location }
  }

  const { errors, execute, ...others } = clause ?? {}
  const isClause = Array.isArray(errors) && errors.every((each) => typeof each === 'string' || Number.isInteger(each))
  if (!isClause || execute === undefined || Object.keys(others).length > 0) {
    const message = 'must be {errors: [names or statuses], execute: [policies]} or {default: [policies]}'
    problems.error(location, `${renderMemberPath(path)} ${message}`)
    return undefined
  }
  if (errors.length === 0) {
    problems.memberWarning(source, [...path, 'errors'], 'is empty, so that this clause catches nothing')
    return undefined
  }
  return {
    policy: 'catch',
    settings: { errors: errors.map(String) },
    branches: [readSteps([...path, 'execute'], reading)],
    location,
  }
}

/** Returns the names of the variables that the policies of an assembly set. */
export function findAssignedVariables({ execute, catch: clauses, finally: last }: Assembly, reading: DocumentContext) {
  const { policies } = reading.tables
  const findIn = (steps: readonly PolicyStep[]): string[] =>
    steps.flatMap(({ policy, settings, branches }) => [
      ...(policies.find((each) => each.policy === policy)?.assignedVariables?.(settings as never) ?? []),
      ...branches.flatMap(findIn),
    ])
  return findIn([...execute, ...clauses, ...last])
}

function onlyMember(value: unknown): string | undefined {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  return names.length === 1 ? names[0] : undefined
}
