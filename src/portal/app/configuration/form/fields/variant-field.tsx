/** The member that selects the shape of a whole document, such as the type of a user registry. */
import { Select, SelectItem } from '@carbon/react'
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { findFormField, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'

export function VariantField({ path, variants }: { path: ValuePath; variants: readonly JsonSchema[] }) {
  const model = useForm()
  const name = String(path[0])
  const words = findFormField(model, path)
  const value = String(readPath(model.value, path) ?? '')

  /** Writes the type and the required members of its shape; removes members that the shape does not have. */
  function choose(type: string) {
    const variant = variants.find((each) => each.properties?.[name]?.const === type)
    if (!variant) return
    const document = model.value as Record<string, unknown>
    const required = buildInitialValue(variant, model.root) as Record<string, unknown>
    model.edit([
      { do: 'set', path, value: type },
      ...Object.keys(document)
        .filter((member) => !variant.properties?.[member])
        .map((member) => ({ do: 'remove', path: [member] }) as const),
      ...Object.entries(required)
        .filter(([member]) => !(member in document))
        .map(([member, initial]) => ({ do: 'set', path: [member], value: initial }) as const),
    ])
  }

  return (
    <Select
      id={buildFieldId(path)}
      labelText={words?.title ?? name}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      {variants.flatMap((variant) => {
        const type = variant.properties?.[name]?.const
        return typeof type === 'string' ? (
          <SelectItem key={type} value={type} text={words?.values?.[type] ?? type} />
        ) : (
          []
        )
      })}
    </Select>
  )
}
