/**
 * if: takes its steps when its condition holds.
 */
import { Type } from '../../lib/json-schema/type.ts'
import { within } from '../call/document-error.ts'
import { enter } from '../call/run.ts'
import { compileCondition } from '../conditions/condition.ts'
import { steps } from './steps.ts'
import { policy } from './types.ts'

const settings = Type.Object({
  condition: Type.String(),
  execute: steps,
})

export const ifCondition = policy({
  policy: 'if',
  settings,

  branches: () => [['execute']],

  build({ condition: text }, { scope, place, branches }) {
    const holds = compileCondition(text, scope, within(place, 'condition'))
    const steps = branches[0] ?? []

    return function ifCondition(call) {
      if (holds(call)) enter(call, steps)
      return undefined
    }
  },
})
