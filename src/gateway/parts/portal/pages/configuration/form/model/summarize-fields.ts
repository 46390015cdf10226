/** Says in one line what the fields of a folded group hold. Pure. */
import { isJsonObject } from '../../../../../../../shared/lib/collections/json-object.ts'
import type { JsonSchema } from '../../../../../../../shared/lib/json-schema/json-schema.ts'
import { formatDuration } from '../../../../../../../shared/ui/text/format-relative-time.ts'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { findMemberTitle } from '../../schema/member-titles.ts'
import { readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'
import { type FormModel, findFormField } from './form-context.ts'

export interface SummarizedField {
  path: ValuePath
  schema: JsonSchema
}

/** Returns the values of fields with their titles; a single field, whose title the group shows, has none. */
export function summarizeFields(model: FormModel, fields: readonly SummarizedField[]): string {
  const texts = fields.flatMap(({ path, schema }) => {
    const words = findFormField(model, path)
    const title = words?.title ?? findMemberTitle(String(path.at(-1)))
    const text = describeValue(readPath(model.value, path), schema, model.root, words?.values)
    if (text === '') return []
    return fields.length === 1 ? [text] : [text === t('yes') ? title : `${title}: ${text}`]
  })
  return texts.join(' · ') || t('Nothing is set.')
}

function describeValue(
  value: unknown,
  schema: JsonSchema,
  root: JsonSchema,
  names: Readonly<Record<string, string>> = {},
): string {
  if (value === undefined || value === null || value === false) return ''
  if (value === true) return t('yes')
  if (Array.isArray(value)) return value.map((each) => describeValue(each, {}, root, names)).join(', ')
  if (!isJsonObject(value)) return describeSeconds(value, schema) || (names[String(value)] ?? String(value))
  const { properties } = simplifySchema(schema, root).schema
  if (!properties) return Object.keys(value).join(', ')
  return Object.entries(value)
    .flatMap(([name, inner]) => describeMember(name, inner, properties[name] ?? {}) ?? [])
    .join(', ')
}

function describeMember(name: string, value: unknown, schema: JsonSchema): string | undefined {
  if (value === false) return undefined
  if (name === 'enabled') return t('on')
  if (value === true || typeof value === 'object') return findMemberTitle(name)
  return describeSeconds(value, schema) || `${findMemberTitle(name)} ${String(value)}`
}

/** Returns a number of seconds in words, such as `60 minutes`; an empty text for other values. */
export function describeSeconds(value: unknown, { description = '' }: JsonSchema): string {
  return / in seconds\b/.test(description) && Number(value) >= 120 ? formatDuration(Number(value)) : ''
}
