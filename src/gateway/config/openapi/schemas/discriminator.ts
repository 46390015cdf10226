/**
 * Decides by the member that a `discriminator` names which branch of `oneOf` or `anyOf` a value is checked against:
 * OpenAPI 3.0 section 4.7.25, 3.1 section 4.8.25. A value is named by `mapping`, otherwise by the `enum` or `const` of
 * the member in the branch, otherwise by the name of the branch's schema.
 */
import { isJsonObject, type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'
import { resolvePointer } from './local-ref.ts'

/** A branch that values of the member name. */
interface NamedBranch {
  values: readonly unknown[]
  /** The converted schema. */
  schema: unknown
  /** Whether each object of the branch has the member, in requests and in responses. */
  requires: boolean
}

/**
 * Returns the converted schema without its choice, as a chain of conditions in its place; undefined when the choice
 * cannot be made by the member: without a discriminator, and where a branch for objects has no name.
 */
export function decideByDiscriminator(
  schema: JsonObject,
  path: MemberPath,
  source: ParsedDocument,
): JsonObject | undefined {
  const { discriminator, ...written } = membersOf(source.valueAt(path))
  const { propertyName: member, mapping } = membersOf(discriminator)
  const word = Array.isArray(written.oneOf) ? 'oneOf' : 'anyOf'
  const branches = schema[word]
  if (typeof member !== 'string' || !Array.isArray(branches)) return undefined
  const named: NamedBranch[] = []
  for (const [index, branch] of branches.entries()) {
    const at = [...path, word, index]
    if (isForOtherValues(source.valueAt(at))) continue
    const values = listNames(at, member, membersOf(mapping), source)
    if (values.length === 0) return undefined
    named.push({ values, schema: branch, requires: isRequired(at, member, source) })
  }
  if (named.length === 0) return undefined
  const { [word]: choice, ...others } = schema
  const decision = buildCondition(findDecided(named, member), renderDecision(named, member), { [word]: choice })
  return { ...others, allOf: [...(Array.isArray(others.allOf) ? others.allOf : []), decision] }
}

/** Returns the schema of the values that the member decides about: objects, which need it where all branches do. */
function findDecided(named: readonly NamedBranch[], member: string): JsonObject {
  return named.every(({ requires }) => requires) ? { type: 'object' } : { type: 'object', required: [member] }
}

function renderDecision(named: readonly NamedBranch[], member: string): JsonObject {
  const values = [...new Set(named.flatMap((branch) => branch.values))]
  const decide = (branch: NamedBranch) =>
    buildCondition({ properties: { [member]: { enum: branch.values } } }, branch.schema, true)
  return { allOf: [{ required: [member], properties: { [member]: { enum: values } } }, ...named.map(decide)] }
}

/** Returns a schema with the keywords `if`, `then` and `else`. */
function buildCondition(condition: JsonObject, passed: unknown, failed: unknown): JsonObject {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, which nothing awaits
  return { if: condition, then: passed, else: failed }
}

/** Returns whether no object can match a branch, such as one of the type `null`. */
function isForOtherValues(branch: unknown): boolean {
  const { type } = membersOf(branch)
  return type !== undefined && ![type].flat().includes('object')
}

function listNames(path: MemberPath, member: string, mapping: JsonObject, source: ParsedDocument): unknown[] {
  const { $ref: ref } = membersOf(source.valueAt(path))
  const name = typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined
  const mapped = Object.keys(mapping).filter((key) => mapping[key] === ref || mapping[key] === name)
  if (mapped.length > 0) return mapped
  for (const { properties } of listSchemas(path, source)) {
    const { enum: values, const: value } = membersOf(membersOf(properties)[member])
    if (Array.isArray(values)) return values
    if (value !== undefined) return [value]
  }
  return name === undefined ? [] : [name]
}

function isRequired(path: MemberPath, member: string, source: ParsedDocument): boolean {
  const schemas = listSchemas(path, source)
  const isOneWay = schemas.some(({ properties }) => {
    const { readOnly, writeOnly } = membersOf(membersOf(properties)[member])
    return readOnly === true || writeOnly === true
  })
  return !isOneWay && schemas.some(({ required }) => Array.isArray(required) && required.includes(member))
}

const maxSchemas = 50

/** Returns a schema as it is written, and those that it refers to by `$ref` and `allOf` for the same value. */
function listSchemas(path: MemberPath, source: ParsedDocument): JsonObject[] {
  const found: JsonObject[] = []
  const open = [path]
  for (let at = open.shift(); at && found.length < maxSchemas; at = open.shift()) {
    const schema = source.valueAt(at)
    if (!isJsonObject(schema)) continue
    found.push(schema)
    const target = typeof schema.$ref === 'string' ? resolvePointer(source, schema.$ref) : undefined
    if (target && 'path' in target) open.push(target.path)
    if (Array.isArray(schema.allOf)) for (const index of schema.allOf.keys()) open.push([...at, 'allOf', index])
  }
  return found
}
