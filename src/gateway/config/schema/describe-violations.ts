/** Describes violations of a schema in sentences: the value found, the accepted values, and a suggestion. */
import type { ErrorObject } from 'ajv'
import { didYouMean, findNearestWord } from '../../../shared/lib/output/suggest.ts'
import { type MemberPath, type ParsedDocument, renderMemberPath } from '../text/parsed-document.ts'
import { renderList, suggestOrList } from '../text/suggest-or-list.ts'
import type { SourceLocation } from '../types/index.ts'
import { parseJsonPointer } from './json-pointer.ts'
import { selectRelevantErrors } from './select-relevant-errors.ts'

/** `warning`: the schema tolerates a member that it does not know, which then has no effect. */
export type SchemaViolation = { at: SourceLocation; message: string; severity: 'error' | 'warning' }

/** Returns the violations as sentences with their locations. `path` is the path of the checked value. */
export function describeViolations(
  errors: readonly ErrorObject[],
  path: MemberPath,
  source: ParsedDocument,
): SchemaViolation[] {
  return selectRelevantErrors(withoutReported(errors)).map((error) => {
    const here = [...path, ...parseJsonPointer(error.instancePath, source.valueAt(path))]
    if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
      return unknownMember(error, here, source)
    }
    const name = here.length === 0 ? 'the document' : renderMemberPath(here)
    const isForeign = error.keyword === 'type' && error.parentSchema?.['x-foreign'] === 'warning'
    const message = sentence(error, name, () => renderFound(error.data, here, source))
    if (isForeign) return { at: source.locate(here), message: `${message}; it has no effect`, severity: 'warning' }
    return { at: source.locate(here), message, severity: 'error' }
  })
}

/**
 * Returns the errors without those of a reference that could not be resolved: its member is undefined, and the error is reported.
 * A map with such a member fits no other form either.
 */
function withoutReported(errors: readonly ErrorObject[]): ErrorObject[] {
  const isReported = ({ keyword, data, params }: ErrorObject) =>
    keyword === 'required' && Object.hasOwn(data as object, params.missingProperty)
  const reported = new Set(errors.filter(isReported).map(({ instancePath }) => instancePath))
  const isOfOtherForm = ({ keyword, instancePath }: ErrorObject) =>
    reported.has(instancePath) && ['type', 'anyOf', 'oneOf'].includes(keyword)
  return errors.filter((each) => each.data !== undefined && !isReported(each) && !isOfOtherForm(each))
}

function unknownMember(
  { params, parentSchema }: ErrorObject,
  here: MemberPath,
  source: ParsedDocument,
): SchemaViolation {
  const name = String(params.additionalProperty ?? params.unevaluatedProperty)
  const path = [...here, name]
  const at = source.locateKey(path)
  const { properties = {}, 'x-names': names, 'x-hints': hints, 'x-unknown': unknown } = parentSchema as ParentSchema
  const known = Object.keys(properties).filter((each) => !isIgnored(properties[each]))
  const hint = hints && Object.hasOwn(hints, name) ? hints[name] : undefined
  if (hint) return { at, message: `${renderMemberPath(path)} is not known: ${hint}`, severity: 'error' }
  if (unknown === 'warning' && findNearestWord(name, known) === undefined)
    return { at, message: `${renderMemberPath(path)} is not known here, and has no effect`, severity: 'warning' }
  const fault = names ? `is not allowed: ${names}` : 'is not known'
  const end = known.length > 0 ? suggestOrList(name, known, 'allowed are') : ''
  return { at, message: `${renderMemberPath(path)} ${fault}${end}`, severity: 'error' }
}

/** The words of our own in the schema of a map. `x-unknown: warning` tolerates members that resemble no known one. */
interface ParentSchema {
  properties?: Record<string, unknown>
  'x-names'?: string
  'x-hints'?: Record<string, string>
  'x-unknown'?: 'warning'
}

/** Returns whether a member is accepted without effect; such members are not suggested to users. */
function isIgnored(schema: unknown): boolean {
  return (schema as { 'x-ignored'?: boolean })['x-ignored'] === true
}

