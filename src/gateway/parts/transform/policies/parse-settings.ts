/** The settings of `parse` that say what a document may be, and how large. */
import { attempt } from '../../../../shared/lib/collections/attempt.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { DocumentError, locateWithin } from '../../../data-plane/errors/document-error.ts'
import type { PolicyContext } from '../../../data-plane/policy/policy.ts'
import { findBodyLimit } from '../../../data-plane/policy/read-body.ts'
import type { DocumentFormat, ParseLimits } from '../xml/parse-limits.ts'

const limit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `${description}; 0: any` }))

export const parseSettings = {
  document_type: Type.Optional(
    Type.Enum(['detect', 'json', 'xml', 'JSON', 'XML'], { description: 'What the body must be; detect: either' }),
  ),
  max_doc_size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes, up to 64 MiB; 0: 4 MiB' })),
  max_nesting_depth: limit('Levels of objects and lists, or of elements'),
  max_width: limit('Members of an object or list, or elements or attributes of an element'),
  max_name_length: limit('Characters of a name'),
  max_value_length: limit('Characters of a text'),
  max_number_length: limit('Characters of a number in JSON'),
  max_unique_names: limit('Different names'),
  max_unique_prefixes: limit('Different prefixes in XML'),
  max_unique_namespaces: limit('Different namespaces in XML'),
}

const limitNames = Object.keys(parseSettings).filter((name) => !/type|doc_size/.test(name)) as (keyof ParseLimits)[]

const settingsType = Type.Object(parseSettings)
type ParseSettings = Static<typeof settingsType>

export const parseSettingsReference = Type.Object({
  url: Type.Optional(Type.Literal('', { 'x-words': 'empty: settings are read from the document only' })),
  default: Type.Optional(Type.Literal('apic-default-parsesettings')),
  literal: Type.Optional(
    Type.String({ description: 'Settings as JSON or XML: {"ParseSettings": {"MaxNestingDepth": 20}}' }),
  ),
  'parse-settings': Type.Optional(settingsType),
  'max-document-size': Type.Optional(Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024, description: 'Bytes' })),
})

export interface ParseRules {
  maxBytes: number
  /** The only format that is accepted; undefined for both. */
  format: DocumentFormat | undefined
  limits: ParseLimits
}

/** Members of the policy precede those of `literal`, which precede the others. */
export function readParseRules(
  settings: ParseSettings & { 'parse-settings-reference'?: Static<typeof parseSettingsReference> | undefined },
  context: PolicyContext,
): ParseRules {
  const { 'parse-settings-reference': reference = {}, ...own } = settings
  const merged = { ...reference['parse-settings'], ...readLiteral(reference.literal, context), ...own }
  const type = merged.document_type?.toLowerCase()
  return {
    maxBytes: Math.min(
      merged.max_doc_size || reference['max-document-size'] || findBodyLimit(context.api),
      64 * 1024 * 1024,
    ),
    format: type === 'json' || type === 'xml' ? type : undefined,
    limits: Object.fromEntries(limitNames.flatMap((name) => (merged[name] ? [[name, merged[name]]] : []))),
  }
}

/** Reads `{"ParseSettings": {"MaxWidth": 9}}`, or the same in XML. */
function readLiteral(literal: string | undefined, { location }: PolicyContext): ParseSettings {
  if (!literal?.trim()) return {}
  const found = Object.entries(literal.trim().startsWith('<') ? readElements(literal) : readMembers(literal))
  const named = found.map(([name, value]): [string, unknown] => [
    name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    value,
  ])
  const wrong = named.findIndex(([name, value]) =>
    name === 'document_type'
      ? !/^(detect|json|xml)$/i.test(String(value))
      : !(name in parseSettings && /^\d{1,10}$/.test(String(value))),
  )
  if (found.length > 0 && wrong < 0)
    return Object.fromEntries(
      named.map(([name, value]) => [name, name === 'document_type' ? String(value) : Number(value)]),
    )
  const what = found.length === 0 ? 'has no ParseSettings' : `has a setting that is not known: ${found[wrong]?.[0]}`
  const example = '{"ParseSettings": {"DocumentType": "json", "MaxNestingDepth": 20}}'
  throw new DocumentError(
    locateWithin(location, 'parse-settings-reference', 'literal'),
    `literal ${what} - write settings such as ${example}`,
  )
}

function readElements(literal: string): object {
  return Object.fromEntries(Array.from(literal.matchAll(/<(\w+)>([^<]*)<\/\1>/g), ([, name, value]) => [name, value]))
}

function readMembers(literal: string): object {
  return attempt(() => (JSON.parse(literal) as { ParseSettings?: object } | null)?.ParseSettings ?? {}) ?? {}
}
