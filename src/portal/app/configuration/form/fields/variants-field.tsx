/** A value that can have several shapes: the shape is chosen, then its members. */
import { Select, SelectItem } from '@carbon/react'
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import { t } from '../../../../../ui/text/t.ts'
import { findMemberTitle } from '../../schema/member-titles.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { findVariant, simplifySchema } from '../../schema/simplify-schema.ts'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'

export function VariantsField({ path, variants, title, isRequired }: FieldProps) {
  const model = useForm()
  const written = readPath(model.value, path)
  const index = written === undefined ? -1 : findVariant(written, variants, model.root)
  const chosen = variants[index]

  return (
    <div className="document-form__variants">
      <Select
        id={`${buildFieldId(path)}-shape`}
        labelText={t('Type of {title}', { title })}
        value={String(index)}
        onChange={(event) => {
          const next = variants[Number(event.target.value)]
          model.edit([next ? { do: 'set', path, value: buildInitialValue(next, model.root) } : { do: 'remove', path }])
        }}
      >
        {(!isRequired || index === -1) && <SelectItem value="-1" text={t('None')} />}
        {variants.map((variant, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the variants of a schema have no other identity
          <SelectItem key={place} value={String(place)} text={titleOf(variant, model.root)} />
        ))}
      </Select>
      {chosen && <model.Field path={path} schema={chosen} isRequired={isRequired} floor={path.length} title={title} />}
    </div>
  )
}

/** Returns the constant that identifies a variant, or the members that it must have. */
function titleOf(variant: JsonSchema, root: JsonSchema): string {
  const { schema } = simplifySchema(variant, root)
  const constant = Object.entries(schema.properties ?? {}).find(([, each]) => typeof each.const === 'string')
  if (constant) return String(constant[1].const)
  if (schema.required && schema.required.length > 0)
    return schema.required.map((name) => findMemberTitle(name)).join(', ')
  return String(schema.type ?? 'value')
}
