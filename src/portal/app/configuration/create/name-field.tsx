/** A field for the name of a document. */

import { TextInput } from '@carbon/react'
import { t } from '../../../../ui/text/t.ts'

const rule = t('Letters, digits, "-", "_" and ".", beginning with a letter or a digit.')

export function isName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)
}

export interface NameFieldProps {
  name: string
  /** The names that exist already. */
  taken: readonly string[]
  setName(name: string): void
}

export function NameField({ name, taken, setName }: NameFieldProps) {
  const isTaken = taken.includes(name)
  return (
    <TextInput
      id="document-name"
      labelText={t('Name - required')}
      helperText={rule}
      value={name}
      invalid={isTaken || (name !== '' && !isName(name))}
      invalidText={isTaken ? t('There is a document of this name already.') : rule}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setName(event.target.value)}
    />
  )
}
