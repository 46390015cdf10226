/** The policy `operation-switch`: runs the steps of the first case that names the operation of the call. */

import type { Operation } from '../../config/types/index.ts'
import { Type } from '../../lib/json-schema/type.ts'
import type { CallStep } from '../call/call-step.ts'
import { DocumentError, locateWithin, openProblemCollector, type ValueLocation } from '../errors/document-error.ts'
import { definePolicy } from '../policy/policy.ts'
import { stepListSchema } from '../policy/step-list-schema.ts'

const settings = Type.Object(
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
  settings,

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
        const operation = api.operations.find((each) => isNamed(each, reference))
        if (!operation) {
          const unknown = locateWithin(location, 'case', index, 'operations', at)
          const message = `operation-switch names ${JSON.stringify(reference)}, which the API does not define`
          if (api.toleratesUndefinedValues) warn({ ...unknown, severity: 'warning', message })
          else problems.try(() => rejectUnknown(message, unknown))
        } else if (!branchOf.has(operation)) branchOf.set(operation, branches[index] ?? [])
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
