/**
 * Compiles a `map` to a script: its definition as JSON, and a function for each member `value` that is an expression.
 * The script runs like those of `gatewayscript`, so that expressions and large bodies cannot keep a worker busy.
 */
import { compileFunction } from 'node:vm'

import type { Static } from '../../../lib/json-schema/type.ts'
import { DocumentError, locateWithin, openProblemCollector, type ValueLocation } from '../../errors/document-error.ts'
import type { actionSchema, mapSettingsSchema } from './settings.ts'

type MapSettings = Static<typeof mapSettingsSchema>
type Action = Static<typeof actionSchema>

/** Returns the script. Throws a `GatewayBuildError` for actions that cannot work. */
export function compileMap(
  settings: MapSettings,
  schemas: ReadonlyMap<string, unknown>,
  location: ValueLocation,
): string {
  const scripts: string[] = []
  const problems = openProblemCollector()
  const compileAll = (actions: readonly unknown[], at: ValueLocation): object[] =>
    actions.flatMap((action, index) => problems.try(() => compile(action as Action, locateWithin(at, index))) ?? [])

  function compile(action: Action, at: ValueLocation): object {
    const { set, create, from, foreach, value, default: fallback, actions } = action
    const target = set ?? create
    if (target === undefined) throw new DocumentError(at, 'an action of map needs the member set or create')
    const compiled = {
      set: target,
      from: from === undefined ? [] : [from].flat(),
      foreach,
      default: fallback,
      actions: compileAll(actions ?? [], locateWithin(at, 'actions')),
    }
    if (typeof value !== 'string' || value.trim() === '')
      return value === '' || value === null ? compiled : { ...compiled, value }
    scripts.push(compileExpression(value, locateWithin(at, 'value')))
    return { ...compiled, script: scripts.length - 1 }
  }

  const actions = compileAll(settings.actions, locateWithin(location, 'actions'))
  problems.throwIfAny()
  const definition = {
    inputs: listVariables(settings.inputs),
    outputs: listVariables(settings.outputs),
    actions,
    options: settings.options ?? {},
    schemas: Object.fromEntries(schemas),
  }
  return `require('map')(${JSON.stringify(definition)}, [${scripts.join(',\n')}])`
}

function listVariables(variables: MapSettings['inputs'] = {}): object[] {
  return Object.entries(variables).map(([name, each]) => ({ name, ...each }))
}

/** Returns a function of `$` for an expression, or for a program whose last statement has the value. */
function compileExpression(text: string, location: ValueLocation): string {
  const code = text.replace(
    /\$\(([^()'"]+|[^()]*\[['"][^'"]*['"]\][^()]*)\)/g,
    (_, name: string) => `$(${JSON.stringify(name.trim())})`,
  )
  const error = findSyntaxError(`return (${code}\n)`)
  if (!error) return `($) => (${code}\n)`
  if (/\breturn\b/.test(code) && !findSyntaxError(code)) return `($) => {${code}\n}`
  if (!findSyntaxError(code)) return `($) => eval(${JSON.stringify(code)})`
  throw new DocumentError(
    location,
    `the value "${text}" is not a JavaScript expression: ${error}; write a text in quotes`,
  )
}

function findSyntaxError(code: string): string | undefined {
  try {
    compileFunction(code, ['$'])
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
