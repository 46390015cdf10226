/** A field to choose several values: of an enumeration, or names of existing documents. */
import { Checkbox, CheckboxGroup } from '@carbon/react'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'
import { findOffered } from '../model/find-choices.ts'
import { buildEdit, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'

export function ChoicesField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const items = simplifySchema(schema.items ?? {}, model.root).schema
  const offered = findOffered(model, path, items, [...path, '0'])
  const written = readPath(model.value, path)
  const isWritten = Array.isArray(written)
  const chosen = (isWritten ? written : ((schema.default as unknown[] | undefined) ?? [])).map(String)
  const unknown = chosen.filter((each) => !offered.some(({ value }) => value === each))
  const problem = findProblemText(model, path)
  const defaults = (schema.default as unknown[] | undefined) ?? []

  function choose(value: string, isChosen: boolean) {
    const next = isChosen ? [...chosen, value] : chosen.filter((each) => each !== value)
    model.edit([buildEdit(model, props, next.map(writtenValue))])
  }

  function writtenValue(text: string): unknown {
    return items.enum?.find((each) => String(each) === text) ?? text
  }

  return (
    <CheckboxGroup
      legendText={title}
      legendId={buildFieldId(path)}
      helperText={[help, defaults.length > 0 && t('Default: {value}.', { value: defaults.join(', ') })]
        .filter(Boolean)
        .join(' ')}
      invalid={problem !== undefined}
      invalidText={problem}
    >
      {offered.map(({ value, title: label }) => (
        <Checkbox
          key={value}
          id={buildFieldId([...path, value])}
          labelText={label}
          checked={chosen.includes(value)}
          onChange={(_, { checked }) => choose(value, checked)}
        />
      ))}
      {unknown.map((value) => (
        <Checkbox
          key={value}
          id={buildFieldId([...path, value])}
          labelText={t('{value} (does not exist)', { value })}
          checked
          onChange={() => choose(value, false)}
        />
      ))}
      {offered.length + unknown.length === 0 && <p className="document-form__help">{t('There are none to choose.')}</p>}
    </CheckboxGroup>
  )
}
