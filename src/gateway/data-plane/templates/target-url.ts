/**
 * Compiles the target-url of an `invoke`: an origin that is fixed when the document is read, and a path that is
 * rendered for each call.
 *
 * Request values never change the host that the gateway connects to.
 */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import { renderUrlTemplate } from './render-template.ts'
import { type CompiledTemplate, compileTemplate, type TemplateScope, type TemplateVariable } from './template.ts'
import { requestParameter } from './variables.ts'

export interface TargetUrl {
  origin: string
  /** The path if it is the same for all calls; otherwise undefined. */
  fixedPath: string | undefined
  /** Returns the path and query for a call; undefined when values of the call cannot be part of a URL. */
  buildPath(call: Call): string | undefined
}

const absolute = /^(https?:\/\/[^/?#\s]+)((?:[/?][^\s#]*)?)$/i

/** Variables whose values are empty or start with a slash or a question mark. They may follow the host directly. */
const beginsPath: ReadonlySet<string> = new Set(['request.path', 'request.uri', 'request.search', 'api.operation.path'])

/** Returns the URL. Throws `UndefinedValueError` for empty text, `DocumentError` unless http(s) with a fixed origin. */
export function compileTargetUrl(text: string, scope: TemplateScope, location: ValueLocation): TargetUrl {
  const template = compileTemplate(text, scope, location)
  const start = /^\$\(([^()]*)\)/.exec(text)?.[1]?.trim()
  if (start !== undefined && scope.constants.get(start) === '')
    throw new UndefinedValueError(location, `target-url begins with the property "${start}", which has no value here`)
  if (template.every((part) => part === ''))
    throw new UndefinedValueError(location, 'target-url is empty: it must be the http or https URL of the upstream')
  const [written = '', second] = template
  const first = typeof written === 'string' ? written.replace(/^ws(s?:)/i, 'http$1') : written
  if (typeof first !== 'string')
    throw new DocumentError(location, `target-url "${text}" must start with a fixed http or https URL`)

  const [, origin, rest = ''] = absolute.exec(first) ?? []
  if (origin && /[{}]/.test(origin))
    throw new DocumentError(location, `target-url "${text}" has a parameter in its host: the host must be fixed`)
  if (/^https?:\/\/$/i.test(first) && second !== undefined)
    throw new UndefinedValueError(
      location,
      `target-url "${text}" has a variable in its host: write the host, or a property`,
    )
  if (!origin || !URL.canParse(origin))
    throw new DocumentError(location, `target-url must be an http or https URL - found "${first}"`)
  if (rest === '' && second !== undefined && (typeof second === 'string' || !beginsPath.has(second.name)))
    throw new DocumentError(location, `target-url "${text}" has a variable in its host: the host must be fixed`)
  if (origin.includes('@'))
    throw new DocumentError(location, 'target-url must not contain a user name: use the members username and password')

  const parts = [rest.replace(/^\?/, '/?'), ...template.slice(1)]
  const [head = '', ...others] = compilePathParameters(parts, scope, location)
  const path = typeof head === 'string' ? compilePath(head, others) : compilePath('', [head, ...others])
  const fixedPath = others.length === 0 && typeof head === 'string' ? head || '/' : undefined
  return { origin: new URL(origin).origin, fixedPath, buildPath: path }
}

function compilePath(start: string, others: CompiledTemplate): TargetUrl['buildPath'] {
  if (others.length === 0) {
    const path = start === '' ? '/' : start
    return () => path
  }
  const template: CompiledTemplate = start === '' ? others : [start, ...others]
  return (call) => {
    const path = renderUrlTemplate(template, call)
    return path === undefined || path.startsWith('/') ? path : `/${path}`
  }
}

const parameter = /\{([+*]?)([^{}]*)\}/g

/** Returns the template with parameters as variables. Throws an `UndefinedValueError` for unknown names. */
function compilePathParameters(
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
