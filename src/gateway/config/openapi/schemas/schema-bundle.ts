/**
 * Converts the schemas of an OpenAPI document of any version to JSON Schema 2020-12.
 *
 * OpenAPI 2.0 and 3.0 have a dialect of their own: `nullable`, boolean `exclusiveMinimum`, and a `$ref` that
 * excludes other members. OpenAPI 3.1 uses JSON Schema 2020-12 already.
 */
import { isJsonObject, type JsonObject } from '../../../../shared/lib/collections/json-object.ts'
import { type MemberPath, type ParsedDocument, renderMemberPath } from '../../text/parsed-document.ts'
import type { ProblemList } from '../../text/problem-list.ts'
import type { ContractSchema } from '../../types/index.ts'
import { decideByDiscriminator } from './discriminator.ts'
import { resolvePointer } from './local-ref.ts'

const plainWords = new Set(
  [
    'type enum const format pattern required title description default deprecated readOnly writeOnly',
    'multipleOf maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength dependentRequired',
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties',
  ].flatMap((line) => line.split(' ')),
)
const schemaWords = new Set(
  'items additionalProperties not contains propertyNames if then else unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)
const listWords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const mapWords = new Set(['properties', 'patternProperties', 'dependentSchemas'])

const selfReference =
  'leads back to itself through $ref, without a member or an item in between: write the schema that is meant'

/** Collects schemas and everything that they refer to. A schema may refer to itself. */
export class SchemaBundle {
  readonly #source: ParsedDocument
  readonly #problems: ProblemList
  readonly #isDialect: boolean
  readonly #decides: boolean
  readonly #indexes = new Map<string, number>()
  readonly #paths: (MemberPath | { made: JsonObject })[] = []

  /** `decides`: whether a `discriminator` decides between the branches of a choice, for checks and not for readers. */
  constructor({ source, problems }: { source: ParsedDocument; problems: ProblemList }, decides = false) {
    this.#source = source
    this.#problems = problems
    this.#decides = decides
    this.#isDialect = !/^3\.1/.test(String(source.valueAt(['openapi']) ?? ''))
  }

  /** Adds the schema at a path and returns its index. */
  add(path: MemberPath): number {
    const key = JSON.stringify(path)
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.#paths.length)
    return this.#paths.push(path) - 1
  }

  /** Adds a generated schema, which is not in the document, and returns its reference index. */
  addGenerated(made: JsonObject): number {
    return this.#paths.push({ made }) - 1
  }

  /** Returns the name of each schema in the document; undefined for a schema without a name. */
  listNames(): (string | undefined)[] {
    return this.#paths.map((path) => {
      const isNamed =
        'made' in path
          ? false
          : path.length === 2
            ? path[0] === 'definitions'
            : path.length === 3 && path[1] === 'schemas'
      return isNamed ? String((path as MemberPath).at(-1)) : undefined
    })
  }

  /** Returns every collected schema. A `$ref` that cannot be resolved becomes a problem. */
  convertAll(): ContractSchema[] {
    const schemas: ContractSchema[] = []
    for (const path of this.#paths) {
      if ('made' in path) schemas.push({ schema: path.made, location: this.#source.locate() })
      else schemas.push({ schema: this.#convert(path), location: this.#source.locate(path) }) // the conversion may add paths to the list
    }
    const cycles = findSchemasInCycles(schemas.map(({ schema }) => schema))
    for (const index of cycles) this.#refuse(this.#paths[index] as MemberPath, selfReference)
    return schemas.map((each, index) => (cycles.has(index) ? { ...each, schema: true } : each))
  }

  #convert(path: MemberPath): unknown {
    const written = this.#source.valueAt(path)
    if (typeof written === 'boolean') return written
    if (!isJsonObject(written)) return this.#refuse(path, 'must be a schema')
    const { $ref: ref } = written
    if (typeof ref !== 'string') return this.#convertMembers(written, path)

    const target = resolvePointer(this.#source, ref)
    if ('error' in target) return this.#refuse([...path, '$ref'], target.error)
    const reference = { $ref: `#/$defs/${this.add(target.path)}` }
    return this.#isDialect ? reference : { ...this.#convertMembers(written, path), ...reference }
  }

  #convertMembers(written: JsonObject, path: MemberPath): JsonObject {
    const schema: JsonObject = {}
    for (const [word, value] of Object.entries(written)) {
      const at = [...path, word]
      if (plainWords.has(word)) schema[word] = value
      else if (schemaWords.has(word)) schema[word] = this.#convert(at)
      else if (listWords.has(word) && Array.isArray(value))
        schema[word] = value.map((_, index) => this.#convert([...at, index]))
      else if (mapWords.has(word) && isJsonObject(value))
        schema[word] = Object.fromEntries(Object.keys(value).map((key) => [key, this.#convert([...at, key])]))
    }
    // An OpenAPI 2 parameter is its own schema, and its boolean `required` is not the `required` of JSON Schema.
    if (!Array.isArray(schema.required)) delete schema.required
    else schema.required = schema.required.filter((name) => !isOneWay(written, String(name)))
    const decided = (this.#decides && decideByDiscriminator(schema, path, this.#source)) || schema
    return this.#isDialect ? fromDialect(decided, written) : decided
  }

  #refuse(path: MemberPath, why: string): boolean {
    this.#problems.error(this.#source.locate(path), `${renderMemberPath(path)} ${why}`)
    return true
  }
}

/** Returns whether a member is read-only or write-only, so that it cannot be required in both directions. */
function isOneWay({ properties }: JsonObject, name: string): boolean {
  const member = isJsonObject(properties) ? properties[name] : undefined
  return isJsonObject(member) && (member.readOnly === true || member.writeOnly === true)
}

/** Converts a schema of OpenAPI 2.0 or 3.0 (section 4.7.24). */
function fromDialect(schema: JsonObject, { nullable }: JsonObject): unknown & JsonObject {
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue
    if (schema[flag] && schema[limit] !== undefined) {
      schema[flag] = schema[limit]
      delete schema[limit]
    } else delete schema[flag]
  }
  if (schema.type === 'file') delete schema.type // OpenAPI 2.0: content of any kind
  if (nullable !== true) return schema
  return { anyOf: [{ type: 'null' }, schema] }
}

type Json = Record<string, unknown>

const single = ['not', 'if', 'then', 'else']
const lists = ['allOf', 'anyOf', 'oneOf']

/**
 * Returns the indexes of the schemas that refer to themselves for the same value, by `$ref`, `allOf` and similar keywords alone, so
 * that validation would not end. A reference to another schema is `#/$defs/{index}`.
 */
function findSchemasInCycles(schemas: readonly unknown[]): ReadonlySet<number> {
  const targets = schemas.map((schema) => targetsOf(schema))
  return new Set([...targets.keys()].filter((index) => leadsBack(index, targets)))
}

function leadsBack(start: number, targets: readonly (readonly number[])[]): boolean {
  const seen = new Set<number>()
  const open = [...(targets[start] ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === start) return true
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(targets[next] ?? []))
  }
  return false
}

/** Returns the indexes of the schemas that apply to the same value. */
function targetsOf(schema: unknown): number[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref: ref, dependentSchemas = {} } = schema as Json
  const inside = [
    ...single.map((word) => (schema as Json)[word]),
    ...lists.flatMap((word) => ((schema as Json)[word] ?? []) as unknown[]),
    ...Object.values(dependentSchemas as Json),
  ]
  const own = typeof ref === 'string' ? [Number(ref.slice(ref.lastIndexOf('/') + 1))] : []
  return [...own, ...inside.flatMap(targetsOf)]
}
