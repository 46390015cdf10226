/**
 * Conditions that are more than comparisons: JavaScript, as version 5 has it, and JSONata. They run like scripts, so that
 * no condition can keep the worker busy.
 */
import { compileFunction } from 'node:vm'
import type { Call } from '../call/call.ts'
import { compileCondition, UnsupportedConditionError } from '../conditions/condition.ts'
import { conditionFunctions } from '../conditions/functions.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import { findJsonataError, findUnknownFunction } from '../scripts/jsonata.ts'
import type { PolicyContext } from './policy.ts'
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
const withArgument = /^(?:header|queryParameter)$/
const limits = { limitMs: 1_000, memoryLimitMiB: 32, payloadLimit: 4 * 1024 * 1024, allowedHosts: [] }
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
  if (findUnknownFunction(text, Object.keys(conditionFunctions)) !== undefined) return undefined
  return { source: "require('expression').decide(expressions[0])", expressions: [expression] }
}
