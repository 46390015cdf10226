/** The fields of a form, one for each row of its table. */
import '@carbon/styles/scss/components/tile/_index.scss'
import '@carbon/styles/scss/components/text-area/_index.scss'
import { Checkbox, CheckboxGroup, RadioTile, TextArea, TextInput, TileGroup } from '@carbon/react'
import { isValidElement } from 'react'
import { PasswordInput } from '../feedback/password-input.tsx'
import { t } from '../text/t.ts'
import { ChoiceRadios } from './choice-radios.tsx'
import { ChoiceSelect } from './choices.tsx'
import { ComboInput } from './combo-input.tsx'
import { type FormField, type FormRow, findFieldId, findFocusId, isFieldList, maxListed } from './form-rows.ts'
import { NameInput } from './name-input.tsx'
import { NameLines } from './name-lines.tsx'
import type { Form } from './use-form.ts'

export type FormFieldsProps<Draft> = { form: Form<Draft>; rows?: readonly FormRow<Draft>[] }

export function FormFields<Draft extends object>({ form, rows = form.rows }: FormFieldsProps<Draft>) {
  return rows.map((row, index) => <Row key={keyOf(form, row, index)} form={form} row={row} />)
}

/** Fields keep what is typed when a row before them appears. */
function keyOf<Draft>(form: Form<Draft>, row: FormRow<Draft>, index: number): string {
  return row && 'name' in row ? findFieldId(form.id, row) : `row-${index}`
}

function Row<Draft extends object>({ form, row }: { form: Form<Draft>; row: FormRow<Draft> }) {
  if (!row) return null
  if (isValidElement(row)) return row
  if (isFieldList(row))
    return (
      <div className="fields">
        <FormFields form={form} rows={row} />
      </div>
    )
  if ('legend' in row)
    return (
      <fieldset className="group">
        <legend className="group__title">{row.legend}</legend>
        <div className="form">
          <FormFields form={form} rows={row.rows} />
        </div>
      </fieldset>
    )
  return <Field form={form} field={row as FormField<Draft>} />
}

type FieldProps<Draft> = { form: Form<Draft>; field: FormField<Draft> }

function Field<Draft extends object>({ form, field }: FieldProps<Draft>) {
  const { name, label, kind = 'text', help, rows = 3, attributes = {} } = field
  const value = form.draft[name]
  const change = (next: unknown) =>
    form.change({ [name]: next, ...field.also?.(String(next)) } as unknown as Partial<Draft>)
  const id = findFieldId(form.id, field)
  const errors = form.errors.of(findFocusId(form.id, field))
  const shared = { id, labelText: label, helperText: help, ...errors }
  const text = String(value ?? '')

  switch (kind) {
    case 'choice':
    case 'radio':
    case 'tiles':
      return <ChoiceField id={id} field={field} value={text} errors={errors} change={change} />
    case 'checks':
      return <Checks id={id} field={field} value={value as readonly string[]} errors={errors} change={change} />
    case 'check':
      return <Checkbox {...shared} checked={value === true} onChange={(_, { checked }) => change(checked)} />
    case 'lines': {
      const { className = '', maxLength } = attributes
      const input = { rows, className, value: text, spellCheck: false, maxLength: maxLength || undefined }
      return field.loadNames ? (
        <NameLines {...shared} {...input} loadNames={field.loadNames} change={change} />
      ) : (
        <TextArea {...shared} {...input} onChange={({ target }) => change(target.value)} />
      )
    }
    case 'password':
      return (
        <PasswordInput
          {...shared}
          autoComplete={attributes.autoComplete ?? 'off'}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )
    default: {
      const input = { ...shared, ...inputs[kind], ...attributes, value: text }
      const write = (typed: string) => change(kind in trimmed ? typed.trim() : typed)
      return field.loadNames ? (
        <NameInput {...input} loadNames={field.loadNames} change={write} />
      ) : (
        <TextInput {...input} onChange={({ target }) => write(target.value)} />
      )
    }
  }
}

/** The browser does not check the spelling of names, paths and ids, and suggests nothing. */
const literalInput = { spellCheck: false, autoComplete: 'off' } as const
const inputs = {
  text: {},
  name: literalInput,
  path: literalInput,
  number: { ...literalInput, inputMode: 'numeric' },
  time: { type: 'datetime-local' },
} as const
const trimmed = { name: true, number: true } as const

interface ChoiceProps<Draft, Value> {
  id: string
  field: FormField<Draft>
  value: Value
  errors: { invalid: boolean; invalidText: string }
  change(value: Value): void
}

function ChoiceField<Draft>({ id, field, value, errors, change }: ChoiceProps<Draft, string>) {
  const { kind, label, help, choices = [] } = field
  const group = { name: id, valueSelected: value, onChange: (next: unknown) => change(String(next)) }
  if (kind === 'radio') return <ChoiceRadios legend={label} name={id} choices={choices} value={value} change={change} />
  if (kind === 'tiles')
    return (
      <TileGroup legend={label} className="tiles tiles--wide" {...group}>
        {choices.map(([each, title, summary]) => (
          <RadioTile key={each} id={`${id}-${each}`} value={each}>
            <strong>{title}</strong>
            <br />
            {summary}
          </RadioTile>
        ))}
      </TileGroup>
    )
  const shown = choices.some(([each]) => each === value) ? choices : [[value, value] as const, ...choices]
  return (
    <ChoiceSelect
      id={id}
      labelText={label}
      helperText={help}
      {...errors}
      value={value}
      choices={shown}
      change={change}
    />
  )
}

function Checks<Draft>({ id, field, value, errors, change }: ChoiceProps<Draft, readonly string[]>) {
  const { label, choices = [] } = field
  const isLong = choices.length > maxListed
  const isOn = ([each]: readonly [string, ...unknown[]]) => value.includes(each)
  const rest = isLong ? choices.filter((each) => !isOn(each)) : []
  return (
    <CheckboxGroup legendText={label} {...errors}>
      {(isLong ? choices.filter(isOn) : choices).map(([each, title]) => (
        <Checkbox
          key={each}
          id={`${id}-${each}`}
          labelText={title}
          checked={value.includes(each)}
          onChange={(_, { checked }) => change(checked ? [...value, each] : value.filter((one) => one !== each))}
        />
      ))}
      {rest.length > 0 && (
        <ComboInput
          id={findFocusId('', { ...field, id })}
          labelText={t('Add')}
          size="sm"
          value=""
          choices={rest}
          change={(each) => change([...value, each])}
        />
      )}
    </CheckboxGroup>
  )
}
