/** Conditions of `if` and `switch`, and the steps that they choose between. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { compileCondition, simplifyCondition, UnsupportedConditionError } from '../conditions/condition.ts'
import { DocumentError, UndefinedValueError } from '../errors/document-error.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { PolicyContext } from './policy.ts'

/** Returns whether the condition holds, at once or with a promise; or the error of its script. */
export type Condition = (call: Call) => boolean | Promise<boolean | GatewayError>

/** Returns the condition. Throws a `DocumentError` when the text is a condition in none of the languages. */
export function buildCondition(text: string, context: PolicyContext): Condition {
  try {
    return compileCondition(text, context.scope, context.location)
  } catch (error) {
    if (!(error instanceof UnsupportedConditionError)) throw error
    const { isUndefinedName, location, message } = error
    if (isUndefinedName && !context.api.toleratesUndefinedValues) throw new UndefinedValueError(location, message)
    const { buildScriptedCondition: build } = context.tables
    if (!build) throw new DocumentError(location, `${message}; this gateway has no part that runs scripts`)
    const scripted = build(simplifyCondition(text), context)
    if (!scripted) throw error
    if (isUndefinedName)
      context.warn({ ...location, severity: 'warning', message: `without a value: ${message}`, effect: 'less' })
    return scripted
  }
}

interface Choice {
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

export const stepListSchema = Type.Array(Type.Unknown(), { 'x-list': 'steps' })
