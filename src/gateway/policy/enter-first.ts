/** Enters the steps of the first choice whose condition holds. */
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-step.ts'
import type { Condition } from './scripted-condition.ts'

export interface Choice {
  holds: Condition
  steps: readonly CallStep[]
}

/** Returns at once unless a condition is a script. */
export function enterFirst(
  call: Call,
  choices: readonly Choice[],
  first = 0,
): CallStepResult | Promise<CallStepResult> {
  for (let index = first; index < choices.length; index += 1) {
    const { holds, steps } = choices[index] as Choice
    const answer = holds(call)
    if (answer instanceof Promise)
      return answer.then((held) => {
        if (typeof held === 'object') return held
        if (!held) return enterFirst(call, choices, index + 1)
        call.progress.enter(steps)
        return undefined
      })
    if (!answer) continue
    call.progress.enter(steps)
    return undefined
  }
  return undefined
}
