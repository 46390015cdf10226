/** The field for the name of a document. */
import type { FormField } from '../../../../ui/forms/form-rows.ts'
import { t } from '../../../../ui/text/t.ts'
import type { DocumentSummary } from '../../../rest/index.ts'

const rule = t('Letters, digits, "-", "_" and ".", beginning with a letter or a digit.')

/** Returns whether a document can get this name. `taken` are the names that exist already. */
export function isFreeName(name: string, taken: readonly string[]): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !taken.includes(name)
}

export function buildNameField(name: string, taken: readonly string[]): FormField<{ name: string }> {
  const isWrong = name !== '' && !isFreeName(name, taken)
  const text = taken.includes(name) ? t('There is a document of this name already.') : rule
  return { name: 'name', label: t('Name - required'), kind: 'path', help: rule, wrong: isWrong ? text : undefined }
}

/** Returns the names of the documents of a kind. */
export function listNames(documents: readonly DocumentSummary[], wanted: string): string[] {
  return documents.filter(({ kind }) => kind === wanted).map(({ name }) => name)
}
