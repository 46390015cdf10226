/** The policy `switch`: runs the steps of the first case whose condition is true, otherwise those of `otherwise`. */
import { Type } from '../../lib/json-schema/type.ts'
import { buildAllParts, locateWithin } from '../errors/document-error.ts'
import { enterFirst } from '../policy/enter-first.ts'
import { definePolicy } from '../policy/policy.ts'
import { buildCondition, type Condition } from '../policy/scripted-condition.ts'
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

  build({ case: cases }, context) {
    const conditions = buildAllParts<Condition[]>(
      ...cases.map((each, index) => () => {
        if ('otherwise' in each) return () => true
        const location = locateWithin(context.location, 'case', index, 'condition')
        return buildCondition(each.condition, { ...context, location })
      }),
    )
    const choices = conditions.map((holds, index) => ({ holds, steps: context.branches[index] ?? [] }))

    return function switchCase(call) {
      return enterFirst(call, choices)
    }
  },
})
