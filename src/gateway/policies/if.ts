/** The policy `if`: runs its steps when its condition is true. */
import { Type } from '../../lib/json-schema/type.ts'
import { compileCondition } from '../conditions/condition.ts'
import { locateWithin } from '../errors/document-error.ts'
import { definePolicy } from '../policy/policy.ts'
import { stepListSchema } from '../policy/step-list-schema.ts'

const settings = Type.Object({
  condition: Type.String(),
  execute: stepListSchema,
})

export const ifPolicy = definePolicy({
  policy: 'if',
  settings,

  branches: () => [['execute']],

  build({ condition: text }, { scope, location, branches }) {
    const holds = compileCondition(text, scope, locateWithin(location, 'condition'))
    const steps = branches[0] ?? []

    return function ifCondition(call) {
      if (holds(call)) call.progress.enter(steps)
      return undefined
    }
  },
})
