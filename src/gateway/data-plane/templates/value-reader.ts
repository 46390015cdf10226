/** Reads variables that a setting of a policy names, with their types: `jws-jwk: my.key`. */
import { type JsonLimits, parseJson, requireJsonLimits } from '../../../shared/lib/collections/json-object.ts'
import type { Call } from '../call/call.ts'
import type { TemplateScope } from './template.ts'
import { findSetVariable, findVariableReader } from './variables.ts'

/** Returns the value of the variable; undefined when it has none. */
export type ValueReader = (call: Call) => unknown

/** Returns the reader of a variable or property. Policies may compute the names of undefined ones. */
export function compileValueReader(name: string, scope: TemplateScope): ValueReader {
  const constant = scope.constants.get(name)
  if (constant !== undefined) return () => constant
  const read = scope.assigned.has(name) ? undefined : findVariableReader(name, new Set())
  if (read) return (call) => read(call) || undefined
  return (call) => findSetVariable(call, name)
}

/** Returns the value of a text that may be JSON, and other values as they are. Throws a `JsonLimitError`. */
export function parseIfJson(value: unknown, limits?: JsonLimits): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  requireJsonLimits(Buffer.from(value), limits)
  const parsed = parseJson(value)
  return parsed === undefined ? value : parsed
}
