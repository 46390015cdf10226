/** A field to choose one value: of an enumeration, or the name of an existing document. */
import { Checkbox, CheckboxGroup } from '@carbon/react'
import { ChoiceSelect, type Choices } from '../../../../../ui/forms/choices.tsx'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'
import {
  buildEdit,
  buildErrorProps,
  type FieldProps,
  findOffered,
  findProblemText,
  useForm,
} from '../model/form-context.ts'
import { joinHelp } from './text-field.tsx'

/** A field to choose several values: of an enumeration, or names of existing documents. */
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
      helperText={joinHelp([help], schema.default)}
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
