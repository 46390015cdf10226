/** Reads the contract of an API, against which policies validate messages, from its OpenAPI document. */
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { ApiContract, Assembly, Operation, OperationContract, PolicyStep } from '../../types/index.ts'
import { followRefs, resolvePointer } from '../schemas/local-ref.ts'
import { SchemaBundle } from '../schemas/schema-bundle.ts'
import { readMessageContracts } from './messages.ts'
import { readParameterContracts } from './parameters.ts'

/** Returns the contract; undefined when no policy of the assembly validates messages. */
export function readContract(
  assembly: Assembly,
  operations: readonly Operation[],
  reading: DocumentContext,
): ApiContract | undefined {
  const asking = [...stepsOf(assembly.execute), ...stepsOf(assembly.catch), ...stepsOf(assembly.finally)].flatMap(
    (step) => {
      const pointers = reading.tables.policies.find(({ policy }) => policy === step.policy)?.contract
      return pointers ? { step, pointers: pointers(step.settings as never) } : []
    },
  )
  if (asking.length === 0) return undefined

  const bundle = new SchemaBundle(reading)
  const named = new Map<string, number>()
  for (const { step, pointers } of asking) {
    for (const { pointer, path } of pointers) {
      const target = resolvePointer(reading.source, pointer, path.join('.'))
      if ('error' in target)
        reading.problems.error(
          reading.source.locateWithin(step.location, path) ?? step.location,
          `${step.policy}: ${target.error}`,
        )
      else named.set(pointer, bundle.add(target.path))
    }
  }
  const contracts = operations.flatMap((operation) => {
    const contract = readOperationContract(operation, bundle, reading)
    return contract ? [[`${operation.method} ${operation.path}`, contract] as const] : []
  })
  return { operations: new Map(contracts), named, schemas: bundle.convertAll() }
}

function stepsOf(steps: readonly PolicyStep[]): PolicyStep[] {
  return steps.flatMap((step) => [step, ...step.branches.flatMap(stepsOf)])
}

function readOperationContract(
  { method, path: template, location }: Operation,
  bundle: SchemaBundle,
  reading: DocumentContext,
): OperationContract | undefined {
  const item = followRefs(reading.source, ['paths', template])
  if ('error' in item) return undefined // another reader reports it
  const path = [...item.path, method.toLowerCase()]
  const given = [...listed(item.path, reading), ...listed(path, reading)]
  return {
    parameters: readParameterContracts(given, bundle, reading),
    ...readMessageContracts(path, given, bundle, reading),
    location,
  }
}

/** Returns the paths of the parameters of a path item or operation, with references resolved. */
function listed(holder: MemberPath, { source, problems }: DocumentContext): MemberPath[] {
  const path = [...holder, 'parameters']
  const list = source.valueAt(path) ?? []
  if (!Array.isArray(list)) {
    problems.memberError(source, path, 'must be a list of parameters')
    return []
  }
  return list.flatMap((_, index) => {
    const target = followRefs(source, [...path, index])
    if (!('error' in target)) return [target.path]
    problems.memberError(source, [...path, index], target.error)
    return []
  })
}
