/** Checks a value against a schema, fills in defaults and reports every violation with its location. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { isJsonObject, type JsonObject } from '../../../shared/lib/collections/json-object.ts'
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import { findNearestWord } from '../../../shared/lib/output/suggest.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { compileValidator } from './compile-validator.ts'
import { describeViolations } from './describe-violations.ts'
import { parseJsonPointer } from './json-pointer.ts'
import { rejectUnknownMembers } from './reject-unknown-members.ts'
import { selectRelevantErrors } from './select-relevant-errors.ts'

const compiled = new WeakMap<TSchema, ValidateFunction>()

/**
 * Returns the value with its defaults. Reports each violation as a problem; the result is then the value repaired
 * as far as further checks need it, or undefined when it cannot be repaired. Unknown members are rejected unless
 * the schema allows them.
 *
 * @param path the path of the value in the document
 */
export function checkAgainstSchema<S extends TSchema>(
  schema: S,
  value: unknown,
  path: MemberPath,
  { source, problems }: { source: ParsedDocument; problems: ProblemList },
): Static<S> | undefined {
  const validate = validator(schema)
  if (validate(value)) return value as Static<S>

  if (coerceReferences(validate.errors ?? [], value, path, source) && validate(value)) return value as Static<S>
  for (const { at, message, severity } of describeViolations(validate.errors ?? [], path, source))
    problems[severity](at, message, 'less')
  return repairValue(validate, value, path, source) as Static<S> | undefined
}

function validator(schema: TSchema): ValidateFunction {
  return getOrCreate(compiled, schema, () => compileValidator(rejectUnknownMembers(schema)))
}

/** Converts a text that is one `$env{NAME}` to the number or the boolean that the schema needs. */
function coerceReferences(
  errors: readonly ErrorObject[],
  value: unknown,
  path: MemberPath,
  source: ParsedDocument,
): boolean {
  let changed = false
  for (const { keyword, instancePath, params, data } of errors) {
    if (keyword !== 'type' || typeof data !== 'string') continue
    const steps = parseJsonPointer(instancePath, value)
    if (!/^\$env\{[^{}]*\}$/.test(source.writtenText([...path, ...steps]) ?? '')) continue

    const plain = coerced(data, params.type)
    const holder = steps.slice(0, -1).reduce<unknown>((each, step) => (each as Holder)[step], value)
    const key = steps.at(-1)
    if (plain === undefined || key === undefined) continue
    ;(holder as Holder)[key] = plain
    changed = true
  }
  return changed
}

type Holder = Record<string | number, unknown>

function coerced(text: string, types: string | string[]): number | boolean | undefined {
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  const wantsNumber = types.includes('number') || types.includes('integer')
  return wantsNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

const maxRounds = 20

/** Keywords whose violation leaves a value of the right type, so code that reads the value does not fail. */
const harmless = new Set(
  'minItems maxItems uniqueItems minProperties maxProperties minLength maxLength pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum'.split(
    ' ',
  ),
)

/**
 * Repairs a value that `validate` has rejected, so that the rest of the document can be checked: removes unknown members, and
 * replaces a wrong value by its default or a placeholder. The document records these paths as gaps, so that no problem is
 * reported about a placeholder. Returns the value, changed in place; undefined when its own type is wrong.
 */
function repairValue(validate: ValidateFunction, value: unknown, path: MemberPath, source: ParsedDocument): unknown {
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

/** Returns a placeholder for a missing or wrong value: the default of its schema, or the simplest value of its type. */
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
