/** A field to choose one value: of an enumeration, or the name of an existing document. */
import { Select, SelectItem } from '@carbon/react'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { type Choice, findChoices } from '../model/find-choices.ts'
import {
  buildEdit,
  buildErrorProps,
  type FieldProps,
  findFormField,
  findProblemText,
  useForm,
} from '../model/form-context.ts'
import { joinHelp } from './text-field.tsx'

export function ChoiceField(props: FieldProps) {
  const { path, schema, title, help, isRequired } = props
  const model = useForm()
  const titles = findFormField(model, path)?.values ?? {}
  const all: Choice[] =
    findChoices(model, path) ??
    (schema.enum ?? []).map((each) => ({ value: String(each), title: titles[String(each)] ?? String(each) }))
  const written = readPath(model.value, path)
  const value = written === undefined || written === null ? '' : String(written)
  const isKnown = value === '' || all.some((each) => each.value === value)
  const isMissing = isRequired && value === '' && schema.default === undefined
  const problem = isMissing ? t('Choose a value.') : findProblemText(model, path)

  return (
    <Select
      id={buildFieldId(path)}
      labelText={isRequired && schema.default === undefined ? t('{title} - required', { title }) : title}
      helperText={joinHelp(help, schema.default)}
      value={value}
      {...buildErrorProps(buildFieldId(path), problem)}
      onChange={(event) => {
        const chosen = event.target.value
        const typed = schema.enum?.find((each) => String(each) === chosen) ?? chosen
        model.edit([buildEdit(model, props, chosen === '' ? undefined : typed)])
      }}
    >
      <SelectItem
        value=""
        text={
          schema.default === undefined ? t('None') : t('Default: {byDefault}', { byDefault: String(schema.default) })
        }
      />
      {!isKnown && <SelectItem value={value} text={t('{value} (does not exist)', { value })} />}
      {all.map((each) => (
        <SelectItem key={each.value} value={each.value} text={each.title} />
      ))}
    </Select>
  )
}
