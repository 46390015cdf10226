/**
 * switch: takes the steps of the first case whose condition holds, or else those of `otherwise`.
 */
import { Type } from '../../lib/json-schema/type.ts'
import { buildAll, within } from '../call/document-error.ts'
import { enter } from '../call/run.ts'
import { type Condition, compileCondition } from '../conditions/condition.ts'
import { steps } from './steps.ts'
import { policy } from './types.ts'

const settings = Type.Object({
  case: Type.Array(
    Type.Union([
      Type.Object({ condition: Type.String(), execute: steps }, { additionalProperties: false }),
      Type.Object({ otherwise: steps }, { additionalProperties: false }),
    ]),
    { minItems: 1 },
  ),
})

export const switchCase = policy({
  policy: 'switch',
  settings,

  branches({ case: cases }) {
    return cases.map((each, index) => ['case', index, 'otherwise' in each ? 'otherwise' : 'execute'])
  },

  build({ case: cases }, { scope, place, branches }) {
    const conditions = buildAll<Condition[]>(
      ...cases.map((each, index) => () => {
        if ('otherwise' in each) return () => true
        return compileCondition(each.condition, scope, within(place, 'case', index, 'condition'))
      }),
    )
    const choices = conditions.map((holds, index) => ({ holds, steps: branches[index] ?? [] }))

    return function switchCase(call) {
      const choice = choices.find(({ holds }) => holds(call))
      if (choice) enter(call, choice.steps)
      return undefined
    }
  },
})
