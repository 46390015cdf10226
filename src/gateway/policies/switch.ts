/** The policy `switch`: runs the steps of the first case whose condition is true, otherwise those of `otherwise`. */
import { Type } from '../../lib/json-schema/type.ts'
import { type CompiledCondition, compileCondition } from '../conditions/condition.ts'
import { buildAllParts, locateWithin } from '../errors/document-error.ts'
import { definePolicy } from '../policy/policy.ts'
import { stepListSchema } from '../policy/step-list-schema.ts'

const settings = Type.Object({
  case: Type.Array(
    Type.Union([
      Type.Object({ condition: Type.String(), execute: stepListSchema }, { additionalProperties: false }),
      Type.Object({ otherwise: stepListSchema }, { additionalProperties: false }),
    ]),
    { minItems: 1 },
  ),
})

export const switchPolicy = definePolicy({
  policy: 'switch',
  settings,

  branches({ case: cases }) {
    return cases.map((each, index) => ['case', index, 'otherwise' in each ? 'otherwise' : 'execute'])
  },

  build({ case: cases }, { scope, location, branches }) {
    const conditions = buildAllParts<CompiledCondition[]>(
      ...cases.map((each, index) => () => {
        if ('otherwise' in each) return () => true
        return compileCondition(each.condition, scope, locateWithin(location, 'case', index, 'condition'))
      }),
    )
    const choices = conditions.map((holds, index) => ({ holds, steps: branches[index] ?? [] }))

    return function switchCase(call) {
      const choice = choices.find(({ holds }) => holds(call))
      if (choice) call.progress.enter(choice.steps)
      return undefined
    }
  },
})
