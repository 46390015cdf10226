/** Conditions in JavaScript (version 5) or JSONata. They run like scripts, so that none blocks the worker. */
import { compileFunction } from 'node:vm'
import { findFailure } from '../../../../shared/lib/collections/attempt.ts'
import type { Call } from '../../../data-plane/call/call.ts'
import { conditionFunctions } from '../../../data-plane/conditions/condition.ts'
import type { Condition } from '../../../data-plane/policy/build-condition.ts'
import type { PolicyContext } from '../../../data-plane/policy/policy.ts'
import { findJsonataError, findUnknownFunction } from '../scripts/jsonata.ts'
import { buildScript, type ScriptSettings } from './script-step.ts'

/** Returns the condition; undefined for a text that is a condition in neither language. */
export function buildScriptedCondition(text: string, context: PolicyContext): Condition | undefined {
  const script = compileJavaScript(text) ?? compileJsonata(text)
  if (!script) return undefined
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
const limits = { limitMs: 1_000, memoryLimitMiB: 32 }
type ConditionScript = Pick<ScriptSettings, 'source' | 'expressions'>

/** A single `=` compares in JSONata and assigns in JavaScript, and a name with `$` is a function of JSONata. */
function compileJavaScript(text: string): ConditionScript | undefined {
  const code = text.replace(/(['"]?)\$\(([^()'"]+)\)\1/g, (_, _quote, name) => `readVariable(${JSON.stringify(name)})`)
  const bare = code.replace(/"[^"]*"|'[^']*'/g, '""')
  if (/(?:^|[^=!<>])=(?![=>])|\$\w/.test(bare)) return undefined
  if (findFailure(() => void compileFunction(`return (${code}\n)`)) !== undefined) return undefined
  const source = `const { read: readVariable, scope } = require('expression')
context.set('holds', Boolean(function () { with (scope()) { return (${code}\n) } }()))`
  return { source }
}

function compileJsonata(text: string): ConditionScript | undefined {
  const expression = `$boolean(${text})`
  if (findJsonataError(expression) !== undefined) return undefined
  if (findUnknownFunction(text, [...Object.keys(conditionFunctions), 'xpath']) !== undefined) return undefined
  return { source: "require('expression').decide(expressions[0])", expressions: [expression] }
}