/** The words before the limit of a keyword for numbers. */
const numberLimits: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'a multiple of',
}

/** Returns a sentence for the violation of a keyword. `x-words` of our schemas describes a pattern. */
function sentence(error: ErrorObject, name: string, met: () => string): string {
  const { keyword, params, parentSchema, data } = error
  const { 'x-words': words, description } = (parentSchema ?? {}) as { 'x-words'?: string; description?: string }
  const limit = numberLimits[keyword]
  if (limit) return `${name} must be ${limit} ${params.limit ?? params.multipleOf}${met()}`
  if (/^(?:min|max)(?:Items|Properties)$/.test(keyword))
    return `${name} must have at ${keyword.startsWith('min') ? 'least' : 'most'} ${counted(params.limit)}`
  switch (keyword) {
    case 'required':
      return `${name === 'the document' ? '' : `${name}.`}${params.missingProperty} is missing`
    case 'enum':
      return `${name} must be ${oneOf(params.allowedValues)}${met()}${meant(data, params.allowedValues)}`
    case 'const':
      return `${name} must be ${words ?? renderList([params.allowedValue])}${met()}${meant(data, [params.allowedValue])}`
    case 'type':
      return `${name} must be ${words ?? typeWords([params.type].flat())}${met()}${quoteAdvice(params.type, data)}`
    case 'pattern':
    case 'format':
      if (!words && keyword === 'pattern' && description) return `${name} does not fit "${description}"${met()}`
      return `${name} must be ${words ?? formatWords(keyword, params)}${met()}`
    case 'minLength':
      return params.limit === 1 ? `${name} must not be empty` : `${name} must have at least ${params.limit} characters`
    case 'maxLength':
      return `${name} must have at most ${params.limit} characters`
    case 'uniqueItems':
      return `${name}[${Math.max(params.i, params.j)}] repeats ${name}[${Math.min(params.i, params.j)}]`
    case 'propertyNames':
      return `${name} has a member whose name is not allowed: "${params.propertyName}"`
    case 'dependentRequired':
    case 'dependencies':
      return `${name}.${params.missingProperty} is missing: ${params.property} needs it`
    default:
      return `${name} must be ${words ?? 'in another form'}${met()}`
  }
}

/** Returns ` - found "implicitt"` with the text of the document, not of a reference; nothing for secrets. */
export function renderFound(data: unknown, path: MemberPath, source: ParsedDocument): string {
  if (data === undefined) return ' - found nothing'
  if (/secret|password|passphrase|token$/i.test(String(path.at(-1) ?? ''))) return ''
  const written = source.writtenText(path)
  if (typeof data === 'string') return ` - found ${clipped(JSON.stringify(written ?? data))}`
  if (Array.isArray(data)) return ' - found a list'
  if (typeof data === 'object' && data !== null) return ' - found a map'
  return data === null ? ' - found nothing' : ` - found ${clipped(written ?? String(data))}`
}

function meant(data: unknown, allowed: readonly unknown[]): string {
  return typeof data === 'string' ? didYouMean(data, allowed.map(String)) : ''
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? renderList(values) : `one of ${renderList(values)}`
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of members',
  null: 'null',
}

function typeWords(types: readonly string[]): string {
  return types.map((type) => typeNames[type] ?? type).join(' or ')
}

function quoteAdvice(type: string | string[], data: unknown): string {
  const scalar = typeof data === 'number' || typeof data === 'boolean'
  return scalar && [type].flat().includes('string') ? ': put it in quotes' : ''
}

const formatNames: Record<string, string> = {
  'web-address': 'an absolute http or https URL',
  uri: 'an absolute URI',
  'uri-reference': 'a URI',
  email: 'a mail address',
  'date-time': 'a date and time (RFC 3339)',
  regex: 'a regular expression',
}

function formatWords(keyword: string, params: ErrorObject['params']): string {
  if (keyword === 'pattern') return `text that matches ${params.pattern}`
  return formatNames[params.format] ?? `a valid ${params.format}`
}

function counted(limit: number): string {
  return limit === 1 ? 'one entry' : `${limit} entries`
}

function clipped(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}
