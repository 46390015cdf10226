/**
 * The schemas of a contract, compiled when the documents are checked, and in what serves them when they are needed.
 */
import { createRequire } from 'node:module'

import type { Ajv2020 as Ajv, ErrorObject } from 'ajv/dist/2020.js'

import type { ApiContract, ContractSchema, SourceLocation } from '../../config/types/index.ts'
import { DocumentError } from '../errors/document-error.ts'
import { findDecidingError } from './deciding-error.ts'
import { describeSchemaError } from './describe-schema-error.ts'

/** What is wrong with a value, in a sentence about `name`; undefined when nothing is. */
export type SchemaCheck = ((value: unknown, name: string) => string | undefined) & { place: SourceLocation }

/** The check of a schema by its index. Throws a `DocumentError` when the schema is none. */
export type FindSchemaCheck = (index: number) => SchemaCheck

/** Few gateways check messages against schemas: the compiler is loaded by those that do. */
const load = createRequire(import.meta.url)

const known = new WeakMap<ApiContract, FindSchemaCheck>()

/**
 * The checks of a contract, which several policies may share.
 *
 * @param isChecked nothing is wrong with the schemas: each is compiled when a value is first held against it
 */
export function openSchemaChecks(contract: ApiContract, isChecked = false): FindSchemaCheck {
  let checks = known.get(contract)
  if (!checks) {
    checks = openChecks(contract, isChecked)
    known.set(contract, checks)
  }
  return checks
}

function openChecks({ schemas }: ApiContract, isChecked: boolean): FindSchemaCheck {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const formats = load('ajv-formats') as typeof import('ajv-formats')
  // One offence is enough to refuse; to look for all of them would let a caller choose how much work that is.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    logger: false,
    unicodeRegExp: false,
    code: { optimize: isChecked }, // what is compiled to be checked is never run
  })
  formats.default(ajv)
  if (!isChecked) refuseWrong(schemas, ajv)
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
      const { place } = schemas[index] as ContractSchema
      check = isChecked ? compileLater(ajv, index, place) : compile(ajv, index, place)
      checks.set(index, check)
    }
    return check
  }
}

function refuseWrong(schemas: readonly ContractSchema[], ajv: Ajv): void {
  for (const { schema, place } of schemas) {
    if (typeof schema === 'object' && schema !== null && !ajv.validateSchema(schema))
      throw new DocumentError(place, `is no schema: ${faultOf(ajv.errors)}`)
  }
}

function compileLater(ajv: Ajv, index: number, place: SourceLocation): SchemaCheck {
  let compiled: SchemaCheck | undefined
  const check = (value: unknown, name: string) => {
    compiled ??= compile(ajv, index, place)
    return compiled(value, name)
  }
  return Object.assign(check, { place })
}

function compile(ajv: Ajv, index: number, place: SourceLocation): SchemaCheck {
  try {
    const validate = ajv.compile({ $ref: `contract#/$defs/${index}` })
    const check = (value: unknown, name: string) =>
      validate(value)
        ? undefined
        : describeSchemaError(findDecidingError(validate.errors as ErrorObject[]), name)
    return Object.assign(check, { place })
  } catch (error) {
    throw new DocumentError(place, `the schema cannot be used: ${(error as Error).message}`)
  }
}

function faultOf(errors: ErrorObject[] | null | undefined): string {
  const [first] = errors ?? []
  return first ? describeSchemaError(first, 'it') : 'it is not JSON Schema'
}
