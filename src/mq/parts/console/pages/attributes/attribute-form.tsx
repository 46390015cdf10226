/** A form whose fields are the attributes of an object, in groups. */
import { FormFields } from '../../../../../shared/ui/forms/form-fields.tsx'
import type { FormField } from '../../../../../shared/ui/forms/form-rows.ts'
import { type Form, useFormOf } from '../../../../../shared/ui/forms/use-form.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { findWording, groupAttributes } from '../wording/index.ts'
import { type AttributeDraft, buildAttributeRow, readFieldValue } from './attribute-rows.ts'

export interface AttributeFormOptions {
  /** The queue manager whose objects the fields offer. */
  manager: string
  kind: string
  attributes: readonly AttributeDefinition[]
  required?: readonly string[]
  /** Returns the text in the form; undefined while the user has entered nothing and the default applies. */
  textOf(attribute: AttributeDefinition): string | undefined
  change(keyword: string, text: string): void
}

export function useAttributeForm(options: AttributeFormOptions): Form<AttributeDraft> {
  const { manager, kind, attributes, required = [], textOf, change } = options
  const values = attributes.map((attribute) => [attribute.keyword, readFieldValue(attribute, textOf(attribute))])
  const rows = attributes.map((attribute) => {
    const { names } = findWording(kind, attribute.keyword)
    return {
      ...buildAttributeRow(kind, attribute, textOf(attribute), required.includes(attribute.keyword)),
      loadNames: names && (() => loadObjectNames(manager, names)),
    }
  })
  function write(some: Partial<AttributeDraft>) {
    for (const [keyword, value] of Object.entries(some))
      change(keyword, typeof value === 'boolean' ? (value ? 'YES' : 'NO') : String(value))
  }
  return useFormOf<AttributeDraft>('attribute', Object.fromEntries(values), write, rows)
}

export interface AttributeFieldsProps {
  form: Form<AttributeDraft>
  kind: string
  attributes: readonly AttributeDefinition[]
  /** Omits the headings. */
  flat?: boolean
}

/** Shows the fields of some of the attributes. */
export function AttributeFields({ form, kind, attributes, flat = false }: AttributeFieldsProps) {
  const fields = (some: readonly AttributeDefinition[]) => {
    const row = some.flatMap(({ keyword }) => form.rows.find((each) => each && 'name' in each && each.name === keyword))
    return <FormFields form={form} rows={[row as FormField<AttributeDraft>[]]} />
  }
  if (flat) return fields(attributes)
  return groupAttributes(kind, attributes).map(([group, some]) => (
    <section key={group} className="group">
      <h2 className="group__title">{group}</h2>
      {fields(some)}
    </section>
  ))
}
