/**
 * The schemas of a contract, compiled when the documents are loaded.
 */
import { createRequire } from 'node:module'

import type { Ajv2020 as Ajv, ErrorObject } from 'ajv/dist/2020.js'

import type { ApiContract, Place } from '../../config/types.ts'
import { DocumentError } from '../document-error.ts'
import { complaint } from './complaint.ts'

/** What is wrong with a value, in a sentence about `name`; undefined when nothing is. */
export type SchemaCheck = ((value: unknown, name: string) => string | undefined) & { place: Place }

/** The check of a schema by its index. Throws a `DocumentError` when the schema is none. */
export type SchemaChecks = (index: number) => SchemaCheck

/** Few gateways check messages against schemas: the compiler is loaded by those that do. */
const load = createRequire(import.meta.url)

const compiled = new WeakMap<ApiContract, SchemaChecks>()

/** The checks of a contract, which several policies may share. */
export function schemaChecks(contract: ApiContract): SchemaChecks {
  let checks = compiled.get(contract)
  if (!checks) {
    checks = compile(contract)
    compiled.set(contract, checks)
  }
  return checks
}

function compile({ schemas }: ApiContract): SchemaChecks {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const formats = load('ajv-formats') as typeof import('ajv-formats')
  // One offence is enough to refuse; to look for all of them would let a caller choose how much work that is.
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, unicodeRegExp: false })
  formats.default(ajv)
  const definitions: Record<number, unknown> = {}
  for (const [index, { schema, place }] of schemas.entries()) {
    definitions[index] = schema
    if (typeof schema === 'object' && schema !== null && !ajv.validateSchema(schema))
      throw new DocumentError(place, `is no schema: ${faultOf(ajv.errors)}`)
  }
  ajv.addSchema({ $id: 'contract', $defs: definitions })

  const checks = new Map<number, SchemaCheck>()
  return (index) => {
    let check = checks.get(index)
    if (!check) {
      check = compileOne(ajv, index, schemas[index]?.place as Place)
      checks.set(index, check)
    }
    return check
  }
}

function compileOne(ajv: Ajv, index: number, place: Place): SchemaCheck {
  try {
    const validate = ajv.compile({ $ref: `contract#/$defs/${index}` })
    const check = (value: unknown, name: string) =>
      validate(value) ? undefined : complaint((validate.errors as ErrorObject[])[0] as ErrorObject, name)
    return Object.assign(check, { place })
  } catch (error) {
    throw new DocumentError(place, `the schema cannot be used: ${(error as Error).message}`)
  }
}

function faultOf(errors: ErrorObject[] | null | undefined): string {
  const [first] = errors ?? []
  return first ? complaint(first, 'it') : 'it is not JSON Schema'
}
