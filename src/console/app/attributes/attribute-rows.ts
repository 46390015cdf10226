/** The rows of a form for attributes. Pure. */
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import type { FieldKind, FormField } from '../../../ui/forms/form-rows.ts'
import { t } from '../../../ui/text/t.ts'
import { findWording } from '../wording/index.ts'
import { describeAcceptedValues } from './accepted-values.ts'
import { describeAttributeValue, findAttributeError } from './attribute-text.ts'

/** The values of the fields by keyword. */
export type AttributeDraft = Readonly<Record<string, string | boolean>>

const fieldKinds: Readonly<Record<AttributeDefinition['form'], FieldKind>> = {
  number: 'number',
  choice: 'choice',
  flag: 'check',
  text: 'path',
  list: 'lines',
  secret: 'password',
}

/** Returns the field of an attribute; `text` is undefined while the user has entered nothing and the default applies. */
export function buildAttributeRow(
  kind: string,
  attribute: AttributeDefinition,
  text: string | undefined,
  isRequired: boolean,
): FormField<AttributeDraft> {
  const { keyword, form, words = [], initial } = attribute
  const label = `${findWording(kind, keyword).label} (${keyword})`
  const byDefault = describeAttributeValue(initial)
  const choices = words.map((word) => [word, word] as const)
  return {
    name: keyword,
    label: isRequired ? `${label} - ${t('required')}` : label,
    kind: form === 'number' && words.length > 0 ? 'path' : fieldKinds[form],
    help: renderAttributeHelp(kind, attribute),
    choices: text === undefined ? [['', t('Default: {byDefault}', { byDefault })], ...choices] : choices,
    wrong: text === undefined ? undefined : findAttributeError(attribute, text),
    missing: isRequired && (text ?? '').trim() === '' ? t('Enter a value.') : undefined,
    attributes:
      form === 'secret'
        ? { autoComplete: 'new-password' }
        : { placeholder: text === undefined && initial !== '' ? byDefault : '' },
  }
}

/** Returns the value of the field of an attribute. */
export function readFieldValue({ form, initial }: AttributeDefinition, text: string | undefined): string | boolean {
  return form === 'flag' ? (text ?? describeAttributeValue(initial)) === 'YES' : (text ?? '')
}

/** Returns the purpose, the accepted values and the default of an attribute as help text. */
export function renderAttributeHelp(kind: string, { keyword, takes, initial, form }: AttributeDefinition): string {
  const { help } = findWording(kind, keyword)
  const range = form === 'flag' ? '' : t('Takes {takes}.', { takes: describeAcceptedValues(takes) })
  const byDefault = initial === undefined ? '' : t('Default: {value}.', { value: describeAttributeValue(initial) })
  return [help, range, byDefault].filter((each) => each !== '').join(' ')
}
