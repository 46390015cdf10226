/** The policy `if`: runs its steps when its condition is true. */
import { Type } from '../../lib/json-schema/type.ts'
import { locateWithin } from '../errors/document-error.ts'
import { enterFirst } from '../policy/enter-first.ts'
import { definePolicy } from '../policy/policy.ts'
import { buildCondition } from '../policy/scripted-condition.ts'
import { stepListSchema } from '../policy/step-list-schema.ts'

const settings = Type.Object({
  condition: Type.String(),
  execute: stepListSchema,
})

export const ifPolicy = definePolicy({
  policy: 'if',
  settings,

  branches: () => [['execute']],

  build({ condition }, context) {
    const location = locateWithin(context.location, 'condition')
    const choices = [{ holds: buildCondition(condition, { ...context, location }), steps: context.branches[0] ?? [] }]

    return function ifCondition(call) {
      return enterFirst(call, choices)
    }
  },
})
