/** Checks a value against a schema, fills in defaults and reports every violation with its location. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { compileValidator } from './compile-validator.ts'
import { describeViolations } from './describe-violations.ts'
import { parseJsonPointer } from './json-pointer.ts'
import { rejectUnknownMembers } from './reject-unknown-members.ts'
import { repairValue } from './repair-value.ts'

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
  for (const { at, message } of describeViolations(validate.errors ?? [], path, source)) problems.error(at, message)
  return repairValue(validate, value, path, source) as Static<S> | undefined
}

function validator(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = compileValidator(rejectUnknownMembers(schema))
    compiled.set(schema, validate)
  }
  return validate
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
