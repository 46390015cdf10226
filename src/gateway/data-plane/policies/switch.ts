/** The policies that choose steps, of the first case that holds or `otherwise`: `switch`, `if`, `operation-switch`. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { Operation } from '../../config/types/index.ts'
import type { CallStep } from '../call/call-progress.ts'
import {
  buildAllParts,
  DocumentError,
  locateWithin,
  openProblemCollector,
  type ValueLocation,
} from '../errors/document-error.ts'
import { buildCondition, type Condition, enterFirst, stepListSchema } from '../policy/build-condition.ts'
import { definePolicy } from '../policy/policy.ts'

const settings = Type.Object({
  case: Type.Array(
    Type.Union([
      Type.Object({ condition: Type.String(), execute: stepListSchema }, { additionalProperties: false }),
      Type.Object({ otherwise: stepListSchema }, { additionalProperties: false }),
    ]),
    { minItems: 1 },
  ),
  otherwise: Type.Optional(stepListSchema),
})

export const switchPolicy = definePolicy({
  policy: 'switch',
  settings,

  branches({ case: cases, otherwise }) {
    const paths = cases.map((each, index) => ['case', index, 'otherwise' in each ? 'otherwise' : 'execute'])
    return otherwise ? [...paths, ['otherwise']] : paths
  },

  build({ case: cases }, context) {
    const conditions = buildAllParts<Condition[]>(
      ...cases.map((each, index) => () => {
        if ('otherwise' in each) return () => true
        const location = locateWithin(context.location, 'case', index, 'condition')
        return buildCondition(each.condition, { ...context, location })
      }),
    )
    const choices = [...conditions, () => true].map((holds, index) => ({ holds, steps: context.branches[index] ?? [] }))

    return function switchCase(call) {
      return enterFirst(call, choices)
    }
  },
})

const ifSettings = Type.Object({ condition: Type.String(), execute: stepListSchema })

export const ifPolicy = definePolicy({
  policy: 'if',
  settings: ifSettings,

  branches: () => [['execute']],

  build({ condition }, context) {
    const location = locateWithin(context.location, 'condition')
    const choices = [{ holds: buildCondition(condition, { ...context, location }), steps: context.branches[0] ?? [] }]

    return function ifCondition(call) {
      return enterFirst(call, choices)
    }
  },
})

const operationSwitchSettings = Type.Object(
  {
    case: Type.Array(
      Type.Object(
        {
          operations: Type.Array(
            Type.Union([
              Type.String({ description: 'An operationId' }),
              Type.Object({ operationId: Type.String() }, { additionalProperties: false }),
              Type.Object({ verb: Type.String(), path: Type.String() }, { additionalProperties: false }),
            ]),
            { minItems: 1 },
          ),
          execute: stepListSchema,
        },
        { additionalProperties: false },
      ),
    ),
    otherwise: Type.Optional(stepListSchema),
  },
  { additionalProperties: false },
)

export const operationSwitchPolicy = definePolicy({
  policy: 'operation-switch',
  settings: operationSwitchSettings,

  branches({ case: cases, otherwise }) {
    const paths = cases.map((_, index) => ['case', index, 'execute'])
    return otherwise ? [...paths, ['otherwise']] : paths
  },

  build({ case: cases }, { api, branches, location, warn }) {
    const otherwise = branches[cases.length] ?? []
    const branchOf = new Map<Operation, readonly CallStep[]>()
    const problems = openProblemCollector()
    for (const [index, { operations }] of cases.entries()) {
      for (const [at, reference] of operations.entries()) {
        const named = api.operations.filter((each) => isNamed(each, reference)) // an operationId may stand twice
        if (named.length === 0) {
          const unknown = locateWithin(location, 'case', index, 'operations', at)
          const message = `operation-switch names ${JSON.stringify(reference)}, which the API does not define`
          if (api.toleratesUndefinedValues) warn({ ...unknown, severity: 'warning', message, effect: 'less' })
          else problems.try(() => rejectUnknown(message, unknown))
        }
        for (const each of named) if (!branchOf.has(each)) branchOf.set(each, branches[index] ?? [])
      }
    }
    problems.throwIfAny()

    return function operationSwitch(call) {
      const operation = call.route.endpoint?.operation
      call.progress.enter((operation && branchOf.get(operation)) ?? otherwise)
      return undefined
    }
  },
})

type OperationReference = string | { operationId: string } | { verb: string; path: string }

function rejectUnknown(message: string, location: ValueLocation): never {
  throw new DocumentError(location, message)
}

function isNamed(operation: Operation, reference: OperationReference): boolean {
  if (typeof reference === 'string') return operation.id === reference
  if ('operationId' in reference) return operation.id === reference.operationId
  return operation.method === reference.verb.toUpperCase() && operation.path === reference.path
}
