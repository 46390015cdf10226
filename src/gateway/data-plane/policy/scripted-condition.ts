/** Conditions in JavaScript (version 5) or JSONata. They run like scripts, so that none blocks the worker. */
import { compileFunction } from 'node:vm'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { findJsonataError, findUnknownFunction } from '../../parts/transform/scripts/jsonata.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { compileCondition, conditionFunctions, UnsupportedConditionError } from '../conditions/condition.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { PolicyContext } from './policy.ts'
import { defaultBodyLimit } from './read-body.ts'
import { buildScript, type ScriptSettings } from './script-step.ts'

/** Returns whether the condition holds, at once or with a promise; or the error of its script. */
export type Condition = (call: Call) => boolean | Promise<boolean | GatewayError>

/** Returns the condition. Throws a `DocumentError` when the text is a condition in none of the languages. */
export function buildCondition(text: string, context: PolicyContext): Condition {
  let problem: unknown
  try {
    return compileCondition(text, context.scope, context.location)
  } catch (error) {
    if (!(error instanceof UnsupportedConditionError)) throw error
    problem = error
  }
  const script = compileJavaScript(text) ?? compileJsonata(text)
  if (!script) throw problem
  if (/body/.test(text)) context.scope.onBodyUse?.('request.body')
  const known = Object.entries(conditionFunctions).flatMap(([name, make]) =>
    !withArgument.test(name) && text.includes(`$${name}`)
      ? [{ name: `$${name}`, read: (call: Call) => String(make('')(call)) }]
      : [],
  )
  const reads = `request.headers ${text}`
  const run = buildScript({ ...limits, ...script, reads, known }, context)

  return async (call) => {
    const outcome = await run(call)
    return 'reason' in outcome ? outcome : outcome.result.variables?.holds === true
  }
}

/** The functions with an argument, which the script has itself. */
const withArgument = /^(?:header|queryParameter|urlParameter)$/
const limits = { limitMs: 1_000, memoryLimitMiB: 32, payloadLimit: defaultBodyLimit }
type ConditionScript = Pick<ScriptSettings, 'source' | 'expressions'>

/** A single `=` compares in JSONata and assigns in JavaScript, and a name with `$` is a function of JSONata. */
function compileJavaScript(text: string): ConditionScript | undefined {
  const code = text.replace(/(['"]?)\$\(([^()'"]+)\)\1/g, (_, _quote, name) => `context.get(${JSON.stringify(name)})`)
  const bare = code.replace(/"[^"]*"|'[^']*'/g, '""')
  if (/(?:^|[^=!<>])=(?![=>])|\$\w/.test(bare)) return undefined
  try {
    compileFunction(`return (${code}\n)`)
  } catch {
    return undefined
  }
  const source = `const scope = require('expression').scope()
context.set('holds', Boolean(function () { with (scope) { return (${code}\n) } }()))`
  return { source }
}

function compileJsonata(text: string): ConditionScript | undefined {
  const expression = `$boolean(${text})`
  if (findJsonataError(expression) !== undefined) return undefined
  if (findUnknownFunction(text, [...Object.keys(conditionFunctions), 'xpath']) !== undefined) return undefined
  return { source: "require('expression').decide(expressions[0])", expressions: [expression] }
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
