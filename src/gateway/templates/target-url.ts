/**
 * Compiles the target-url of an `invoke`: an origin that is fixed when the document is read, and a path that is
 * rendered for each call.
 *
 * Request values never change the host that the gateway connects to.
 */
import type { Call } from '../call/call.ts'
import { DocumentError, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import { compilePathParameters } from './path-parameters.ts'
import { renderUrlTemplate } from './render-template.ts'
import { type CompiledTemplate, compileTemplate, type TemplateScope } from './template.ts'

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

/**
 * Returns the compiled URL. Throws an `UndefinedValueError` for an empty text, and a `DocumentError` when the
 * origin is not fixed, or when the text is not an http or https URL.
 */
export function compileTargetUrl(text: string, scope: TemplateScope, location: ValueLocation): TargetUrl {
  const template = compileTemplate(text, scope, location)
  const start = /^\$\(([^()]*)\)/.exec(text)?.[1]?.trim()
  if (start !== undefined && scope.constants.get(start) === '')
    throw new UndefinedValueError(location, `target-url begins with the property "${start}", which has no value here`)
  if (template.every((part) => part === ''))
    throw new UndefinedValueError(location, 'target-url is empty: it must be the http or https URL of the upstream')
  const [first = '', second] = template
  if (typeof first !== 'string')
    throw new DocumentError(location, `target-url "${text}" must start with a fixed http or https URL`)

  const [, origin, rest = ''] = absolute.exec(first) ?? []
  if (origin && /[{}]/.test(origin))
    throw new DocumentError(location, `target-url "${text}" has a parameter in its host: the host must be fixed`)
  if (!origin || !URL.canParse(origin))
    throw new DocumentError(location, `target-url must be an http or https URL - found "${first}"`)
  if (rest === '' && second !== undefined && (typeof second === 'string' || !beginsPath.has(second.name)))
    throw new DocumentError(location, `target-url "${text}" has a variable in its host: the host must be fixed`)
  if (origin.includes('@'))
    throw new DocumentError(location, 'target-url must not contain a user name: use the members username and password')

  const [head = '', ...others] = compilePathParameters([withSlash(rest), ...template.slice(1)], scope, location)
  const path = typeof head === 'string' ? compilePath(head, others) : compilePath('', [head, ...others])
  const fixedPath = others.length === 0 && typeof head === 'string' ? head || '/' : undefined
  return { origin: new URL(origin).origin, fixedPath, buildPath: path }
}

function withSlash(rest: string): string {
  return rest.startsWith('?') ? `/${rest}` : rest
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
