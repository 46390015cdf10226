/**
 * Resolves `{name}` in a target-url: the value of a parameter in the path of the operation, or of a query parameter that
 * an operation of the API describes.
 *
 * Values are escaped and cannot change the structure of the URL. `{+name}` keeps the slashes of a parameter that
 * stands for the rest of a path.
 */

import { didYouMean } from '../../lib/output/suggest.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import type { CompiledTemplate, TemplateScope, TemplateVariable } from './template.ts'
import { requestParameter } from './variables.ts'

const parameter = /\{([+*]?)([^{}]*)\}/g

/**
 * Returns the template with its parameters as variables. Throws an `UndefinedValueError` for a name that no path
 * of the API has, and no query that it describes.
 */
export function compilePathParameters(
  template: CompiledTemplate,
  scope: TemplateScope,
  location: ValueLocation,
): CompiledTemplate {
  return template.flatMap((part, index) => {
    if (typeof part !== 'string') return [part]
    const isInQuery = template.slice(0, index).some((each) => typeof each === 'string' && each.includes('?'))
    return parametersIn(part, isInQuery, scope, location)
  })
}

function parametersIn(
  text: string,
  isInQuery: boolean,
  { pathParameters, queryParameters }: TemplateScope,
  location: ValueLocation,
): CompiledTemplate {
  const parts: (string | TemplateVariable)[] = []
  let end = 0
  for (const match of text.matchAll(parameter)) {
    const [whole, sign, name = ''] = match
    const before = text.slice(end, match.index)
    if (queryParameters.has(name))
      parts.push(before, queryVariable(name, isInQuery || text.slice(0, match.index).includes('?')))
    else if (pathParameters.has(name)) parts.push(before, pathVariable(name, sign !== ''))
    else throw new UndefinedValueError(location, unknown(whole, name, new Set([...pathParameters, ...queryParameters])))
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
  const meant = didYouMean(name, [...known]) || `; the API has ${names.join(', ') || 'none'}`
  return `target-url has ${written}, which is not a path or query parameter of the API${meant}`
}

/** A query may lack the parameter: its value is then empty, except in the path of the target. */
function queryVariable(name: string, isInQuery: boolean): TemplateVariable {
  const variable = { name: `request.parameters.${name}`, read: requestParameter(name) }
  return isInQuery ? variable : { ...variable, parameter: 'segment' }
}

function pathVariable(name: string, isRest: boolean): TemplateVariable {
  const raw = (call: Call) => call.route.parameters[call.route.endpoint?.parameterNames.indexOf(name) ?? -1] ?? ''
  const read = isRest ? raw : (call: Call) => decodeURIComponent(raw(call))
  return { name: `request.parameters.${name}`, read, parameter: isRest ? 'rest' : 'segment' }
}
