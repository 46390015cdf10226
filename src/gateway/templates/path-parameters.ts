/**
 * Resolves `{name}` in a target-url: the value of a parameter in the path of the operation.
 *
 * Values are escaped and cannot change the structure of the URL. `{+name}` keeps the slashes of a parameter that
 * stands for the rest of a path.
 */

import { didYouMean } from '../../lib/output/suggest.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import type { CompiledTemplate, TemplateScope, TemplateVariable } from './template.ts'

const parameter = /\{([+*]?)([^{}]*)\}/g

/**
 * Returns the template with its parameters as variables. Throws an `UndefinedValueError` for a name that no path
 * of the API has.
 */
export function compilePathParameters(
  template: CompiledTemplate,
  scope: TemplateScope,
  location: ValueLocation,
): CompiledTemplate {
  return template.flatMap((part) => (typeof part === 'string' ? parametersIn(part, scope, location) : [part]))
}

function parametersIn(text: string, { pathParameters }: TemplateScope, location: ValueLocation): CompiledTemplate {
  const parts: (string | TemplateVariable)[] = []
  let end = 0
  for (const match of text.matchAll(parameter)) {
    const [whole, sign, name = ''] = match
    if (!pathParameters.has(name)) throw new UndefinedValueError(location, unknown(whole, name, pathParameters))
    parts.push(text.slice(end, match.index), variable(name, sign !== ''))
    end = match.index + whole.length
  }
  const rest = text.slice(end)
  if (/[{}]/.test(rest))
    throw new DocumentError(location, 'target-url has an unmatched brace: write %7B for {, %7D for }')
  parts.push(rest)
  return parts.filter((each) => each !== '')
}

function unknown(written: string, name: string, known: ReadonlySet<string>): string {
  const names = [...known].map((each) => `{${each}}`)
  const meant = didYouMean(name, [...known]) || `; the paths of the API have ${names.join(', ') || 'no parameter'}`
  return `target-url has ${written}, which is not a parameter in a path of the API${meant}`
}

function variable(name: string, isRest: boolean): TemplateVariable {
  const raw = (call: Call) => call.route.parameters[call.route.endpoint?.parameterNames.indexOf(name) ?? -1] ?? ''
  const read = isRest ? raw : (call: Call) => decodeURIComponent(raw(call))
  return { name: `request.parameters.${name}`, read, parameter: isRest ? 'rest' : 'segment' }
}
