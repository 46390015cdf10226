/**
 * `{name}` in a target-url: the value of the parameter of this name in the path of the operation.
 *
 * A value is escaped and cannot change the structure of the URL. `{+name}` keeps the slashes of a parameter that stands
 * for the rest of a path.
 */

import { didYouMean } from '../../lib/output/suggest.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, type ValuePlace } from '../call/document-error.ts'
import type { Scope, Template, Variable } from '../templates/template.ts'

const parameter = /\{([+*]?)([^{}]*)\}/g

/** The template with its parameters as variables. Throws a `DocumentError` for a name that no path of the API has. */
export function withPathParameters(template: Template, scope: Scope, place: ValuePlace): Template {
  return template.flatMap((part) => (typeof part === 'string' ? parametersIn(part, scope, place) : [part]))
}

function parametersIn(text: string, { pathParameters }: Scope, place: ValuePlace): Template {
  const parts: (string | Variable)[] = []
  let end = 0
  for (const match of text.matchAll(parameter)) {
    const [whole, sign, name = ''] = match
    if (!pathParameters.has(name)) throw new DocumentError(place, unknown(whole, name, pathParameters))
    parts.push(text.slice(end, match.index), variable(name, sign !== ''))
    end = match.index + whole.length
  }
  const rest = text.slice(end)
  if (/[{}]/.test(rest))
    throw new DocumentError(
      place,
      'target-url has a brace without its counterpart: write %7B for {, %7D for }',
    )
  parts.push(rest)
  return parts.filter((each) => each !== '')
}

function unknown(written: string, name: string, known: ReadonlySet<string>): string {
  const names = [...known].map((each) => `{${each}}`)
  const meant =
    didYouMean(name, [...known]) || `; the paths of the API have ${names.join(', ') || 'no parameter'}`
  return `target-url has ${written}, which is no parameter of a path of the API${meant}`
}

function variable(name: string, isRest: boolean): Variable {
  const raw = (call: Call) =>
    call.route.parameters[call.route.endpoint?.parameterNames.indexOf(name) ?? -1] ?? ''
  const read = isRest ? raw : (call: Call) => decodeURIComponent(raw(call))
  return { name: `request.parameters.${name}`, read, parameter: isRest ? 'rest' : 'segment' }
}
