/**
 * switch: takes the steps of the first case whose condition holds, or else those of `otherwise`.
 */
import { Type } from '../../lib/type.ts'

import { compileCondition } from '../conditions/condition.ts'
import { enter } from '../run.ts'
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
    const choices = cases.map((each, index) => ({
      holds: 'otherwise' in each ? () => true : compileCondition(each.condition, scope, place),
      steps: branches[index] ?? [],
    }))

    return function switchCase(call) {
      const choice = choices.find(({ holds }) => holds(call))
      if (choice) enter(call, choice.steps)
      return undefined
    }
  },
})
