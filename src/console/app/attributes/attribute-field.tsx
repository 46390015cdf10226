/** An input field for one attribute, with its purpose, accepted values and default as help text. */
import { Checkbox, Select, SelectItem, TextArea, TextInput } from '@carbon/react'
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { t } from '../../../ui/text/t.ts'
import { findWording, groupAttributes } from '../wording/index.ts'
import { describeAcceptedValues } from './accepted-values.ts'
import { attributeFieldId, describeAttributeValue, findAttributeError } from './attribute-text.ts'

interface AttributeFieldProps {
  kind: string
  attribute: AttributeDefinition
  /** The text in the form; undefined while the user has entered nothing and the default applies. */
  text: string | undefined
  required?: boolean
  /** Why the field must be changed before the form can be submitted; empty when it need not. */
  error?: string
  change(text: string): void
}

function AttributeField({ kind, attribute, text, required = false, error = '', change }: AttributeFieldProps) {
  const { keyword, form, words = [] } = attribute
  const { label } = findWording(kind, keyword)
  const byDefault = describeAttributeValue(attribute.initial)
  const fault = (text === undefined ? undefined : findAttributeError(attribute, text)) ?? (error || undefined)
  const shared = {
    id: attributeFieldId(keyword),
    labelText: `${label} (${keyword})${required ? ` - ${t('required')}` : ''}`,
    helperText: renderAttributeHelp(kind, attribute),
    invalid: fault !== undefined,
    invalidText: fault ?? '',
  }

  switch (form) {
    case 'choice':
      return (
        <Select {...shared} value={text ?? ''} onChange={(event) => change(event.target.value)}>
          {text === undefined && <SelectItem value="" text={t('Default: {byDefault}', { byDefault })} />}
          {text !== undefined && !words.includes(text) && <SelectItem value={text} text={text} />}
          {words.map((word) => (
            <SelectItem key={word} value={word} text={word} />
          ))}
        </Select>
      )
    case 'flag':
      return (
        <Checkbox
          {...shared}
          checked={(text ?? byDefault) === 'YES'}
          onChange={(_, { checked }) => change(checked ? 'YES' : 'NO')}
        />
      )
    case 'list':
      return <TextArea {...shared} rows={3} value={text ?? ''} onChange={(event) => change(event.target.value)} />
    case 'secret':
      return (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          value={text ?? ''}
          onChange={(event) => change(event.target.value)}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          value={text ?? ''}
          inputMode={form === 'number' && words.length === 0 ? 'numeric' : 'text'}
          placeholder={text === undefined && attribute.initial !== '' ? byDefault : ''}
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
        />
      )
  }
}

/** Returns the purpose, the accepted values and the default of an attribute as help text. */
export function renderAttributeHelp(kind: string, { keyword, takes, initial, form }: AttributeDefinition): string {
  const { help } = findWording(kind, keyword)
  const range = form === 'flag' ? '' : t('Takes {takes}.', { takes: describeAcceptedValues(takes) })
  const byDefault = initial === undefined ? '' : t('Default: {value}.', { value: describeAttributeValue(initial) })
  return [help, range, byDefault].filter((each) => each !== '').join(' ')
}

export interface AttributeGroupsProps {
  kind: string
  attributes: readonly AttributeDefinition[]
  /** Omits the headings. */
  flat?: boolean
  required?: readonly string[]
  textOf(attribute: AttributeDefinition): string | undefined
  /** Returns why a field must be changed before the form can be submitted; empty when it need not. */
  errorOf?(keyword: string): string
  change(keyword: string, text: string): void
}

export function AttributeGroups({
  kind,
  attributes,
  flat = false,
  required = [],
  textOf,
  errorOf,
  change,
}: AttributeGroupsProps) {
  const fields = (some: readonly AttributeDefinition[]) =>
    some.map((attribute) => (
      <AttributeField
        key={attribute.keyword}
        kind={kind}
        attribute={attribute}
        text={textOf(attribute)}
        required={required.includes(attribute.keyword)}
        {...(errorOf && { error: errorOf(attribute.keyword) })}
        change={(text) => change(attribute.keyword, text)}
      />
    ))

  if (flat) return <div className="fields">{fields(attributes)}</div>
  return groupAttributes(kind, attributes).map(([group, some]) => (
    <section key={group} className="group">
      <h2 className="group__title">{group}</h2>
      <div className="fields">{fields(some)}</div>
    </section>
  ))
}
