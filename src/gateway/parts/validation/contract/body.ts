/** Checks a body against the contract: JSON and forms are parsed, of other content only the type is checked. */
import type { JsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import type { FieldContract, MessageContract, SourceLocation } from '../../../config/types/index.ts'
import { isJsonType, parseMediaType } from '../../../data-plane/message/headers.ts'
import { CheckBudgetError } from './check-budget.ts'
import { parseObjectMembers } from './parameter-text.ts'
import { describeJsonBody, type FindSchemaCheck, type SchemaCheck } from './schema-checks.ts'
import { checkOnThread } from './threaded-checks.ts'

export interface ContractViolation {
  text: string
  location: SourceLocation
}

/** A form of a megabyte of separators would take a second: the limit keeps it from blocking a worker. */
const maxFormFields = 1_000

/** Checks a whole body; `contentType` is the value of its Content-Type header. Returns the violation, or undefined. */
export type BodyCheck = (
  body: Buffer,
  contentType: string | undefined,
) => ContractViolation | undefined | Promise<ContractViolation | undefined>

/** Returns the check of a body. `place` locates violations that no schema describes, such as a missing body. */
export function buildBodyCheck(
  { required, content, fields }: MessageContract,
  checks: FindSchemaCheck,
  location: SourceLocation,
  limits?: JsonLimits,
): BodyCheck {
  const checkOf = new Map(
    [...content].map(([type, schema]) => [type, schema === undefined ? undefined : checks(schema)]),
  )
  const types = [...content.keys()]
  const only = types.length === 1 ? types[0] : undefined
  const buildViolation = (text: string): ContractViolation => ({ text, location })

  return function checkBody(body, contentType) {
    if (body.length === 0) return required ? buildViolation('the body is missing') : undefined
    if (types.length === 0) return undefined
    const type = parseMediaType(contentType) ?? only ?? ''
    const range = findRange(type, types)
    if (range === undefined) return buildViolation(`the body must be ${types.join(' or ')}`)
    const check = checkOf.get(range)
    if (!check) return undefined
    if (fields && type === 'application/x-www-form-urlencoded') return checkForm(body, fields, check)
    if (!(isJsonType(type) || type === '*/*')) return undefined
    return checkJsonBody(body, check, limits)
  }
}

function checkForm(
  body: Buffer,
  fields: ReadonlyMap<string, FieldContract>,
  checkValue: SchemaCheck,
): ContractViolation | undefined {
  const { location } = checkValue
  if (hasMoreFields(body, maxFormFields)) return { text: `body has more than ${maxFormFields} fields`, location }
  const text = checkValue(parseObjectMembers(new URLSearchParams(body.toString('utf8')), fields), 'body')
  return text === undefined ? undefined : { text, location }
}

/** Returns whether a form has more fields than `max`. Empty fields count, because parsing them costs the same. */
function hasMoreFields(form: Buffer, max: number): boolean {
  let count = 1
  for (let at = form.indexOf('&'); at >= 0 && count <= max; at = form.indexOf('&', at + 1)) count += 1
  return count > max
}

/** The largest body that is checked on the thread of the worker, in bytes. */
const maxBytesHere = 32 * 1024

/**
 * Checks a body against one schema, whatever its media type. Large bodies, and those whose check takes long, are checked on another
 * thread, with a deadline: the result is then a promise. Throws or rejects with a `JsonLimitError` above a limit.
 */
export function checkJsonBody(body: Buffer, check: SchemaCheck, limits?: JsonLimits): ReturnType<BodyCheck> {
  const { location, schemas, index } = check
  const toViolation = (text: string | undefined) => (text === undefined ? undefined : { text, location })
  try {
    if (body.length <= maxBytesHere) return toViolation(describeJsonBody(body, check.withinBudget, limits))
  } catch (error) {
    if (!(error instanceof CheckBudgetError)) throw error
  }
  return checkOnThread(schemas, { schema: index, body, limits }).then(toViolation)
}

/** Returns the most specific media range that covers a type: RFC 9110 section 12.5.1. */
function findRange(type: string, ranges: readonly string[]): string | undefined {
  return [type, `${type.split('/', 1)[0]}/*`, '*/*'].find((each) => ranges.includes(each))
}
