/** The schemas of a contract. The checking process compiles all that policies use; a worker, what it needs. */
import type { Ajv2020 as Ajv, ErrorObject } from 'ajv/dist/2020.js'
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import { type JsonLimits, parseJson, requireJsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import { compilePattern } from '../../../../shared/lib/patterns/compile-pattern.ts'
import { PatternTimeoutError } from '../../../../shared/lib/patterns/timed-expression.ts'
import type { ApiContract, ContractSchema, SourceLocation } from '../../../config/types/index.ts'
import { DocumentError } from '../../../data-plane/errors/document-error.ts'
import { CheckBudget, CheckBudgetError } from './check-budget.ts'
import { loadAjv } from './linear-keywords.ts'

/** Returns a sentence about the first violation of a value, with `name` for the value; undefined if it is valid. */
export type DescribeViolation = (value: unknown, name: string) => string | undefined

/** Checks a value on the thread of the worker. A value whose check takes too long there violates its schema. */
export type SchemaCheck = DescribeViolation & {
  location: SourceLocation
  /** The same check, which throws a `CheckBudgetError` when it takes too long. */
  withinBudget: DescribeViolation
  /** The same check without a limit of time, for a thread with a deadline. */
  withoutBudget: DescribeViolation
  /** The schema by its index in the contract. */
  index: number
  schemas: readonly ContractSchema[]
}

type Schemas = Pick<ApiContract, 'schemas'>

/** Returns the check of the schema with an index. Throws a `DocumentError` when the schema is not valid. */
export type FindSchemaCheck = (index: number) => SchemaCheck

const known = new WeakMap<Schemas, FindSchemaCheck>()

/**
 * Returns the checks of a contract. Several policies share them.
 *
 * @param isChecked whether the schemas are known to be valid: each is then compiled when a value is first checked
 * against it
 */
export function openSchemaChecks(contract: Schemas, isChecked = false): FindSchemaCheck {
  return getOrCreate(known, contract, () => openChecks(contract, isChecked))
}

function openChecks({ schemas }: Schemas, isChecked: boolean): FindSchemaCheck {
  const budget = new CheckBudget()
  // Ajv stops at the first error: with `allErrors`, the caller could choose how much work a check is.
  const ajv = loadAjv({
    strict: false,
    allErrors: false,
    logger: false,
    unicodeRegExp: false,
    code: {
      process: CheckBudget.addSteps,
      optimize: isChecked, // a check of the documents compiles schemas and never runs them
      regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: 'compilePattern' }),
    },
  })
  Object.assign(ajv, { checkBudget: budget }) // where generated code finds it
  limitDateFormats(ajv)
  ajv.addFormat('url', isUrl) // the expression of ajv-formats is quadratic
  if (!isChecked) rejectInvalid(schemas, ajv)
  ajv.addSchema(
    { $id: 'contract', $defs: Object.fromEntries(schemas.map(({ schema }, index) => [index, schema])) },
    undefined,
    undefined,
    false,
  )

  const checks = new Map<number, SchemaCheck>()
  return (index) => {
    let check = checks.get(index)
    if (!check) {
      const schema = schemas[index]
      if (!schema) throw new Error(`the contract has no schema ${index}`)
      const { location } = schema
      const find = compileLater(ajv, index, location)
      if (!isChecked) find()
      check = buildCheck(find, budget)
      Object.assign(check, { location, index, schemas })
      checks.set(index, check)
    }
    return check
  }
}

function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text)
}

/** Dates and times are short: those of ajv-formats split the text before they look at it. */
function limitDateFormats(ajv: Ajv): void {
  for (const name of ['date', 'time', 'date-time', 'iso-time', 'iso-date-time']) {
    const format = ajv.formats[name]
    const validate = (typeof format === 'object' && 'validate' in format ? format.validate : format) as unknown
    if (typeof validate !== 'function') continue
    ajv.addFormat(name, (text: string) => text.length <= 100 && validate(text) === true)
  }
}

function rejectInvalid(schemas: readonly ContractSchema[], ajv: Ajv): void {
  for (const { schema, location } of schemas) {
    if (typeof schema === 'object' && schema !== null && !ajv.validateSchema(schema))
      throw new DocumentError(location, `is not a valid schema: ${describeFirst(ajv.errors)}`)
  }
}

