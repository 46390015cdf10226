/**
 * Repairs a value that violates its schema, so that the rest of the document can be checked.
 *
 * Unknown members are removed; a wrong value is replaced by its default or by a placeholder of the right type.
 * The document records these paths as gaps, so that no problem is reported about a placeholder. A repaired value
 * is never served, because the violation is an error.
 */
import type { ErrorObject, ValidateFunction } from 'ajv'
import { isJsonObject, type JsonObject } from '../../lib/collections/json-object.ts'
import { findNearestWord } from '../../lib/output/suggest.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import { parseJsonPointer } from './json-pointer.ts'
import { selectRelevantErrors } from './select-relevant-errors.ts'

const maxRounds = 20

/** Keywords whose violation leaves a value of the right type, so code that reads the value does not fail. */
const harmless = new Set(
  'minItems maxItems uniqueItems minProperties maxProperties minLength maxLength pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum'.split(
    ' ',
  ),
)

/** Returns the repaired value, changed in place; undefined when its own type is wrong. `validate` has rejected it. */
export function repairValue(
  validate: ValidateFunction,
  value: unknown,
  path: MemberPath,
  source: ParsedDocument,
): unknown {
  const tried = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const errors = selectRelevantErrors(validate.errors ?? [])
    for (const error of errors) source.addGap([...path, ...placeOfGap(error, value)])
    const wrong = errors.filter(({ keyword }) => !harmless.has(keyword))
    if (wrong.length === 0) return value
    for (const error of wrong) if (!mendOne(error)) return undefined
    if (validate(value)) return value
  }
  return undefined

  function mendOne(error: ErrorObject): boolean {
    const steps = parseJsonPointer(error.instancePath, value)
    const { params, parentSchema } = error
    if (error.keyword === 'additionalProperties') {
      takeOut(steps, String(params.additionalProperty), parentSchema as JsonObject)
      return true
    }
    if (error.keyword === 'required') {
      const member = [...steps, String(params.missingProperty)]
      const { properties } = parentSchema as { properties?: JsonObject }
      return put(member, buildPlaceholder(properties?.[params.missingProperty] ?? {}))
    }
    return put(
      steps,
      Array.isArray(at(value, steps.slice(0, -1))) ? buildPlaceholder(parentSchema as JsonObject) : undefined,
    )
  }

  function takeOut(steps: MemberPath, name: string, { properties = {} }: JsonObject): void {
    const holder = at(value, steps)
    if (isJsonObject(holder)) delete holder[name]
    const meant = findNearestWord(name, Object.keys(properties as object))
    if (meant !== undefined) source.addGap([...path, ...steps, meant])
  }

  /** Replaces a wrong value, or removes it for undefined. A second failure removes the value around it. */
  function put(steps: MemberPath, otherwise: unknown): boolean {
    const key = steps.at(-1)
    if (key === undefined) return false
    const holder = at(value, steps.slice(0, -1))
    if (typeof holder !== 'object' || holder === null) return true // removed already
    const attempt = `${steps.join('/')} ${otherwise === undefined}`
    if (tried.has(attempt)) return put(steps.slice(0, -1), undefined)
    tried.add(attempt)
    if (otherwise === undefined && !Array.isArray(holder)) delete (holder as JsonObject)[key]
    else (holder as JsonObject)[key] = otherwise
    return true
  }
}

function placeOfGap({ keyword, instancePath, params }: ErrorObject, value: unknown): MemberPath {
  const steps = parseJsonPointer(instancePath, value)
  if (keyword === 'additionalProperties') return [...steps, String(params.additionalProperty)]
  return keyword === 'required' ? [...steps, String(params.missingProperty)] : steps
}

function at(value: unknown, steps: MemberPath): unknown {
  return steps.reduce<unknown>(
    (each, step) => (typeof each === 'object' && each !== null ? (each as JsonObject)[step] : undefined),
    value,
  )
}

/** Builds a placeholder that fits a schema, for a missing or wrong value. */

/** Returns the default of the schema, or the simplest value of its type. */
function buildPlaceholder(schema: unknown): unknown {
  const { default: otherwise, const: constant, enum: values, anyOf, oneOf, type } = schema as JsonObject
  if (otherwise !== undefined) return structuredClone(otherwise)
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  const [branch] = (anyOf ?? oneOf ?? []) as unknown[]
  if (branch !== undefined) return buildPlaceholder(branch)
  return simplest[String(type)]?.(schema as JsonObject) ?? null
}

const simplest: Readonly<Record<string, (schema: JsonObject) => unknown>> = {
  string: ({ format }) => (format === 'web-address' ? 'http://unknown.invalid' : 'unknown'),
  number: ({ minimum = 1 }) => minimum,
  integer: ({ minimum = 1 }) => minimum,
  boolean: () => false,
  array: () => [],
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(
      (required as string[]).map((name) => [name, buildPlaceholder((properties as JsonObject)[name] ?? {})]),
    ),
}
