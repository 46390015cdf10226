/** Compiles texts with `$(variables)` when the documents are loaded, so that a call only joins the parts. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { DocumentError, UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import { renderTemplate } from './render-template.ts'
import { findVariableReader, readsBody, type VariableReader, variableNames } from './variables.ts'

/** The names that a template may use. */
export interface TemplateScope {
  /** Values that are fixed for an API: its properties, its catalog and its own name. */
  constants: ReadonlyMap<string, string>
  /** The names of the variables that the assembly of the API sets. */
  assigned: ReadonlySet<string>
  /** The names of the parameters in the paths of the API. */
  pathParameters: ReadonlySet<string>
  /** The names of the query parameters that operations of the API describe. */
  queryParameters: ReadonlySet<string>
  /** Called for a template that reads a body: the step that it belongs to then waits for the body. */
  onBodyUse?(name: string): void
}

export interface TemplateVariable {
  name: string
  read: VariableReader
  /** The kind of a parameter of the path, which needs a value: `segment` is one segment, `rest` the rest of the path. */
  parameter?: 'segment' | 'rest'
}

/** Fixed texts and variables in order. Adjacent texts are joined. */
export type CompiledTemplate = readonly (string | TemplateVariable)[]

const reference = /\$\(([^()]*)\)/g
const maxDepth = 10

/** Returns the compiled template. Throws a `DocumentError` when the text uses a name that does not exist. */
export function compileTemplate(
  text: string,
  scope: TemplateScope,
  location: ValueLocation,
  depth = 0,
): CompiledTemplate {
  if (depth > maxDepth) throw new DocumentError(location, `the properties in "${text}" refer to each other in a circle`)

  const parts: (string | TemplateVariable)[] = []
  let end = 0
  for (const match of text.matchAll(reference)) {
    append(parts, text.slice(end, match.index))
    const [whole, name = ''] = match
    for (const part of resolve(name.trim(), scope, location, depth)) append(parts, part)
    end = match.index + whole.length
  }
  append(parts, text.slice(end))
  return parts
}

function resolve(name: string, scope: TemplateScope, location: ValueLocation, depth: number): CompiledTemplate {
  const constant = scope.constants.get(name)
  if (constant !== undefined && !scope.assigned.has(name)) return compileTemplate(constant, scope, location, depth + 1)

  const read = findVariableReader(name, scope.assigned)
  // A policy may set a variable with the name of a property, whose value then counts before.
  if (read && constant !== undefined) return [{ name, read: (call) => read(call) || constant }]
  if (read) {
    if (readsBody(name)) scope.onBodyUse?.(name)
    return [{ name, read }]
  }

  const group = depth === 0 ? findGroupReader(name, scope, location) : undefined // a property of the group may name it
  if (group) return [{ name, read: group }]

  const known = [...scope.constants.keys(), ...scope.assigned, ...variableNames]
  const message = `$(${name}) is neither a property nor a variable${didYouMean(name, known) || `; there are ${known.join(', ')}`}`
  throw new UndefinedValueError(location, message, { isAlreadyReported: depth === 0 && !hasKnownStart(name) })
}

/**
 * Returns the reader of all members of a name as JSON, such as those of `api`; undefined for a name without members,
 * and for messages, whose bodies have names of their own.
 */
function findGroupReader(start: string, scope: TemplateScope, location: ValueLocation): VariableReader | undefined {
  if (/^(?:message|request)(?:\.|$)/.test(start)) return undefined
  const names = new Set([...scope.constants.keys(), ...variableNames, ...scope.assigned])
  const members = [...names]
    .filter((each) => each.startsWith(`${start}.`) && !each.endsWith('.NAME'))
    .map((each) => [each.slice(start.length + 1).split('.'), resolve(each, scope, location, 1)] as const)
  if (members.length === 0) return undefined
  return (call) => {
    const whole: Record<string, unknown> = Object.create(null)
    for (const [path, template] of members) {
      let at = whole
      for (const part of path.slice(0, -1)) {
        if (typeof at[part] !== 'object') at[part] = Object.create(null)
        at = at[part] as Record<string, unknown>
      }
      at[path.at(-1) ?? ''] ??= renderTemplate(template, call)
    }
    return JSON.stringify(whole)
  }
}

const knownStarts = new Set(['org', 'plan', ...variableNames.map((each) => each.split('.', 1)[0])])

/** Returns whether the name starts like a variable; the loader reports other unknown names as properties. */
function hasKnownStart(name: string): boolean {
  return knownStarts.has(name.split('.', 1)[0])
}

function append(parts: (string | TemplateVariable)[], part: string | TemplateVariable): void {
  if (part === '') return
  const last = parts.at(-1)
  if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
  else parts.push(part)
}

/** Returns the text of a template without variables; undefined when it has variables. */
export function findFixedText(template: CompiledTemplate): string | undefined {
  if (template.length === 0) return ''
  const [only] = template
  return template.length === 1 && typeof only === 'string' ? only : undefined
}