/** `find` returns the compiled check. What compiling takes is no part of the budget. */
function buildCheck(find: () => DescribeViolation, budget: CheckBudget): SchemaCheck {
  const withoutBudget: DescribeViolation = (value, name) => find()(value, name)
  const withinBudget: DescribeViolation = (value, name) => {
    const describe = find()
    return budget.limit(() => describe(value, name))
  }
  const check: DescribeViolation = (value, name) => {
    try {
      return withinBudget(value, name)
    } catch (error) {
      if (error instanceof CheckBudgetError) return `${name} takes too long to check`
      throw error
    }
  }
  return Object.assign(check, { withinBudget, withoutBudget }) as SchemaCheck
}

function compileLater(ajv: Ajv, index: number, location: SourceLocation): () => DescribeViolation {
  let compiled: DescribeViolation | undefined
  return () => {
    compiled ??= compile(ajv, index, location)
    return compiled
  }
}

function compile(ajv: Ajv, index: number, location: SourceLocation): DescribeViolation {
  try {
    const validate = ajv.compile({ $ref: `contract#/$defs/${index}` })
    return (value, name) => {
      try {
        if (validate(value)) return undefined
      } catch (error) {
        if (error instanceof PatternTimeoutError) return `${name} has a text that cannot be checked in time`
        throw error
      }
      return describeSchemaError(findDecidingError(validate.errors ?? []), name)
    }
  } catch (error) {
    throw new DocumentError(location, `the schema cannot be used: ${(error as Error).message}`)
  }
}

/**
 * Parses a body of JSON and checks it. Returns a sentence about what is wrong; undefined for a valid body. Throws a
 * `JsonLimitError` above `limits`.
 */
export function describeJsonBody(body: Buffer, describe: DescribeViolation, limits?: JsonLimits): string | undefined {
  if (limits) requireJsonLimits(body, limits)
  const value = parseJson(body.toString('utf8'))
  if (value === undefined) return 'body is not well-formed JSON'
  try {
    return describe(value, 'body')
  } catch (error) {
    if (error instanceof RangeError) return 'body is nested too deeply'
    throw error
  }
}

function describeFirst(errors: ErrorObject[] | null | undefined): string {
  const [first] = errors ?? []
  return first ? describeSchemaError(first, 'it') : 'it does not match the JSON Schema standard'
}

const maxNameLength = 160
const maxListedValues = 20

/** Returns a sentence such as `body.customers[0].name must be string`. */
function describeSchemaError({ instancePath, keyword, params, message }: ErrorObject, name: string): string {
  const here = clip(name + memberPath(instancePath))
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `${clip(`${here}.${params.missingProperty}`)} is missing`
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${clip(`${here}.${params.additionalProperty ?? params.unevaluatedProperty}`)} is not a known member`
    case 'enum':
      return `${here} must be one of ${listValues(params.allowedValues)}`
    case 'const':
      return `${here} must be ${JSON.stringify(params.allowedValue)}`
    case 'type':
      return `${here} must be ${[params.type].flat().join(' or ')}`
    case 'false schema':
      return `${here} is not allowed`
    default:
      return `${here} ${message ?? 'does not match the schema'}`
  }
}

/** Renders a JSON pointer (RFC 6901) as a member path: `/customers/0/name` becomes `.customers[0].name`. */
function memberPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
}

function listValues(values: readonly unknown[]): string {
  const some = values.slice(0, maxListedValues).map((each) => JSON.stringify(each))
  return `${some.join(', ')}${values.length > maxListedValues ? ', …' : ''}`
}

function clip(text: string): string {
  return text.length > maxNameLength ? `${text.slice(0, maxNameLength - 1)}…` : text
}

/** Returns the error deepest inside the value. When all branches fail because of the type, names all types. */
function findDecidingError(all: readonly ErrorObject[]): ErrorObject {
  const errors = all.filter(({ keyword }) => keyword !== 'if') // which only says that the branch below it failed
  const [first] = errors
  const choice = errors.at(-1)
  if (!first || !choice) throw new Error('Ajv has rejected a value without an error')
  if (!isChoice(choice) || choice.params.passingSchemas) return first

  const inside = errors.filter((each) => !isChoice(each))
  const deepest = Math.max(...inside.map(depth))
  const nearest = inside.filter((each) => depth(each) === deepest)
  const found = nearest.find(({ keyword }) => keyword !== 'type')
  if (found) return found
  const [example = choice] = nearest
  const types = nearest.flatMap(({ params }) => params.type)
  return { ...example, params: { type: [...new Set(types)] } }
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}
