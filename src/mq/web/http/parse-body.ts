/** Validates a JSON body against the schema of its resource. The error is about the first wrong member. */
import { isJsonObject } from '../../../shared/lib/collections/json-object.ts'
import type { JsonSchema } from '../../../shared/lib/json-schema/json-schema.ts'
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { RestError } from '../errors/rest-error.ts'

const maxShown = 200

type Body = Readonly<Record<string, unknown>>
/** A schema of a member. `x-rule` replaces the text that says what is accepted. */
type Rule = JsonSchema & { 'x-rule'?: string }

/**
 * Returns the members that the schema has, with its defaults. A member that is null counts as absent, because some clients
 * serialize whole records; so does an empty text with a `minLength`. Throws `RestError` with status 400: MQWB0014E for an
 * unknown member of an object without `additionalProperties`, MQWB0015E for an invalid value, MQWB0016E for a missing one.
 */
export function parseBody<S extends TSchema>(schema: S, body: Body): Static<S> {
  return readObject(schema, body, '') as Static<S>
}

function readObject(rule: Rule, body: Body, at: string): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = rule
  const isStrict = additionalProperties === false
  const read: Record<string, unknown> = {}
  for (const [member, each] of Object.entries<Rule>(properties)) {
    const name = at === '' ? member : `${at}.${member}`
    const value = findValue(each, body[member])
    if (value !== undefined) read[member] = readValue(each, value, name)
    else if (required.includes(member)) throw createMissingError(each, name, body[member])
  }
  const unknown = isStrict ? Object.keys(body).find((member) => !Object.hasOwn(properties, member)) : undefined
  if (unknown === undefined) return read
  const name = at === '' ? unknown : `${at}.${unknown}`
  throw new RestError('MQWB0014E', [name, didYouMean(unknown, Object.keys(properties)) || '.'])
}

function findValue({ default: standard, minLength = 0, format }: Rule, value: unknown): unknown {
  // No error shows a password.
  const isAbsent = format === 'password' ? typeof value !== 'string' : value === null || value === undefined
  return isAbsent || (value === '' && minLength > 0) ? standard : value
}

function readValue(rule: Rule, value: unknown, at: string): unknown {
  const problem = findProblem(rule, value)
  if (problem !== undefined) throw createInvalidMemberError(at, value, problem)
  return readParts(rule, value, at)
}

/** Reads the members of an object and the items of a list. Errors of members use the rule of their object, if it has one. */
function readParts(rule: Rule, value: unknown, at: string): unknown {
  const { items } = rule
  if (items && Array.isArray(value)) return value.map((each, index) => readItem(items, each, index, at))
  if (!rule.properties) return value
  try {
    return readObject(rule, value as Body, at)
  } catch (error) {
    throw rule['x-rule'] === undefined ? error : createInvalidMemberError(at, value, rule['x-rule'])
  }
}

function readItem(rule: Rule, item: unknown, index: number, at: string): unknown {
  if (rule.type === 'object' && !isJsonObject(item))
    throw createInvalidMemberError(at, item, rule['x-rule'] ?? 'each item must be an object')
  const name = rule.additionalProperties === false ? `${at}[${index}]` : at
  return readValue(rule, item, name)
}

/** Returns what is accepted when the value itself does not fit; undefined when it fits, whatever its parts are. */
function findProblem(rule: Rule, value: unknown): string | undefined {
  if (rule.enum) return rule.enum.includes(value) ? undefined : describeType(rule)
  switch (rule.type) {
    case 'string':
      return typeof value === 'string' ? findTextProblem(rule, value) : 'it must be a string'
    case 'integer':
      return Number.isInteger(value) && isInRange(rule, value as number) ? undefined : describeType(rule)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : describeType(rule)
    case 'array':
      return Array.isArray(value) ? findLengthProblem(rule, value.length) : describeType(rule)
    case 'object':
      return isJsonObject(value) && fitsRecord(rule, value) ? undefined : describeType(rule)
    default:
      return undefined
  }
}

function findTextProblem({ maxLength = Number.POSITIVE_INFINITY, pattern, ...rule }: Rule, value: string) {
  if (value.length > maxLength) return `it must have at most ${maxLength} characters`
  return pattern === undefined || new RegExp(pattern).test(value) ? undefined : rule['x-rule']
}

function isInRange({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Rule, value: number): boolean {
  return value >= minimum && value <= maximum
}

function findLengthProblem({ minItems = 0, maxItems = Number.POSITIVE_INFINITY, ...rule }: Rule, length: number) {
  if (length >= minItems && length <= maxItems) return undefined
  return length < minItems ? describeType(rule) : (rule['x-rule'] ?? `it must have at most ${maxItems} items`)
}

function fitsRecord(rule: Rule, value: Body): boolean {
  return !isTextRecord(rule) || Object.values(value).every((each) => typeof each === 'string')
}

/** Returns whether the schema is that of a map from names to texts. */
function isTextRecord({ patternProperties = {} }: Rule): boolean {
  return Object.values<Rule>(patternProperties).some(({ type }) => type === 'string')
}

function describeType(rule: Rule): string {
  if (rule['x-rule'] !== undefined && !rule.pattern) return rule['x-rule']
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = rule
  if (rule.enum) return `it must be one of ${rule.enum.join(', ')}`
  if (rule.type === 'string') return `it must be a string${rule.minLength ? ' that is not empty' : ''}`
  if (rule.type === 'integer') return `it must be a whole number from ${minimum} to ${maximum}`
  if (rule.type === 'boolean') return 'it must be true or false'
  if (rule.type === 'array') return 'it must be an array'
  return isTextRecord(rule) ? 'it must be an object whose members are strings' : 'it must be an object'
}

/** A member of a body that is missing or invalid. */
export class MemberError extends RestError {
  readonly member: string
  readonly why: string

  constructor(message: 'MQWB0015E' | 'MQWB0016E', member: string, why: string, shown: readonly string[] = []) {
    super(message, [...shown, member, why])
    this.member = member
    this.why = why
  }
}

function createMissingError(rule: Rule, name: string, value: unknown): RestError {
  if (rule.enum) return createInvalidMemberError(name, value, describeType(rule))
  return createMissingMemberError(name, describeType(rule))
}

export function createMissingMemberError(member: string, accepted: string): RestError {
  return new MemberError('MQWB0016E', member, accepted)
}

export function createInvalidMemberError(member: string, value: unknown, why: string): RestError {
  const shown = JSON.stringify(value)
  return new MemberError('MQWB0015E', member, why, [shown?.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown])
}

/** Runs the parser of a text. Its error becomes MQWB0015E with the name of the member. */
export function parseMember<T>(member: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text)
  } catch (error) {
    throw createInvalidMemberError(member, text, (error as Error).message)
  }
}
