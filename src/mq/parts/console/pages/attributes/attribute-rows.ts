/** The rows of a form for attributes. Pure. */
import type { FieldKind, FormField } from '../../../../../shared/ui/forms/form-rows.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import { findWording } from '../wording/index.ts'
import { describeValue, findValueWords } from '../wording/value-words.ts'
import { findAttributeError, renderAttributeText } from './attribute-text.ts'

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
  const byDefault = describeValue(attribute, initial)
  const choices = words.map((word) => [word, describeWord(keyword, word)] as const)
  return {
    name: keyword,
    label: isRequired ? `${label} - ${t('required')}` : label,
    kind: form === 'number' && words.length > 0 ? 'path' : fieldKinds[form],
    help: renderAttributeHelp(kind, attribute, true),
    choices: text === undefined ? [['', t('Default: {byDefault}', { byDefault })], ...choices] : choices,
    wrong: text === undefined ? undefined : findAttributeError(attribute, text),
    missing: isRequired && (text ?? '').trim() === '' ? t('Enter a value.') : undefined,
    attributes:
      form === 'secret'
        ? { autoComplete: 'new-password' }
        : { placeholder: text === undefined ? renderAttributeText(initial) : '' },
  }
}

/** Returns the value of the field of an attribute. */
export function readFieldValue({ form, initial }: AttributeDefinition, text: string | undefined): string | boolean {
  return form === 'flag' ? (text ?? initial) === 'YES' : (text ?? '')
}

/** A value in words, and as MQSC has it where that is another word: `As parent (ASPARENT)`. */
function describeWord(keyword: string, word: string): string {
  const found = findValueWords(keyword, word)
  return found === undefined || found.toUpperCase() === word ? (found ?? word) : `${found} (${word})`
}

/** Returns the purpose, the accepted values and the default of an attribute as help text. A field shows some of it itself. */
export function renderAttributeHelp(kind: string, attribute: AttributeDefinition, isField = false): string {
  const { keyword, takes, initial, form } = attribute
  const isShown = isField && (form === 'choice' || form === 'text')
  const range = form === 'flag' || isShown ? '' : t('Takes {takes}.', { takes })
  const byDefault = t('Default: {value}.', { value: describeValue(attribute, initial) })
  const texts = [findWording(kind, keyword).help, range, initial === undefined || isShown ? '' : byDefault]
  return texts.filter((each) => each !== '').join(' ')
}
