/** A field to choose one value: of an enumeration, or the name of an existing document. */
import type { Choices } from '../../../../../ui/forms/choices.tsx'
import { ChoiceSelect } from '../../../../../ui/forms/choices.tsx'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { findOffered } from '../model/find-choices.ts'
import { buildEdit, buildErrorProps, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { joinHelp } from './text-field.tsx'

export function ChoiceField(props: FieldProps) {
  const { path, schema, title, help, isRequired } = props
  const model = useForm()
  const all = findOffered(model, path, schema)
  const written = readPath(model.value, path)
  const value = written === undefined || written === null ? '' : String(written)
  const none =
    schema.default === undefined ? t('None') : t('Default: {byDefault}', { byDefault: String(schema.default) })
  const isKnown = value === '' || all.some((each) => each.value === value)
  const choices: Choices = [
    ['', none],
    ...(isKnown ? [] : [[value, t('{value} (does not exist)', { value })] as const]),
    ...all.map((each) => [each.value, each.title] as const),
  ]
  const isMissing = isRequired && value === '' && schema.default === undefined
  const problem = isMissing ? t('Choose a value.') : findProblemText(model, path)

  return (
    <ChoiceSelect
      id={buildFieldId(path)}
      labelText={isRequired && schema.default === undefined ? t('{title} - required', { title }) : title}
      helperText={joinHelp(help, schema.default)}
      value={value}
      {...buildErrorProps(buildFieldId(path), problem)}
      choices={choices}
      change={(chosen) => {
        const typed = schema.enum?.find((each) => String(each) === chosen) ?? chosen
        model.edit([buildEdit(model, props, chosen === '' ? undefined : typed)])
      }}
    />
  )
}
